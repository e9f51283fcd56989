import { expect, test } from 'vitest'
import { timeLimits } from './time-limits.ts'

const { turn, connection, statement, silence, replicaSilence } = timeLimits

test.each([
  ['a turn and then a database that hangs', turn + silence],
  ['a connection and then a database that hangs', connection + silence],
  ['a replica that hangs and then a database that does', replicaSilence + silence],
])('whoever waits for %s has an answer within ten seconds', (_, sum) => {
  expect(sum).toBeLessThanOrEqual(10_000)
})

test('a statement that takes too long is ended by the database, and not taken for its silence', () => {
  expect(statement).toBeLessThan(silence)
})
