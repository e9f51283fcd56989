import { CalendarPlus } from 'lucide-react'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { calendarLinks } from '#shared/domain/ics.ts'
import { callUrl } from '#web/lib/api.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { cardFacts, otherOf } from './booking-facts.ts'

/** Puts an approved booking into a calendar: a file, which tells a calendar of later changes too, or a page on the web. */
export function CalendarMenu({
  booking,
  now,
  labelled = false,
}: {
  booking: Booking
  now: Temporal.Instant
  /** With its words, where there is room for them. */
  labelled?: boolean
}) {
  const { google, outlook } = calendarLinks(eventOf(booking, now))
  const onTheWeb = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <Menu
      entries={[
        {
          label: 'Calendar file (.ics)',
          // biome-ignore lint/a11y/useAnchorContent: the menu puts the entry's label into it
          render: <a href={callUrl(bookings.calendar, { params: { id: booking.id } })} download />,
        },
        { label: 'Google Calendar', render: <a href={google} {...onTheWeb} /> },
        { label: 'Outlook', render: <a href={outlook} {...onTheWeb} /> },
      ]}
      trigger={props =>
        labelled ? (
          <button {...props} className={buttonClass()}>
            <CalendarPlus aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
            Add to calendar
          </button>
        ) : (
          <button
            {...props}
            aria-label="Add to calendar"
            data-tip="Add to calendar"
            className={`${iconButtonClass} size-8!`}
          >
            <CalendarPlus aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          </button>
        )
      }
    />
  )
}

/** The event as the server writes it into the file (server/product/bookings/calendar.ts). */
function eventOf(booking: Booking, now: Temporal.Instant) {
  const { start, end } = cardFacts(booking)
  return {
    uid: booking.id,
    sequence: 0,
    cancelled: false,
    stamp: now,
    start,
    end,
    title: `${booking.topic} with ${otherOf(booking).name}`,
    description: 'A tutoring session on Ignite.',
    url: `${location.origin}/booking/${booking.id}`,
  }
}
