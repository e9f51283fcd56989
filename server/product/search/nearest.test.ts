import { expect, test } from 'vitest'
import { mistakesBetween, nearestWord } from './nearest.ts'

const known = ['calculus', 'calculator', 'graph', 'grape', 'java', 'derivative', '10432', 'cs'].map(word => ({
  word,
  posts: word === 'graph' ? 9 : 1,
}))

test.each([
  ['calculsu', 'calculus'],
  ['calclus', 'calculus'],
  ['callculus', 'calculus'],
  ['grpah', 'graph'],
  ['jaav', 'java'],
  ['derivtaive', 'derivative'],
])('%s is corrected to %s', (typed, meant) => {
  expect(nearestWord(typed, known)).toBe(meant)
})

test('the more common of two equally near words wins', () => {
  expect(nearestWord('grapg', known)).toBe('graph')
})

test.each(['xyzzy', 'jvaa2', '10431', 'sc', 'grlsp'])('%s stays as it is', typed => {
  expect(nearestWord(typed, known)).toBeNull()
})

test('two swapped neighbors count as one mistake, in either direction', () => {
  expect(mistakesBetween('graph', 'grpah')).toBe(1)
  expect(mistakesBetween('grpah', 'graph')).toBe(1)
  expect(mistakesBetween('kitten', 'sitting')).toBe(3)
  expect(mistakesBetween('', 'abc')).toBe(3)
})
