import { expect, test } from 'vitest'
import { daysOf } from './turns.ts'

const zone = 'America/New_York'
const said = (who: 'I' | 'they', sent_at: string) => ({ mine: who === 'I', sent_at })

test('messages are grouped by the zone’s days, and within a day by sender', () => {
  const messages = [
    said('I', '2026-11-02T04:50:00.000Z'),
    said('I', '2026-11-02T05:01:00.000Z'),
    said('they', '2026-11-02T05:02:00.000Z'),
    said('they', '2026-11-02T05:03:00.000Z'),
    said('I', '2026-11-02T05:04:00.000Z'),
  ]
  const days = daysOf(messages, zone)
  expect(days.map(({ day }) => day)).toEqual(['Sunday, November 1, 2026', 'Monday, November 2, 2026'])
  expect(days.map(({ turns }) => turns.map(turn => [turn.mine, turn.messages.length]))).toEqual([
    [[true, 1]],
    [
      [true, 1],
      [false, 2],
      [true, 1],
    ],
  ])
})

test('after a pause the same person begins a new turn', () => {
  const at = (minute: number) => said('I', new Date(Date.UTC(2026, 10, 2, 15, minute)).toISOString())
  const [day] = daysOf([at(0), at(4), at(9)], zone)
  expect(day!.turns.map(({ messages }) => messages.length)).toEqual([2, 1])
})

test('no messages make no days', () => {
  expect(daysOf([], zone)).toEqual([])
})
