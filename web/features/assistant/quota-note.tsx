import { useQuery } from '@tanstack/react-query'
import { isUsedUp, percentLeft, type Quota, quotaQuery } from './queries.ts'

/** What one may still ask today; or that nothing but looking up is there, calmly. */
export function QuotaNote() {
  const { data } = useQuery(quotaQuery)
  return (
    <p className="min-h-4 px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-12 text-ink-faint">
      {data && (data.model === null ? noModel : leftText(data))}
    </p>
  )
}

const noModel =
  'No model is configured here: Study Pal AI looks up the passages that fit best and quotes them, as often as you like.'

function leftText(quota: Quota): string {
  const from = new Date(quota.resets_at).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
  return isUsedUp(quota)
    ? `Today’s answers are used up. There are new ones from ${from}.`
    : `${percentLeft(quota)}% of today’s answers left. Full again at ${from}.`
}
