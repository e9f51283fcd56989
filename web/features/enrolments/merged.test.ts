import { expect, test } from 'vitest'
import { merged } from './merged.ts'

const list = (name: string, hours: number[], hasNextPage = false) => ({
  name,
  hasNextPage,
  rows: hours.map(hour => ({ at: `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`, name })),
})
const shown = (rows: readonly { at: string; name: string }[]) =>
  rows.map(({ at, name }) => `${Number(at.slice(11, 13))} ${name}`)

test('lists that are loaded to their end are one list by time', () => {
  const { rows, behind } = merged([list('a', [9, 12]), list('b', [8, 12, 20]), list('c', [])], 'rising')
  expect(shown(rows)).toEqual(['8 b', '9 a', '12 a', '12 b', '20 b'])
  expect(behind).toBeNull()
})

test('what another list’s next page could come before waits for it', () => {
  const early = list('early', [9, 10], true)
  const { rows, behind } = merged([list('late', [8, 11, 23], true), early], 'rising')
  expect(shown(rows)).toEqual(['8 late', '9 early', '10 early'])
  expect(behind).toBe(early)
})

test('the latest come first in what has passed', () => {
  const later = list('later', [20, 15], true)
  const { rows, behind } = merged([list('both', [21, 15, 3], true), later], 'falling')
  expect(shown(rows)).toEqual(['21 both', '20 later', '15 both', '15 later'])
  expect(behind).toBe(later)
})
