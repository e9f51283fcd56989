import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolments } from '#shared/api/enrolments.ts'
import type { ProblemBody } from '#shared/api/problem.ts'
import { sessions } from '#shared/api/sessions.ts'
import { makeSession, planOf } from '../../../test/factories/sessions.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import { callDuringSuspension } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

describe('a call in progress when its person is suspended', () => {
  let session: string
  const calls: Record<string, (person: Person) => Promise<{ status: number; problem: ProblemBody }>> = {
    'a session': person => person.call(sessions.create, { body: planOf(stack) }),
    'an enrollment': person => person.call(enrolments.enrol, { body: { id: session } }),
    'a withdrawal': person => withdraw(person, 500),
  }

  beforeAll(async () => {
    session = (await makeSession(stack, await stack.signIn('frida.friend'))).id
  })

  test.each(Object.entries(calls))('is refused: %s', async (name, call) => {
    const username = `suspended.${name.replaceAll(' ', '.')}`
    const person = await stack.signIn(username)
    await onboard(stack, person)
    await earn(stack, username, 1000)
    const { status, problem } = await callDuringSuspension(stack.db, username, () => call(person))
    expect([status, problem.detail]).toEqual([409, 'Your account was suspended in the meantime.'])
  })
})
