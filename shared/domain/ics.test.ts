import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, calendarFile, calendarLinks } from './ics.ts'

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
