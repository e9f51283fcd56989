import { expect, test } from 'vitest'
import { merged } from './merged.ts'

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`
/** With `until`, a list that has more after this hour. */
const list = (name: string, hours: number[], until?: number) => ({
  name,
  until: until === undefined ? null : at(until),
  rows: hours.map(hour => ({ at: at(hour), name })),
})
const shown = (rows: readonly { at: string; name: string }[]) =>
  rows.map(({ at, name }) => `${Number(at.slice(11, 13))} ${name}`)

test('lists that are loaded to their end are one list by time', () => {
  const { rows, behind } = merged([list('a', [9, 12]), list('b', [8, 12, 20]), list('c', [])], 'rising')
  expect(shown(rows)).toEqual(['8 b', '9 a', '12 a', '12 b', '20 b'])
  expect(behind).toBeNull()
})

test('what another list’s next page could come before waits for it', () => {
  const early = list('early', [9, 10], 10)
  const { rows, behind } = merged([list('late', [8, 11, 23], 23), early], 'rising')
  expect(shown(rows)).toEqual(['8 late', '9 early', '10 early'])
  expect(behind).toBe(early)
})

test('the latest come first in what has passed', () => {
  const later = list('later', [20, 15], 15)
  const { rows, behind } = merged([list('both', [21, 15, 3], 3), later], 'falling')
  expect(shown(rows)).toEqual(['21 both', '20 later', '15 both', '15 later'])
  expect(behind).toBe(later)
})

test('a list that shows none of its loaded rows is known as far as the last of them, and then loads more', () => {
  const hidden = list('hidden', [], 12)
  const { rows, behind } = merged([list('shown', [9, 12, 15]), hidden], 'rising')
  expect(shown(rows)).toEqual(['9 shown', '12 shown'])
  expect(behind).toBe(hidden)
})
