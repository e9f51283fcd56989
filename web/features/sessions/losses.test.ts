import { expect, test } from 'vitest'
import { lossesOf } from './losses.ts'

const now = Date.parse('2026-10-28T20:15:00.000Z')
const running = { starts_at: '2026-10-28T20:00:00.000Z' }
const later = { starts_at: '2026-11-04T21:00:00.000Z' }
const paid = { rate: '30.00', repeat: false, attendees: 3 }

test('a session that is deleted loses its times, and the money paid for them', () => {
  expect(lossesOf({ ...paid, upcoming: [later] }, 2, now)).toEqual([
    'It’s permanently canceled.',
    'Enrolled: 3 people. We’ll let them know.',
    'Already paid: 2 people. They’ll get a full refund.',
  ])
  expect(lossesOf({ ...paid, upcoming: [later] }, null, now)).toContain(
    'Anyone who already paid gets a full refund.',
  )
})

test('a meeting in progress isn’t lost', () => {
  const goesOn = 'The meeting in progress goes on until it ends.'
  const disappears = 'The session permanently disappears from your profile.'
  for (const known of [null, 0]) {
    expect(lossesOf({ ...paid, upcoming: [running] }, known, now)).toEqual([disappears, goesOn])
  }
  expect(lossesOf({ ...paid, repeat: true, upcoming: [running, later] }, 0, now)).toEqual([
    'All upcoming dates are permanently canceled.',
    goesOn,
    'Enrolled: 3 people. We’ll let them know.',
  ])
})
