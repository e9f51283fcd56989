import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { support } from '#shared/api/support.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack()
})

// Otherwise the mail of one test could be sent after that of the next.
afterEach(() => stack.jobsDone())
afterAll(() => stack?.close())

type Mail = { to: string; replyTo: string; subject: string; text: string }

async function mailsToSupport(): Promise<Mail[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=opal.operator@example.edu`)
  const { messages } = (await answer.json()) as { messages: Mail[] }
  return messages.filter(({ subject }) => subject !== 'Welcome to Ignite')
}

const stored = () =>
  stack.db
    .selectFrom('support_messages')
    .select(['user_id', 'name', 'email', 'category', 'message'])
    .orderBy('id', 'desc')
    .execute()

const visitors = { name: 'Vera Visitor', email: 'vera@elsewhere.example' }

describe('a message to support', () => {
  test('by someone signed in goes out under their own name, and the answer goes to them', async () => {
    const ana = await stack.signIn('ana.asking')
    const { status } = await ana.call(support.send, {
      body: { category: 'bookings', message: 'Where do I see\nwhat I booked?' },
    })
    expect(status).toBe(200)
    const [mail] = await mailsToSupport()
    expect(mail).toMatchObject({
      replyTo: 'ana.asking@example.edu',
      subject: 'Bookings: a message from Ana Asking',
    })
    expect(mail!.text).toContain('Where do I see\nwhat I booked?')
    expect(mail!.text).toContain(`${stack.url}/profile/ana.asking`)
    expect((await stored())[0]).toMatchObject({ name: 'Ana Asking', email: 'ana.asking@example.edu' })
  })

  test('by a visitor says that nothing verifies who they are', async () => {
    const { status } = await stack.visitor().call(support.send, {
      body: { category: 'other', message: 'Hello', ...visitors },
    })
    expect(status).toBe(200)
    const [mail] = await mailsToSupport()
    expect(mail).toMatchObject({
      replyTo: visitors.email,
      subject: 'Something else: a message from Vera Visitor',
    })
    expect(mail!.text).toContain('isn’t signed in')
    expect((await stored())[0]).toMatchObject({ user_id: null, ...visitors })
  })

  test('sent again with its id, because its answer was lost, is the same one', async () => {
    const before = (await stored()).length
    const kai = await stack.signIn('kai.retrying')
    const body = { category: 'other' as const, message: 'Did this arrive?', client_id: randomUUID() }
    for (const _time of [1, 2]) {
      expect((await kai.call(support.send, { body })).status).toBe(200)
      // Somebody else's with that id is another one.
      const theirs = { ...body, ...visitors }
      expect((await stack.visitor().call(support.send, { body: theirs })).status).toBe(200)
    }
    expect(await stored()).toHaveLength(before + 2)
    await kai.call(support.send, { body: { category: 'other', message: 'Another', client_id: randomUUID() } })
    expect(await stored()).toHaveLength(before + 3)
  })

  test('by a visitor without name and address is refused at both fields, and nothing is stored', async () => {
    const before = (await stored()).length
    const { status, problem } = await stack.visitor().call(support.send, {
      body: { category: 'other', message: 'Hello' },
    })
    expect(status).toBe(422)
    expect(problem.errors?.map(({ path }) => path)).toEqual(['body.name', 'body.email'])
    expect(await stored()).toHaveLength(before)
  })

  test('by someone signed in ignores another name, and refuses another address', async () => {
    const ben = await stack.signIn('ben.borrowing')
    const body = { category: 'account' as const, message: 'Hello', name: 'Someone Else' }
    expect((await ben.call(support.send, { body })).status).toBe(200)
    expect((await stored())[0]).toMatchObject({ name: 'Ben Borrowing', email: 'ben.borrowing@example.edu' })
    const { status, problem } = await ben.call(support.send, { body: { ...body, email: visitors.email } })
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'body.email'])
    const own = { ...body, email: 'Ben.Borrowing@example.edu' }
    expect((await ben.call(support.send, { body: own })).status).toBe(200)
  })

  test('by somebody whose address isn’t confirmed is answered at the one that they give', async () => {
    const una = await stack.signIn('una.unconfirmed')
    await sql`update users set email_verified = false where username = 'una.unconfirmed'`.execute(stack.db)
    const ola = await stack.signIn('ola.other')
    const body = { category: 'account' as const, message: 'My mailbox is closed.' }
    expect((await una.call(support.send, { body: { ...body, email: visitors.email } })).status).toBe(200)
    const [mail] = await mailsToSupport()
    expect(mail).toMatchObject({ replyTo: visitors.email })
    expect(mail!.text).toContain(`${stack.url}/profile/una.unconfirmed (the address isn’t confirmed`)
    expect((await una.call(support.send, { body })).status).toBe(200)
    expect((await stored())[0]).toMatchObject({ email: 'una.unconfirmed@example.edu' })
    // Nobody else's account becomes reachable by it.
    expect((await ola.call(support.send, { body: { ...body, email: visitors.email } })).status).toBe(422)
  })

  test('keeps what was pasted from slides and contacts, without the marks that nobody sees', async () => {
    const message = 'Slide:\u000bone\u000ctwo\u0085 call \u202a555 0100\u202c or \u2068555 0101\u2069'
    const body = { category: 'other' as const, message, ...visitors }
    expect((await stack.visitor().call(support.send, { body })).status).toBe(200)
    expect((await stored())[0]!.message).toBe('Slide:\none\ntwo\n call 555 0100 or 555 0101')
  })

  test.each([
    ['a name of two lines', { name: 'Vera\r\nBcc: victim@example.edu' }, 'body.name'],
    ['an address of two lines', { email: 'vera@elsewhere.example\r\nBcc: victim@example.edu' }, 'body.email'],
    ['two addresses', { email: 'vera@elsewhere.example, victim@example.edu' }, 'body.email'],
    ['what is no address', { email: 'vera' }, 'body.email'],
    ['an empty message', { message: ' \n ' }, 'body.message'],
    ['a message of 4001 characters', { message: 'x'.repeat(4001) }, 'body.message'],
  ])('refuses %s at its field', async (_, fault, path) => {
    const body = { category: 'other' as const, message: 'Hello', ...visitors, ...fault }
    const { status, problem } = await stack.visitor().call(support.send, { body })
    expect(status).toBe(422)
    expect(problem.errors?.map(error => error.path)).toEqual([path])
  })

  test('can’t add headers through its text, nor reach anyone else', async () => {
    const message = 'Hello\r\n.\r\nBcc: victim@example.edu\r\n\r\n<script>1</script>'
    await stack.visitor().call(support.send, {
      body: { category: 'other', message, ...visitors, name: 'Eve <victim@example.edu>, "x"' },
    })
    // Emails go out in parallel: another test's may arrive after this one's.
    const mail = (await mailsToSupport()).find(({ text }) => text.includes('Bcc: victim@example.edu'))
    expect(mail).toMatchObject({ to: 'opal.operator@example.edu', replyTo: visitors.email })
    const all = await fetch(`${stack.url}/local/mail/messages?to=victim@example.edu`)
    expect(await all.json()).toEqual({ messages: [] })
  })
})

test('somebody signed in can write to support 20 times in 24 hours', async () => {
  const sol = await stack.signIn('sol.sends')
  const at = stack.clock.now().subtract({ hours: 23, minutes: 30 })
  await sql`insert into support_messages (user_id, name, email, category, message, created_at)
    select id, name, email, 'other', 'Hello', ${at}::timestamptz from users, generate_series(1, 19) where username = 'sol.sends'`.execute(
    stack.db,
  )
  const send = () => sol.call(support.send, { body: { category: 'other', message: 'Hello' } })
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  const { problem } = answers.find(({ status }) => status === 429)!
  expect(problem.code).toBe('quota_exceeded')
  expect(problem.detail).toMatch(
    /^You’ve sent 20 messages in 24 hours, the most you can send\. Try again in \d+ minutes\.$/,
  )
  stack.clock.advance({ hours: 1 })
  expect((await send()).status).toBe(200)
})

test('a mail about money that an earlier version enqueued is sent, too', async () => {
  const job = { key: 'ledger 2026-01-31T09:20:00Z', waiting: { unfinished: true } }
  await sql`insert into pgboss.job (name, data) values ('money-mail', ${JSON.stringify(job)})`.execute(
    stack.db,
  )
  expect((await mailsToSupport())[0]).toMatchObject({
    subject: 'The check of the money couldn’t be finished',
  })
})

test('people can write to support five times a minute, and strangers at one address a hundred times a day', async () => {
  const limited = await startStack({ REQUESTS_PER_MINUTE: '1200' })
  try {
    const send = () =>
      limited.visitor().call(support.send, { body: { category: 'other', message: 'Hello', ...visitors } })
    for (let nth = 1; nth <= 5; nth++) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
    await sql`delete from platform.call_counts`.execute(limited.db)
    const { rows } = await sql<{ caller: string }>`
      update platform.calls_of_day set count = 99 returning caller`.execute(limited.db)
    // No address is stored for a day.
    expect(rows).toEqual([{ caller: expect.stringMatching(/^[\w-]{43}$/) }])
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited'])
    expect(refused.problem.detail).toMatch(
      /^You’ve done this too often today\. Try again in \d+ (hours?|minutes?)\.$/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await sql`update platform.calls_of_day set day = day - 1`.execute(limited.db)
    expect((await send()).status).toBe(200)
  } finally {
    await limited.close()
  }
})
