import { describe, expect, test } from 'vitest'
import { cardTitle, joinButton, messageChip, requestTitle, stateText, wholeTitle } from './booking-card.ts'
import { type BookingState, bookingStates } from './booking-states.ts'

const at = (text: string) => Temporal.Instant.from(text)
const zone = 'America/New_York'
const booking = (state: BookingState, start = '2026-11-23T18:00-05:00', end = '2026-11-23T19:30-05:00') => ({
  state,
  start: at(start),
  end: at(end),
})

describe('a state’s words', () => {
  test.each([
    ['2026-11-20T23:59-05:00', 'In 3 days'],
    ['2026-11-22T23:59-05:00', 'In 1 day'],
    ['2026-11-23T00:00-05:00', 'Today!'],
    ['2026-11-23T23:00-05:00', 'Today!'],
    ['2026-11-24T00:00-05:00', 'Meeting passed'],
  ])('count calendar days when approved: at %s %s', (now, text) => {
    expect(stateText(booking('approved'), at(now), zone)).toBe(text)
  })

  test('count them in the viewer’s zone', () => {
    const now = at('2026-11-22T20:00-05:00')
    expect(stateText(booking('approved'), now, zone)).toBe('In 1 day')
    expect(stateText(booking('approved', '2026-11-23T05:00Z'), now, 'Asia/Tokyo')).toBe('Today!')
  })

  test('don’t say passed for a meeting that began before midnight and is still going on', () => {
    const night = booking('approved', '2026-11-23T23:30-05:00', '2026-11-24T00:30-05:00')
    expect(stateText(night, at('2026-11-24T00:10-05:00'), zone)).toBe('Today!')
    expect(stateText(night, at('2026-11-24T00:30-05:00'), zone)).toBe('Meeting passed')
  })

  test('are otherwise the state’s own name', () => {
    const now = at('2026-11-22T12:00-05:00')
    expect(stateText(booking('requested'), now, zone)).toBe('Waiting approval')
    expect(stateText(booking('active'), now, zone)).toBe('active')
    expect(stateText(booking('declined'), now, zone)).toBe('declined')
  })

  test('name canceled and expired as all our texts do', () => {
    const now = at('2026-11-22T12:00-05:00')
    expect(stateText(booking('cancelled'), now, zone)).toBe('canceled')
    expect(stateText(booking('lapsed'), now, zone)).toBe('expired')
  })
})

describe('the button into a meeting', () => {
  test.each([
    ['2026-11-22T18:00-05:00', null, null],
    ['2026-11-23T00:00-05:00', 'Join Now', true],
    ['2026-11-23T17:49:59-05:00', 'Join Now', true],
    ['2026-11-23T17:50-05:00', 'Join Now', false],
    ['2026-11-23T18:02-05:00', 'Join Now', false],
    ['2026-11-23T19:29:59-05:00', 'Join Now', false],
    ['2026-11-23T19:30-05:00', 'Meeting Ended', true],
    ['2026-11-25T19:30-05:00', 'Meeting Ended', true],
  ])('at %s: %s', (now, label, disabled) => {
    const button = joinButton(booking('approved'), at(now), zone, 'student')
    expect([button?.label ?? null, button?.disabled ?? null]).toEqual([label, disabled])
    expect(button?.dimmed ?? false).toBe(label === 'Meeting Ended')
  })

  test('has the tutor’s wording for the tutor', () => {
    const label = (now: string) => joinButton(booking('active'), at(now), zone, 'tutor')?.label
    expect(label('2026-11-23T18:00-05:00')).toBe('Start Now')
    expect(label('2026-11-23T19:30-05:00')).toBe('Session Ended')
  })

  test('opens before midnight for a meeting just after it', () => {
    const early = booking('approved', '2026-11-24T00:05-05:00', '2026-11-24T01:05-05:00')
    const button = (now: string) => joinButton(early, at(now), zone, 'student')
    expect(button('2026-11-22T23:59-05:00')).toBeNull()
    expect(button('2026-11-23T20:00-05:00')).toMatchObject({ label: 'Join Now', disabled: true })
    expect(button('2026-11-23T23:54-05:00')).toMatchObject({ disabled: true })
    expect(button('2026-11-23T23:55-05:00')).toMatchObject({ disabled: false })
  })

  test('doesn’t exist in any other state', () => {
    const others = bookingStates.filter(state => state !== 'approved' && state !== 'active')
    for (const state of others) {
      expect(joinButton(booking(state), at('2026-11-23T18:00-05:00'), zone, 'student')).toBeNull()
    }
  })
})

describe('cuts texts', () => {
  test('a card’s title ends before the first dash, and on a narrow card at 19 characters when over 20', () => {
    expect(cardTitle('Calculus - limits - week 3')).toBe('Calculus')
    expect(cardTitle('12345678901234567890')).toBe('12345678901234567890')
    expect(cardTitle('123456789012345678901')).toBe('1234567890123456789…')
    expect(cardTitle('😀'.repeat(21))).toBe(`${'😀'.repeat(19)}…`)
    expect(cardTitle('- notes')).toBe('- notes')
    expect(cardTitle('')).toBe('')
    expect(wholeTitle('123456789012345678901 - week 3')).toBe('123456789012345678901')
    expect(wholeTitle('- notes')).toBe('- notes')
  })

  test('the request modal drops the part after the last dash', () => {
    expect(requestTitle('Calculus - limits - 10432')).toBe('Calculus - limits')
    expect(requestTitle('Calculus')).toBe('Calculus')
    expect(requestTitle('- notes')).toBe('- notes')
  })

  test.each(['One-to-one meeting', 'Free-body diagrams', 'BIO-101 Biology', '1939–1945'])(
    'a dash within a word cuts nothing: %s',
    topic => {
      expect([wholeTitle(topic), cardTitle(topic), requestTitle(topic)]).toEqual([topic, topic, topic])
      expect(wholeTitle(`${topic} – week 3 — notes`)).toBe(topic)
      expect(requestTitle(`${topic} – week 3 — notes`)).toBe(`${topic} – week 3`)
    },
  )

  test('a message’s chip has 20 characters', () => {
    expect(messageChip('Please help me with…')).toBe('Please help me with…')
    expect(messageChip('Please help me with limits')).toBe('Please help me with …')
    expect([null, '', '  '].map(messageChip)).toEqual(['No Message', 'No Message', 'No Message'])
  })
})
