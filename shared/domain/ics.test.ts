import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookingEntry, type CalendarEvent, calendarFile, calendarLinks, occurrenceEntry } from './ics.ts'

const event: CalendarEvent = {
  uid: 'booking-42@ignite.example',
  sequence: 1,
  cancelled: false,
  stamp: Temporal.Instant.from('2026-11-20T10:00:00.123Z'),
  start: Temporal.Instant.from('2026-11-23T18:00-05:00'),
  end: Temporal.Instant.from('2026-11-23T19:30-05:00'),
  title: 'Calculus with Ada; limits, series',
  description: 'Meeting on Ignite\nBring \\epsilon',
  location: 'Library, room 214',
  url: 'https://ignite.example/meeting',
}

/** A file's properties, unfolded. */
const properties = (file: string) =>
  new Map(
    file
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const),
  )

describe('a calendar file', () => {
  test('holds the event in UTC, with its text escaped', () => {
    expect(calendarFile(event)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Ignite//Bookings//EN',
        'CALSCALE:GREGORIAN',
        'BEGIN:VEVENT',
        'UID:booking-42@ignite.example',
        'SEQUENCE:1',
        'STATUS:CONFIRMED',
        'DTSTAMP:20261120T100000Z',
        'DTSTART:20261123T230000Z',
        'DTEND:20261124T003000Z',
        'SUMMARY:Calculus with Ada\\; limits\\, series',
        'DESCRIPTION:Meeting on Ignite\\nBring \\\\epsilon',
        'LOCATION:Library\\, room 214',
        'URL:https://ignite.example/meeting',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  test('cancels the event under the same UID', () => {
    const cancelled = properties(calendarFile({ ...event, sequence: 2, cancelled: true }))
    expect(cancelled.get('UID')).toBe(event.uid)
    expect(cancelled.get('SEQUENCE')).toBe('2')
    expect(cancelled.get('STATUS')).toBe('CANCELLED')
  })

  test('has lines of at most 75 octets, and any text survives the folding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), title => {
        const file = calendarFile({ ...event, title })
        for (const line of file.split('\r\n'))
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(file.isWellFormed()).toBe(true)
        const read = properties(file)
          .get('SUMMARY')!
          .replace(/\\([\\;,n])/g, (_, one) => (one === 'n' ? '\n' : one))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
        const kept = title.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
        expect(read).toBe(kept)
      }),
      { numRuns: 200 },
    )
  })

  test('a text or an address can’t inject anything into it', () => {
    const title = 'x\r\nEND:VEVENT\r\nATTACH:https://evil.example'
    const file = calendarFile({ ...event, title, url: 'https://ignite.example/\r\nATTACH:x' })
    expect(file.match(/^END:VEVENT/gm)).toHaveLength(1)
    expect(file).not.toMatch(/^ATTACH/m)
  })
})

test('an entry names the other person, and leads to the place or the call', () => {
  const times = { starts_on: '2026-11-23T23:00:00Z', ends_on: '2026-11-24T00:30:00Z' }
  const people = { admin_name: 'Grace Kim', joinee_name: 'Maya Ortiz' }
  const booking = { id: '42', topic: 'Heaps', role: 'student' as const, is_session: false, location: null }
  const origin = 'https://ignite.example'
  expect(bookingEntry({ ...booking, ...times, ...people }, origin)).toEqual({
    ...{ start: event.start, end: event.end },
    title: 'Heaps with Grace Kim',
    description: 'A meeting on Ignite.',
    location: 'https://ignite.example/meeting/live/42',
    url: 'https://ignite.example/booking/42',
  })
  const place = { ...booking, role: 'tutor' as const, is_session: true, location: 'Room 214' }
  expect(bookingEntry({ ...place, ...times, ...people }, origin)).toMatchObject({
    title: 'Heaps with Maya Ortiz',
    description: 'A group session on Ignite.',
    location: 'Room 214',
  })
  const occurrence = { ...event, id: '7', sessionId: '3', title: 'Trees', location: null }
  expect(occurrenceEntry({ ...occurrence, teacher: null }, origin)).toMatchObject({
    title: 'Trees',
    location: 'https://ignite.example/meeting/live/7',
    url: 'https://ignite.example/sessions/3',
  })
  expect(occurrenceEntry({ ...occurrence, teacher: 'Grace Kim' }, origin).title).toBe('Trees with Grace Kim')
})

test('links to calendars on the web carry the same event', () => {
  const { google, outlook } = calendarLinks(event)
  const read = (link: string) => Object.fromEntries(new URL(link).searchParams)
  expect(new URL(google).host).toBe('calendar.google.com')
  expect(read(google)).toMatchObject({
    action: 'TEMPLATE',
    text: event.title,
    dates: '20261123T230000Z/20261124T003000Z',
    details: `${event.description}\n\n${event.url}`,
    location: event.location,
  })
  expect(new URL(outlook).host).toBe('outlook.live.com')
  expect(read(outlook)).toMatchObject({
    rru: 'addevent',
    subject: event.title,
    startdt: '2026-11-23T23:00:00Z',
    enddt: '2026-11-24T00:30:00Z',
    location: event.location,
  })
  expect(outlook).not.toContain('+')
})
