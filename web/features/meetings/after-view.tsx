import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Attendance, meetings, refusedSeconds } from '#shared/api/meetings.ts'
import { PersonName } from '#web/features/people/person-name.tsx'
import { call } from '#web/lib/api.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { timesText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Ending } from './meeting-state.ts'
import { RoomFrame } from './room-frame.tsx'

/** A meeting's attendance, as the server counted it. */
const attendanceQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [meetings.attendance.path, bookingId],
    queryFn: ({ signal }) => call(meetings.attendance, { query: { bookingId } }, { signal }),
    staleTime: 0,
  })

const titles: Record<Ending['how'], string> = {
  left: 'You left the meeting',
  removed: 'The host removed you',
  replaced: 'You joined this meeting in another window',
  refused: 'The host didn’t let you in',
  closed: 'The meeting is over',
  canceled: 'This meeting was canceled',
  'place canceled': 'Your place was canceled',
  failed: 'You’re no longer in the meeting',
}

/** After the call: why it ended, who attended and for how long, and the way back if there is one. */
export function AfterView({ bookingId, ending, zone }: { bookingId: string; ending: Ending; zone: string }) {
  const isPutOut = ending.how === 'refused' || ending.how === 'removed'
  const [mayAsk, setMayAsk] = useState(false)
  useEffect(() => {
    const wait = setTimeout(() => setMayAsk(true), 1000 * refusedSeconds)
    return () => clearTimeout(wait)
  }, [])
  const text = textOf(ending, mayAsk)
  const isOver = ['closed', 'canceled', 'place canceled'].includes(ending.how)
  return (
    <RoomFrame
      action={
        !isOver && (
          <Button variant="primary" disabled={isPutOut && !mayAsk} onClick={() => location.reload()}>
            {isPutOut ? 'Ask again' : 'Rejoin'}
          </Button>
        )
      }
    >
      <div role="status">
        <h1 className="text-28">{titles[ending.how]}</h1>
        {text && <p className="mt-2 max-w-[46ch] text-ink-soft">{text}</p>}
      </div>
      <AttendanceList bookingId={bookingId} zone={zone} />
    </RoomFrame>
  )
}

/** What a person may want to know, or do next. */
function textOf(ending: Ending, mayAsk: boolean): string | null {
  switch (ending.how) {
    case 'failed':
      return ending.text
    case 'canceled':
    case 'place canceled':
      return 'See your meetings for any refund.'
    case 'refused':
    case 'removed':
      return mayAsk ? null : 'You can ask again in a moment.'
    default:
      return null
  }
}

function AttendanceList({ bookingId, zone }: { bookingId: string; zone: string }) {
  const query = useQuery(attendanceQuery(bookingId))
  if (!query.data) {
    // Nobody is counted in a meeting that was canceled.
    if (isMissing(query.error)) return null
    if (!query.isError) return <Skeleton className="mt-6 h-24 w-full rounded-16" />
    return (
      <div className="mt-6 w-full">
        <LoadFailed {...failureOf(query)} />
      </div>
    )
  }
  return (
    <section aria-label="Attendance" className="mt-8 w-full text-left">
      <h2 className="text-18">Who was there</h2>
      <ul className="mt-2 divide-y divide-line">
        {query.data.people.map(person => (
          <li key={person.id} className="py-2 text-14 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
            <PersonName name={person.is_you ? 'You' : person.name} className="font-medium" />
            <span className="figures block shrink-0 text-ink-soft">{attendanceText(person, zone)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "12:00 PM – 12:58 PM, 57 min". */
function attendanceText({ joined_at, left_at, seconds }: Attendance, zone: string): string {
  if (!joined_at || !left_at) return 'Didn’t join'
  const length = seconds < 60 ? 'under 1 min' : `${Math.floor(seconds / 60)} min`
  return `${timesText(joined_at, left_at, zone)}, ${length}`
}
