import { expect, test } from 'vitest'
import { rateOf } from './person-facts.ts'

test('a rate shows cents only if there are any, and groups thousands', () => {
  expect(['35.00', '35.50', '1000.00'].map(rateOf)).toEqual([
    '$35 an hour',
    '$35.50 an hour',
    '$1,000 an hour',
  ])
})
