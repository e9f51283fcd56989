import { expect, test } from 'vitest'
import { relativeTime, timeAgo } from './relative-time.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:20Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T10:01:00Z', '1 hour ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-19T14:00:00Z', '2 days ago'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
  ['2026-11-07T12:00:00Z', '2 weeks ago'],
  ['2025-11-01T12:00:00Z', 'last year'],
  ['2026-11-22T13:00:00Z', 'tomorrow'],
  ['2026-11-23T10:00:00Z', 'in 2 days'],
])('%s reads as %s', (date, text) => {
  expect(relativeTime(new Date(date), now, 'UTC')).toBe(text)
})

test.each([
  ['Pacific/Auckland', '2 days ago'],
  ['UTC', 'yesterday'],
])('in %s, 30 hours are %s', (zone, text) => {
  expect(relativeTime(new Date('2026-11-20T06:00:00Z'), now, zone)).toBe(text)
})

test.each([
  ['2026-11-21T12:10:00Z', 'just now'],
  ['2026-11-22T13:00:00Z', 'just now'],
  ['2026-11-21T11:50:00Z', '10 minutes ago'],
])('%s has passed, though the page may not know yet: %s', (date, text) => {
  expect(timeAgo(new Date(date), now, 'UTC')).toBe(text)
})

test('24 hours within a day of 25 hours aren’t “just now”', () => {
  const [start, later] = [new Date('2026-11-01T05:00:00Z'), new Date('2026-11-02T05:00:00Z')]
  expect(relativeTime(start, later, 'America/Chicago')).toBe('yesterday')
})
