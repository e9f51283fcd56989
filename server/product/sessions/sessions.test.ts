import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#shared/api/sessions.ts'
import { dayAhead, makeSession, planOf } from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person

beforeAll(async () => {
  stack = await startStack()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
})

afterAll(() => stack?.close())

describe('a session', () => {
  test('is planned once, and shown to others with its next occurrence', async () => {
    const { id } = await makeSession(stack, tutor)
    const { body } = await student.call(sessions.get, { query: { id } })
    const starts = Temporal.ZonedDateTime.from(`${dayAhead(stack, 2)}T10:00[America/New_York]`)
    expect(body.session).toMatchObject({
      title: 'Heaps, together',
      starts_at: starts.toInstant().toString({ fractionalSecondDigits: 3 }),
      start_time: '10:00',
      minutes: 60,
      rate: '30.00',
      price: '30.00',
      fee: '0.00',
      total: '30.00',
      capacity: 50,
      repeat: false,
      is_owner: false,
      upcoming: [{ taken: 0, action: 'none', state: 'planned' }],
    })
    expect((await tutor.call(sessions.create, { body: planOf(stack) })).status).toBe(409)
  })
})
