import { expect, test } from 'vitest'
import { cutText, peopleText, shortDollars } from './words.ts'

test('a text is cut between characters, not inside one', () => {
  expect(cutText('  Heaps ', 50)).toBe('Heaps')
  expect(cutText('a'.repeat(50), 50)).toBe('a'.repeat(50))
  expect(cutText('a'.repeat(51), 50)).toBe(`${'a'.repeat(50)}…`)
  expect(cutText('📚📚📚', 2)).toBe('📚📚…')
})

test('whole dollars have no cents', () => {
  expect(['$30.00', '$7.50', '$1,200.00'].map(shortDollars)).toEqual(['$30', '$7.50', '$1,200'])
})

test('people are expected before, counted during, and reported after the meeting', () => {
  expect(peopleText(0, 0, false, true)).toBe('Nobody has signed up yet')
  expect(peopleText(8, 0, false, true)).toBe('8 expected')
  expect(peopleText(8, 3, false, true)).toBe('3 of 8 joined so far')
  expect(peopleText(8, 5, true, true)).toBe('5 of 8 attended')
  expect(peopleText(8, 0, true, true)).toBe('0 of 8 attended')
})

test('nobody is said to have stayed away from a meeting without a call', () => {
  expect(peopleText(8, 0, false, false)).toBe('8 expected')
  expect(peopleText(8, 0, true, false)).toBe('8 signed up')
})
