import { describe, expect, test } from 'vitest'
import type { Booking } from '#shared/api/bookings.ts'
import { notOpenYet, overAlready } from '#shared/api/meetings.ts'
import { closedText, refusedText, untilText } from './room-texts.ts'

const meeting = { starts_on: '2026-11-23T18:00:00Z', ends_on: '2026-11-23T19:30:00Z' }

test.each([
  ['2026-11-20T17:00:00Z', 'Starts in 3 days'],
  ['2026-11-23T16:00:00Z', 'Starts in 2 hours'],
  ['2026-11-23T16:59:00Z', 'Starts in 1 hour 1 minute'],
  ['2026-11-23T17:59:30Z', 'Starts in 1 minute'],
  ['2026-11-23T18:00:00Z', 'Ends in 1 hour 30 minutes'],
  ['2026-11-23T19:29:59Z', 'Ends in 1 minute'],
  ['2026-11-23T19:30:00Z', 'Time’s up'],
])('the countdown of a room at %s: %s', (now, text) => {
  expect(untilText(meeting, new Date(now))).toBe(text)
})

describe('a closed room', () => {
  const before = '2026-11-23T17:00:00Z'
  const title = (status: Booking['status'], now = before, role: Booking['role'] = 'student') =>
    closedText({ ...meeting, status, role, admin_name: 'Tara' } as Booking, new Date(now), 'UTC')

  test('says when it opens', () => {
    expect(title('approved').title).toBe('Not open yet')
    expect(title('approved').text.replaceAll('\u00a0', ' ')).toContain('opens at 5:50 PM on Mon, Nov 23')
  })

  test('says that it is over by the clock or by the state', () => {
    expect(title('approved', '2026-11-23T19:30:00Z').title).toBe('This meeting is over')
    expect(title('missed').title).toBe('This meeting is over')
  })

  test('says why there is no meeting, to each side', () => {
    expect(title('requested').text).toBe('Tara hasn’t answered your request.')
    expect(title('requested', before, 'tutor').text).toContain('is waiting for your answer')
    expect(title('cancelled').title).toBe('This meeting was canceled')
    expect(title('declined')).toEqual({
      title: 'There’s no meeting',
      text: 'The request for this time wasn’t accepted.',
    })
    expect(title('expired').text).toBe('Your hold expired.')
    expect(title('held').text).toBe('You haven’t paid for it yet.')
  })
})

test('the closed room of a session says when it opens or ended, or why it stays closed', () => {
  const text = (refusal: string) =>
    refusedText(meeting, refusal, new Date('2026-11-23T17:00:00Z'), 'UTC').text.replaceAll('\u00a0', ' ')
  expect(text(notOpenYet)).toContain('opens at 5:50 PM on Mon, Nov 23')
  expect(text(overAlready)).toBe('It ended at 7:30 PM.')
  expect(text('Your place was canceled.')).toBe('Your place was canceled.')
})
