/** A booking, or an occurrence of a session, for calendars. */
export type CalendarEvent = {
  /** Always the same for one meeting; with a higher `sequence`, calendars replace their old entry. */
  uid: string
  sequence: number
  cancelled: boolean
  stamp: Temporal.Instant
  start: Temporal.Instant
  end: Temporal.Instant
  title: string
  description: string
  /** Where to go: a location, or the address of the room. */
  location: string
  url: string
}

/** What a meeting is called in calendars, wherever it was added from. */
type Entry = Pick<CalendarEvent, 'start' | 'end' | 'title' | 'description' | 'location' | 'url'>

/** A booking for one of its people. */
export function bookingEntry(
  booking: {
    id: string
    topic: string
    starts_on: string
    ends_on: string
    role: 'student' | 'tutor'
    admin_name: string
    joinee_name: string
    is_session: boolean
    location: string | null
  },
  origin: string,
): Entry {
  const { id, topic, role, admin_name, joinee_name, is_session, location } = booking
  return {
    start: Temporal.Instant.from(booking.starts_on),
    end: Temporal.Instant.from(booking.ends_on),
    title: `${topic} with ${role === 'tutor' ? joinee_name : admin_name}`,
    description: `A ${is_session ? 'group session' : 'meeting'} on Ignite.`,
    location: location ?? `${origin}/meeting/live/${id}`,
    url: `${origin}/booking/${id}`,
  }
}

/** An occurrence of a session for its teacher, or for somebody enrolled. */
export function occurrenceEntry(
  occurrence: {
    id: string
    sessionId: string
    start: Temporal.Instant
    end: Temporal.Instant
    title: string
    /** Null for the teacher. */
    teacher: string | null
    location: string | null
  },
  origin: string,
): Entry {
  const { id, sessionId, start, end, title, teacher, location } = occurrence
  return {
    start,
    end,
    title: teacher === null ? title : `${title} with ${teacher}`,
    description: 'A group session on Ignite.',
    location: location ?? `${origin}/meeting/live/${id}`,
    url: `${origin}/sessions/${sessionId}`,
  }
}

/** The event as a calendar file (RFC 5545). Times are in UTC, so that the file needs no time zone rules. */
export function calendarFile(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ignite//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${basicTime(event.stamp)}`,
    `DTSTART:${basicTime(event.start)}`,
    `DTEND:${basicTime(event.end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    // A URI isn't escaped like text, so a line break in it would inject another property.
    `URL:${new URL(event.url).href}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(line => `${fold(line)}\r\n`).join('')
}

/** Addresses of web pages that add the event to an online calendar. */
export function calendarLinks({ start, end, title, description, location, url }: Entry): {
  google: string
  outlook: string
} {
  const details = description ? `${description}\n\n${url}` : url
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${basicTime(start)}/${basicTime(end)}`,
    details,
    location,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: wholeSeconds(start),
    enddt: wholeSeconds(end),
    body: details,
    location,
  })
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    // Outlook's page shows a plus sign for a form-encoded space.
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${`${outlook}`.replaceAll('+', '%20')}`,
  }
}

function wholeSeconds(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: 'second' })
}

function basicTime(moment: Temporal.Instant): string {
  return wholeSeconds(moment).replace(/[-:]/g, '')
}

function escapeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 allows no control characters in text besides tabs
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

/** Splits a line into pieces of at most 75 octets of UTF-8, never inside a character. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const code = character.codePointAt(0)!
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
