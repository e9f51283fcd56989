import { expect, test } from 'vitest'
import { nextChange } from '#web/features/bookings/next-change.ts'
import { momentsOf } from './session-times.ts'

test('the card of a moved place changes when it can’t be left anymore, during the session', () => {
  const occurrence = { starts_at: '2026-11-23T23:00:00Z', ends_at: '2026-11-24T01:00:00Z' }
  const moved = { occurrence, leave_until: '2026-11-24T00:00:00Z' }
  const start = Temporal.Instant.from(occurrence.starts_at)
  expect(nextChange(momentsOf([moved]), start, 'America/New_York').toString()).toBe('2026-11-24T00:00:00Z')
})
