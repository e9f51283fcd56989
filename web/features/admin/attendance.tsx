import type { ProblemCase } from '#shared/api/admin.ts'

type Stays = Pick<
  ProblemCase,
  'starts_on' | 'ends_on' | 'student_seconds' | 'tutor_seconds' | 'together_seconds'
>

/** How long each of a meeting's people was in the room, compared with its booked length. */
export function Attendance({ starts_on, ends_on, student_seconds, tutor_seconds, together_seconds }: Stays) {
  const booked = (Date.parse(ends_on) - Date.parse(starts_on)) / 1000
  const stays: [who: string, seconds: number, bar: string][] = [
    ['Student', student_seconds, 'bg-line-strong'],
    ['Tutor', tutor_seconds, 'bg-line-strong'],
    ['Together', together_seconds, 'bg-accent'],
  ]
  return (
    <div>
      <p className="mb-2 flex justify-between gap-4 text-12 text-ink-faint">
        <span>In the call</span>
        <span>of {stayText(booked)} booked</span>
      </p>
      <dl className="flex flex-col gap-2 text-14">
        {stays.map(([who, seconds, bar]) => (
          <div
            key={who}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)_4.5rem] tiny:grid-cols-2 items-center gap-3"
          >
            <dt className="text-ink-soft">{who}</dt>
            <dd className="order-last tiny:order-none text-right tabular-nums">{stayText(seconds)}</dd>
            <span aria-hidden="true" className="h-1.5 tiny:col-span-2 overflow-hidden rounded-full bg-sunken">
              <span
                className={`block h-full rounded-full ${bar}`}
                style={{ width: `${Math.min(100, (100 * seconds) / booked)}%` }}
              />
            </span>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** "25 min", or "40 s" below a minute. */
function stayText(seconds: number): string {
  return seconds > 0 && seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
