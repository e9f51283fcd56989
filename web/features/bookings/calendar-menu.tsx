import { CalendarPlus } from 'lucide-react'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { callUrl } from '#shared/api/contract.ts'
import { type Occurrence, type Session, sessions } from '#shared/api/sessions.ts'
import { bookingEntry, calendarLinks, occurrenceEntry } from '#shared/domain/ics.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

/** What a page adds to an online calendar, and the address of the file. */
type Entry = { event: ReturnType<typeof bookingEntry>; file: string }

/**
 * Adds a meeting to a calendar: as a file, with which calendars also get later changes, or through a web
 * page.
 */
export function CalendarMenu({
  event,
  file,
  labeled = false,
}: Entry & {
  /** Whether the button has a label where there is room. */
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

/** An approved booking as an entry. */
export function bookingInCalendar(booking: Booking): Entry {
  return {
    event: bookingEntry(booking, location.origin),
    file: callUrl(bookings.calendar, { params: { id: booking.id } }),
  }
}

/** An occurrence that the person teaches, or that is free, as an entry. */
export function occurrenceInCalendar(session: Session, { id, starts_at, ends_at }: Occurrence): Entry {
  const facts = {
    id,
    sessionId: session.id,
    start: Temporal.Instant.from(starts_at),
    end: Temporal.Instant.from(ends_at),
    title: session.title,
    teacher: session.is_owner ? null : session.admin_profile.name,
    location: session.location,
  }
  return {
    event: occurrenceEntry(facts, location.origin),
    file: callUrl(sessions.calendar, { params: { id } }),
  }
}
