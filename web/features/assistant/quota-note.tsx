import { useQuery } from '@tanstack/react-query'
import { zoneLetters } from '#shared/domain/zone-letters.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { timeText } from '#web/lib/zoned-time.ts'
import { isUsedUp, percentLeft, type Quota, quotaQuery } from './queries.ts'

/** How much the person may still ask today; or a calm note that no model is configured. */
export function QuotaNote() {
  const { data } = useQuery(quotaQuery)
  const zone = useOwnZone()
  return (
    <p className="min-h-9 px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-12 text-ink-faint">
      {data && (data.model === null ? noModel : zone && leftText(data, zone))}
    </p>
  )
}

// A line on a phone too, for which the room is kept: also in the wider fonts that stand in until ours is there.
const noModel = 'No AI model is set up, so answers quote your documents.'

function leftText(quota: Quota, zone: string): string {
  const from = `${timeText(quota.resets_at, zone)} ${zoneLetters(zone, quota.resets_at)}`
  return isUsedUp(quota)
    ? `You’ve used all of today’s answers. More at ${from}.`
    : `${percentLeft(quota)}% of today’s answers left. Resets at ${from}.`
}
