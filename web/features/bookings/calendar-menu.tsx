import { CalendarPlus } from 'lucide-react'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { callUrl } from '#shared/api/contract.ts'
import { type Occurrence, type Session, sessions } from '#shared/api/sessions.ts'
import { type CalendarEvent, calendarLinks } from '#shared/domain/ics.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { cardFacts, otherOf } from './booking-facts.ts'

/** The calendar event, and the address of its file. */
type Entry = { event: CalendarEvent; file: string }

/**
 * Adds a meeting to a calendar: as a file, with which calendars also get later changes, or through a web
 * page.
 */
export function CalendarMenu({
  event,
  file,
  labeled = false,
}: Entry & {
  /** With a label, if there is room. */
  labeled?: boolean
}) {
  const { google, outlook } = calendarLinks(event)
  const onTheWeb = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <Menu
      entries={[
        {
          label: 'Calendar file (.ics)',
          // biome-ignore lint/a11y/useAnchorContent: the menu puts the entry's label into it
          render: <a href={file} download />,
        },
        { label: 'Google Calendar', render: <a href={google} {...onTheWeb} /> },
        { label: 'Outlook', render: <a href={outlook} {...onTheWeb} /> },
      ]}
      trigger={props =>
        labeled ? (
          <button {...props} className={buttonClass()}>
            <CalendarPlus aria-hidden="true" className="size-4.5" />
            Add to calendar
          </button>
        ) : (
          <button
            {...props}
            aria-label="Add to calendar"
            data-tip="Add to calendar"
            className={`${iconButtonClass} size-8!`}
          >
            <CalendarPlus aria-hidden="true" className="size-4.5" />
          </button>
        )
      }
    />
  )
}

// The events match those in the server's files (server/product/bookings/calendar.ts, sessions/calendar.ts).

/** An approved booking as a calendar entry. */
export function bookingEntry(booking: Booking, now: Temporal.Instant): Entry {
  const { id, topic, is_session, location: place } = booking
  return {
    event: {
      ...newEvent(id, now),
      ...cardFacts(booking),
      title: `${topic} with ${otherOf(booking).name}`,
      description: `A ${is_session ? 'group' : 'tutoring'} session on Ignite.`,
      location: place ?? `${location.origin}/meeting/live/${id}`,
      url: `${location.origin}/booking/${id}`,
    },
    file: callUrl(bookings.calendar, { params: { id } }),
  }
}

/** An occurrence that the person teaches, or that is free, as a calendar entry. */
export function occurrenceEntry(session: Session, occurrence: Occurrence, now: Temporal.Instant): Entry {
  const { id, starts_at, ends_at } = occurrence
  const { title, admin_profile: owner, is_owner, location: place } = session
  return {
    event: {
      ...newEvent(id, now),
      start: Temporal.Instant.from(starts_at),
      end: Temporal.Instant.from(ends_at),
      title: is_owner ? title : `${title} with ${owner.name}`,
      description: 'A group session on Ignite.',
      location: place ?? `${location.origin}/meeting/live/${id}`,
      url: `${location.origin}/sessions/${session.id}`,
    },
    file: callUrl(sessions.calendar, { params: { id } }),
  }
}

function newEvent(uid: string, stamp: Temporal.Instant) {
  return { uid, sequence: 0, cancelled: false, stamp }
}
