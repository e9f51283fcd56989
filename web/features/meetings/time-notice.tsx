import { useState } from 'react'
import { timeText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'

const minute = 60_000
const noticeMinutes = 5

/** Says that the end is near, and that it has come; can be dismissed. */
export function TimeNotice({
  ends_on,
  closes_on,
  now,
  zone,
}: {
  ends_on: string
  closes_on: string
  now: Date
  zone: string
}) {
  const left = Date.parse(ends_on) - now.getTime()
  const stage = left > noticeMinutes * minute ? null : left > 0 ? 'soon' : 'over'
  const [putAway, setPutAway] = useState<'soon' | 'over' | null>(null)
  const minutes = Math.ceil(left / minute)
  return (
    <div role="status">
      {stage && putAway !== stage && (
        <div className="flex items-center gap-3 bg-lamp-wash px-4 py-2 text-14 text-lamp-ink">
          <p className="min-w-0 flex-1">
            {stage === 'soon'
              ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`
              : `Time’s up. You can stay until ${timeText(closes_on, zone)}.`}
          </p>
          <Button size="sm" variant="quiet" onClick={() => setPutAway(stage)}>
            Got it
          </Button>
        </div>
      )}
    </div>
  )
}
