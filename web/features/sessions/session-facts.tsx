import type { ReactNode } from 'react'
import type { Session } from '#shared/api/sessions.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { CourseLink } from '#web/features/courses/course-link.tsx'
import { rateOf } from '#web/features/people/person-facts.ts'
import { dateParts, dayText, timesText, zoneAfter } from '#web/lib/zoned-time.ts'
import {
  crnParts,
  lengthText,
  onlineText,
  placeText,
  repeatDaysIn,
  repeatText,
  repeatUntilIn,
  studentsText,
  whenForOwner,
} from './words.ts'

/** The facts of a session besides its words, with times in the viewer's zone. */
export function SessionFacts({ session, zone }: { session: Session; zone: string }) {
  const { starts_at, ends_at, repeat, location, rate, price, fee, total, attendees, crns } = session
  const forOwner = whenForOwner(session, session, zone)
  const [days, daysThere] = [repeatDaysIn(session, zone), session.repeat_days].map(repeatText)
  const until = repeatUntilIn(session, zone)
  return (
    <dl className="mt-8 border-t border-line text-14">
      <Fact term="Date">
        <time dateTime={starts_at}>{dayText(starts_at, zone)}</time>
      </Fact>
      <Fact term="Time">
        <span title={forOwner ?? undefined}>
          <span className="figures">{timesText(starts_at, ends_at, zone)}</span>{' '}
          <span className="text-ink-faint">
            {zoneAfter(starts_at, ends_at, zone)}, {lengthText(session.minutes)}
          </span>
          {forOwner && <span className="block text-12 text-ink-faint">{forOwner}</span>}
        </span>
      </Fact>
      {repeat && (
        <Fact term="Repeats">
          {days}
          {until && <span className="block text-ink-faint">until {dateParts(until).whole}</span>}
          {daysThere !== days && (
            <span className="block text-12 text-ink-faint">
              For {session.admin_profile.name}: {daysThere}
            </span>
          )}
        </Fact>
      )}
      <Fact term="Location">{placeText(location) ?? onlineText}</Fact>
      <Fact term="Price">
        {rate === null || price === null || total === null ? (
          'Free'
        ) : (
          <>
            {dollarsText(total)} <span className="text-ink-faint">per session</span>
            <span className="block text-12 text-ink-faint">
              {rateOf(rate)} × {lengthText(session.minutes)}
              {fee !== null && fee !== '0.00' && ` + ${dollarsText(fee)} platform fee`}
            </span>
            <span className="mt-1 block text-ink-soft">
              {tookPlaceTerms(session.minutes, session.is_owner ? 'tutor' : 'student')}
            </span>
          </>
        )}
      </Fact>
      <Fact term="Students">
        {attendees === null ? (
          `Room for ${roomText(session)}`
        ) : (
          <>
            {studentsText(attendees)}{' '}
            <span className="text-ink-faint">enrolled, room for {roomText(session)}</span>
          </>
        )}
      </Fact>
      <Fact term="Classes">{crns.length === 0 ? 'No CRNs Added.' : <Classes session={session} />}</Fact>
    </dl>
  )
}

/** In a free session everyone enrolled can come; a paid one has a number of places each time. */
function roomText({ capacity, rate, repeat }: Session): string {
  return `${capacity}${rate !== null && repeat ? ' each time' : ''}`
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 tiny:grid-cols-1 tiny:gap-0 border-b border-line py-2.5">
      <dt className="text-ink-faint">{term}</dt>
      <dd className="min-w-0 wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  )
}

function Classes({ session: { crns, course_ids } }: { session: Session }) {
  return (
    <ul className="flex flex-col gap-1">
      {crns.map((text, index) => {
        const { crn, title } = crnParts(text)
        return (
          <li key={text} className="flex min-w-0 items-baseline gap-2">
            <span className="figures shrink-0">{crn}</span>
            <CourseLink
              courseId={course_ids[index]!}
              className="touch-area relative min-w-0 text-accent hover:underline"
            >
              {title}
            </CourseLink>
          </li>
        )
      })}
    </ul>
  )
}
