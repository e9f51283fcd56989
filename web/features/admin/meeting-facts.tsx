import { Link } from '@tanstack/react-router'
import type { BookingOfMoney, Side as Person } from '#shared/api/admin.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type Meeting = Pick<BookingOfMoney, 'starts_on' | 'ends_on' | 'student' | 'tutor'>

/** When a meeting is, in the operator's zone. */
export function MeetingTime({ starts_on, ends_on }: Meeting) {
  const zone = useViewerZone()
  return (
    <time dateTime={starts_on}>
      {shortDayText(starts_on, zone)}, {timesText(starts_on, ends_on, zone)}
    </time>
  )
}

/** The two people of a meeting. */
export function Sides({ student, student_email, tutor }: Meeting & { student_email?: string | null }) {
  return (
    <div className="flex flex-col gap-2">
      <Side what="Student" person={student} />
      {student_email && (
        <p className="-mt-2 pl-16 tiny:pl-0 text-14 wrap-anywhere text-ink-soft">{student_email}</p>
      )}
      <Side what="Tutor" person={tutor} />
    </div>
  )
}

function Side({ what, person }: { what: string; person: Person }) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-14 tiny:flex-wrap">
      <span className="w-14 tiny:w-full shrink-0 text-12 text-ink-faint">{what}</span>
      <Avatar name={person.name} image={person.profile_image} className="size-6!" />
      <span className="flex min-w-0 flex-wrap gap-x-2 wrap-anywhere">
        <bdi className="font-medium">{person.name}</bdi>
        {person.username !== null && (
          // A suspended person has no page: operators find anybody under People.
          <Link
            to="/admin"
            search={{ tab: 'people', text: person.username }}
            className="text-accent underline underline-offset-4"
          >
            @{person.username}
          </Link>
        )}
      </span>
    </p>
  )
}
