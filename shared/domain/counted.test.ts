import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('a counted noun is singular only for one, and its number has separators', () => {
  expect([0, 1, 2, 5000].map(count => counted(count, 'person', 'people'))).toEqual([
    '0 people',
    '1 person',
    '2 people',
    '5,000 people',
  ])
})
