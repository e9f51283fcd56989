import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import type { ProblemBody } from '#shared/api/problem.ts'
import { sessions } from '#shared/api/sessions.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { makeSession, planOf } from '../../../test/factories/sessions.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import { callBehind, callDuringSuspension } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ OPERATOR_EMAILS: 'opal.operator@example.edu' })
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
    expect([status, problem.detail]).toEqual([409, 'Your account has been suspended.'])
  })
})

test('removing a post while somebody reports it forgets what the report has kept', async () => {
  const author = await stack.signIn('ada.author')
  const operator = await stack.signIn('opal.operator')
  const { id } = await addPost(author, await addSection(stack.db))
  const { status } = await callBehind(
    stack.db,
    sql`select from posts where id = ${id} for share`,
    () => operator.call(admin.removePost, { body: { id, reason: 'A live exam.' } }),
    trx =>
      sql`with report as (
        insert into reports (person_id, post_id, post_title, reason)
        select author_id, id, title, 'integrity' from posts where id = ${id} returning id)
      insert into reported_posts (report_id, title, details, document_name, document_type, document_key)
      select report.id, 'Midterm', '', 'midterm.pdf', 'application/pdf', 'files/midterm' from report`.execute(
        trx,
      ),
  )
  expect(status).toBe(200)
  expect(await stack.db.selectFrom('reported_posts').selectAll().execute()).toEqual([])
})
