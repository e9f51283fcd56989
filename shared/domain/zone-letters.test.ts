import { expect, test } from 'vitest'
import { lettersIfTwice, zoneLetters } from './zone-letters.ts'

test('a zone’s letters are those of the moment', () => {
  expect(zoneLetters('America/New_York', '2026-11-01T05:30:00Z')).toBe('EDT')
  expect(zoneLetters('America/New_York', '2026-11-01T06:30:00Z')).toBe('EST')
})

test.each([
  ['2026-11-01T04:59:00Z', ''],
  ['2026-11-01T05:00:00Z', ' EDT'],
  ['2026-11-01T05:59:00Z', ' EDT'],
  ['2026-11-01T06:00:00Z', ' EST'],
  ['2026-11-01T06:59:00Z', ' EST'],
  ['2026-11-01T07:00:00Z', ''],
  ['2026-03-08T06:30:00Z', ''],
  ['2026-03-08T07:30:00Z', ''],
])('in New York, a time at %s is told apart from the same an hour away by “%s”', (moment, letters) => {
  expect(lettersIfTwice('America/New_York', moment)).toBe(letters)
})
