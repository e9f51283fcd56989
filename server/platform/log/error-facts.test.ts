import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { errorFacts } from './error-facts.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

const canary = 'canary.of.mine@example.edu'

test.each([
  [
    'a row that is refused',
    sql`insert into users (name, email, username) values ('', ${canary}, 'c')`,
    'users_name_check',
  ],
  ['a value that can’t be read', sql`select ${canary}::uuid`, '22P02'],
  [
    'a second row of the same',
    sql`insert into users (name, email, email_verified, username)
      select 'C', ${canary}, true, 'c' || n from generate_series(1, 2) n`,
    'users_confirmed_email',
  ],
])('the log says where and what happened for %s, and not to whom', async (_, statement, found) => {
  const error = await statement.execute(stack.db).catch(error => error)
  expect(JSON.stringify({ ...error, message: error.message })).toContain(canary)
  const logged = JSON.stringify(errorFacts(error))
  expect(logged).not.toContain('canary')
  expect(logged).toContain(found)
  expect(logged).toMatch(/ at /)
})

test('the log contains nothing that we sent to others, and nothing of an error’s cause', () => {
  const sent = Object.assign(new Error(`550 <${canary}> is unknown here`), {
    envelope: { to: [canary] },
    requestBodyValues: { prompt: 'canary of a question' },
    response: 'canary of an answer',
    responseCode: 550,
  })
  const logged = JSON.stringify(errorFacts(new Error('the provider failed', { cause: sent })))
  expect(logged).not.toContain('canary')
  expect(logged).toContain('550 <(an address)> is unknown here')
})

test('the log says why the parts of a job failed, in the same way', () => {
  const parts = Array.from({ length: 7 }, (_, n) => new Error(`550 <${canary}> is unknown to server ${n}`))
  const { message, errors } = errorFacts(new AggregateError(parts, '7 mails couldn’t be sent'))
  expect(message).toBe('7 mails couldn’t be sent')
  expect(errors?.map(error => error.message)).toEqual(
    [0, 1, 2, 3, 4].map(n => `550 <(an address)> is unknown to server ${n}`),
  )
})
