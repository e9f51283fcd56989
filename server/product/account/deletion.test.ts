import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { analytics } from '#shared/api/analytics.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { logins } from '#shared/api/logins.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { sessions } from '#shared/api/sessions.ts'
import { support } from '#shared/api/support.ts'
import { wallets } from '#shared/api/wallets.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { sendPicture } from '../../../test/factories/attachments.ts'
import {
  accept,
  controlPayments,
  freeTiles,
  hold,
  moneyDone,
  readBooking,
  request,
} from '../../../test/factories/bookings.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makeConversation, write } from '../../../test/factories/conversations.ts'
import { makePng } from '../../../test/factories/documents.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import { closeDispute, dispute, failRefundOf } from '../../../test/factories/money.ts'
import { uploadPicture } from '../../../test/factories/pictures.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { dayAhead, makeSession, weekly } from '../../../test/factories/sessions.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import type { Person } from '../../../test/harness/person.ts'
import { signInTo } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkMoney } from '../ledger/jobs.ts'
import { closeOwnAccount } from './close-account.ts'
import { deletionFailed, removeBelongings } from './remove-belongings.ts'
import { sweepAccountTasks } from './sweep.ts'

let stack: Stack
let storage: Storage
let section: Section

beforeAll(async () => {
  stack = await startStack()
  section = await addSection(stack.db)
  const config = {
    storage: { kind: 'folder' as const, folder: stack.storageDir },
    secret,
    publicUrl: stack.url,
  }
  storage = await createStorage(config as Parameters<typeof createStorage>[0], stack.clock.now)
})

afterAll(() => stack?.close())

const secret = 'a secret for tests that is long enough'

const deps = () => ({ db: stack.db, storage, now: stack.clock.now })

/** A person who left behind everything that people can leave on Ignite. */
async function live(person: Person, username: string, friend: Person): Promise<void> {
  const id = await idOf(username)
  const other = await addPost(friend, section, { name: 'A friend’s notes' })
  await addPost(person, section, { name: 'Withdrawn proofs' })
  await addPost(person, section, { name: 'A photo', file: await makePng(), type: 'image/png' })
  await person.call(profiles.save, { body: { profile_image: await uploadPicture(person) } })
  await person.call(posts.save, { body: { post_id: other.id, notes: 'mine' } })
  await person.call(analytics.reportView, { body: { documentId: other.id, sessionId: 'visit-1' } })
  await person.call(support.send, { body: { category: 'other', message: 'Goodbye soon.' } })
  const { db } = stack
  const friendId = sql`(select id from users where username = 'frida.friend')`
  await sql`insert into follows values (${id}, ${friendId}), (${friendId}, ${id})`.execute(db)
  await sql`insert into blocks select ${id}, id from users where username = 'stan.stranger'`.execute(db)
  await sql`insert into classes values (${id}, ${section.sectionId})`.execute(db)
  await sql`insert into former_usernames values (${`old.${username}`}, ${id}, now())`.execute(db)
  await sql`insert into reading_positions (user_id, document_id, page)
    select ${id}, document_id, 1 from posts where id = ${other.id}`.execute(db)
  await sql`insert into highlights select ${id}, id, 1 from posts where author_id = ${id} limit 1`.execute(db)
  await sql`insert into reports (reporter_id, person_id, post_id, post_title, reason, details, state, closed_at) values
    (${id}, ${friendId}, ${other.id}, 'A friend’s notes', 'spam', 'I, Dora Departing, saw it.', 'open', null),
    (${id}, ${friendId}, null, null, 'spam', 'Dora Departing again.', 'dismissed', now()),
    (${friendId}, ${id}, uuidv7(), 'Withdrawn proofs', 'copyright', '', 'open', null)`.execute(db)
  await sql`update users set designation = 'Tutor', college = 'Riverbend', description = 'I teach.',
    hourly_rate_cents = 3000, time_zone = 'America/New_York', image = 'https://example.edu/me.png' where id = ${id}`.execute(
    db,
  )
  const conversation = await makeConversation([person, username], [friend, 'frida.friend'])
  await write(person, conversation, 'I am Dora Departing', {
    attachment_ids: [await sendPicture(person, conversation)],
  })
  await sendPicture(person, conversation)
  await person.call(account.startExport)
  await stack.jobsDone()
}

async function idOf(username: string): Promise<string> {
  const { id } = await stack.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Every place in the database that contains one of the texts, except the audit log, which names people only
 * by id.
 */
async function placesOf(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select columns.table_schema as schema, columns.table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and columns.table_schema in ('public', 'chat', 'assistant', 'pgboss')
      and columns.table_name <> 'audit_entries'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') or udt_name = 'citext')`.execute(
    stack.db,
  )
  const found: string[] = []
  for (const { schema, table, column } of rows) {
    const holds = sql.join(
      texts.map(text => sql`position(lower(${text}) in lower(${sql.ref(column)}::text)) > 0`),
      sql` or `,
    )
    const { rows: hits } =
      await sql`select from ${sql.table(`${schema}.${table}`)} where ${holds} limit 1`.execute(stack.db)
    if (hits.length > 0) found.push(`${schema}.${table}.${column}`)
  }
  return found
}

async function lastMailTo(name: string): Promise<{ subject: string; text: string } | undefined> {
  const answer = await fetch(`${stack.url}/local/mail/messages?to=${name}@example.edu`)
  return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages[0]
}

/** Withdraws, and has the bank receive it; returns how the provider ends the payout in another way later. */
async function payOut(own: Stack, person: Person, cents: number) {
  const { id } = await withdraw(person, cents)
  await moneyDone(own)
  const { payout_id } = await own.db
    .selectFrom('withdrawals')
    .select('payout_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const end = async (outcome: 'paid' | 'failed') => {
    await controlPayments(own, `payouts/${payout_id}/end`, { outcome })
    await moneyDone(own)
  }
  await end('paid')
  return end
}

describe('deleting an account', () => {
  test('leaves nothing that names the person and none of their files, except what others need, and a report’s until it is decided', async () => {
    const frida = await stack.signIn('frida.friend')
    await stack.signIn('stan.stranger')
    const dora = await stack.signIn('dora.departing')
    const id = await idOf('dora.departing')
    await addPost(frida, section, { name: 'Frida’s first' })
    const objectsBefore = await storedObjects(stack.storageDir)
    await live(dora, 'dora.departing', frida)
    expect((await storedObjects(stack.storageDir)).length).toBeGreaterThan(objectsBefore.length + 4)
    const texts = ['dora.departing', 'Dora Departing', 'https://example.edu/me.png']
    expect(await placesOf(texts)).not.toEqual([])

    const { status, body } = await dora.call(account.remove, { body: { username: '@Dora.Departing' } })
    expect([status, body.task.kind]).toEqual([200, 'deletion'])
    await stack.jobsDone()
    const { body: told } = await stack.visitor().call(account.readDeletion, { params: { id: body.task.id } })
    expect(told.task).toMatchObject({ state: 'done', done: told.task.total, expires_at: null, size: null })
    expect(told.task.total).toBeGreaterThan(4)

    // Operators must still know whom an open report is about.
    expect(await placesOf(texts)).toEqual(['public.reports.details', 'public.reports.person_was'])
    expect(await lastMailTo('dora.departing')).toMatchObject({
      subject: 'Your Ignite account is closed',
      text: expect.stringContaining('If you didn’t do this'),
    })
    // A document and the picture of its first page.
    const friendsObjects = 2
    expect(await storedObjects(stack.storageDir)).toHaveLength(objectsBefore.length + friendsObjects)
    const tombstone = await stack.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    expect(tombstone).toMatchObject({
      name: 'Deleted account',
      email: `deleted+${id}@ignite.invalid`,
      email_verified: false,
      image: null,
      picture_id: null,
      designation: null,
      college: null,
      description: null,
      hourly_rate_cents: null,
      time_zone: null,
    })
    expect(tombstone!.username).toMatch(/^deleted-[a-z0-9]{10}$/)
    expect(tombstone!.deleted_at).not.toBeNull()
    for (const [table, column] of ownRows) {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        stack.db,
      )
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 })
    }

    // Their reports without the reporter, and the counts of views.
    const { rows: reports } = await sql`
      select reporter_id is null as anonymous, state, post_title from reports order by id`.execute(stack.db)
    expect(reports).toEqual([
      { anonymous: true, state: 'open', post_title: 'A friend’s notes' },
      { anonymous: false, state: 'open', post_title: 'Withdrawn proofs' },
    ])
    const { rows: views } = await sql`select visit_id, referrer from document_views`.execute(stack.db)
    expect(views).toEqual([{ visit_id: null, referrer: null }])

    await sql`update reports set state = 'upheld', closed_at = now() where state = 'open'`.execute(stack.db)
    await sweepAccountTasks(deps(), async () => {})
    expect(await placesOf(['dora.departing', 'Dora Departing'])).toEqual([])
    const { rows } =
      await sql`select post_title from reports where person_id is not null order by id`.execute(stack.db)
    expect(rows.at(-1)).toEqual({ post_title: 'A deleted post' })
  })

  test('deletes what they wrote to the other side of a booking, and keeps what that side wrote', async () => {
    const [tutor, student] = [await stack.signIn('tara.tutor'), await stack.signIn('sol.student')]
    const postId = await makeTutor(stack, tutor)
    const [first, second, third] = await freeTiles(student, postId)
    const texts = async () => {
      const { rows } = await sql`select message, remarks from bookings
        join users on users.id = student_id join posts on posts.id = post_id
        where posts.id = ${postId} order by bookings.id`.execute(stack.db)
      return rows
    }
    const id = await request(stack, student, postId, first!, 'Call me Sol, 555-0199.')
    await accept(tutor, id, 'Tara will bring the book.')
    const { id: other } = await hold(student, postId, second!, 'Sol again.')
    await student.call(bookings.cancel, { body: { bookingId: other, remarks: 'Sol is ill.' } })
    const declined = await request(stack, student, postId, third!, 'Sol once more.')
    const body = { bookingId: declined, remarks: 'Tara is away.', terms: true as const }
    await tutor.call(bookings.reject, { body })
    expect((await student.call(account.remove, { body: { username: 'sol.student' } })).status).toBe(200)
    expect(await texts()).toEqual([
      // Their leaving canceled this one.
      { message: null, remarks: null },
      { message: null, remarks: null },
      { message: null, remarks: 'Tara is away.' },
    ])
    await stack.jobsDone()
  })

  test('leaves none of their words in alerts about their sessions and bookings, nor in jobs', async () => {
    const [sue, ed] = [await stack.signIn('sue.seminar'), await stack.signIn('ed.enrolled')]
    const session = await makeSession(stack, sue, {
      title: 'Sue’s seminar',
      rate: '',
      ...weekly(dayAhead(stack, 3)),
    })
    await enrolIn(session, ed)
    await sue.call(sessions.skip, {
      body: { occurrence_id: session.upcoming[0]!.id, remarks: 'Sue is away.' },
    })
    const postId = await makeTutor(stack, sue)
    const id = await request(stack, ed, postId, (await freeTiles(ed, postId, 5))[0]!)
    await accept(sue, id, 'Sue looks forward to it.')
    await stack.jobsDone()
    const mails = await mailsTo(stack, 'ed.enrolled')
    for (const text of ['Sue’s seminar', 'Sue is away.', 'Sue looks forward to it.'])
      expect(mails.some(mail => mail.text.includes(text))).toBe(true)
    expect((await sue.call(account.remove, { body: { username: 'sue.seminar' } })).status).toBe(200)
    await stack.jobsDone()
    expect(await placesOf(['Sue’s seminar', 'Sue is away', 'Sue looks forward'])).toEqual([])
    const { body } = await ed.call(alerts.list, { query: {} })
    expect(body.data.map(({ about }) => about).join()).toContain('A deleted session')
  })

  test('reserves their names for 90 days, as after a change of name', async () => {
    const nora = await stack.signIn('nora.noted')
    await nora.call(profiles.rename, { body: { username: 'nora.renamed' } })
    await nora.call(account.remove, { body: { username: 'nora.renamed' } })
    await stack.jobsDone()
    const eve = await stack.signIn('eve.eager')
    for (const username of ['nora.noted', 'nora.renamed']) {
      const { status } = await eve.call(profiles.rename, { body: { username } })
      expect(status).toBe(409)
      await stack.signIn(username, { newcomer: true })
      const { rows } = await sql`select from users where username = ${username}`.execute(stack.db)
      expect(rows).toEqual([])
    }
    stack.clock.advance({ hours: 24 * 90 })
    await sweepAccountTasks(deps(), async () => {})
    const later = await stack.signIn('eve.eager')
    expect((await later.call(profiles.rename, { body: { username: 'nora.noted' } })).status).toBe(200)
  })

  test('closes it at once: every login ends, the cookie is cleared, and no list shows the posts', async () => {
    const quinn = await stack.signIn('quinn.quitting')
    const elsewhere = await stack.signIn('quinn.quitting')
    const frida = await stack.signIn('frida.friend')
    const post = await addPost(quinn, section, { name: 'Zymurgy for beginners' })
    const task = await closeWithoutJob('quinn.quitting')
    stack.clock.advance({ seconds: 1 })
    for (const person of [quinn, elsewhere]) expect((await person.call(logins.read)).body.login).toBeNull()
    expect((await frida.call(posts.get, { params: { id: post.id } })).status).toBe(404)
    const { body: feed } = await frida.call(posts.list, { query: {} })
    expect(feed.posts.map(({ id }) => id)).not.toContain(post.id)
    const { body: found } = await frida.call(search.posts, { query: { text: 'zymurgy' } })
    expect(found.posts).toEqual([])
    const ofQuinn = await frida.call(posts.ofPerson, { query: { username: 'quinn.quitting' } })
    expect(ofQuinn.status).toBe(404)
    await removeBelongings(deps(), task)
  })

  test('answers like a sign-out', async () => {
    const cleo = await stack.signIn('cleo.cookie')
    const { headers } = await cleo.call(account.remove, { body: { username: 'cleo.cookie' } })
    expect(headers.get('clear-site-data')).toBe('"storage"')
    expect([...cleo.cookies.keys()].filter(name => name.includes('session_token'))).toEqual([])
    await stack.jobsDone()
  })

  test('frees the sign-in account: signing in again makes a new account', async () => {
    const nia = await stack.signIn('nia.new')
    await addPost(nia, section, { name: 'Before' })
    const before = await idOf('nia.new')
    await nia.call(account.remove, { body: { username: 'nia.new' } })
    await stack.jobsDone()
    const again = await stack.signIn('nia.new', { newcomer: true })
    const { body } = await again.call(logins.read)
    expect(body.login).toMatchObject({ email: 'nia.new@example.edu', welcomed: false })
    // Their old name is reserved even from them, since nothing links the new account to it.
    expect(body.login!.username).toMatch(/^nia\.new-[a-z2-9]{10}$/)
    expect(await idOf(body.login!.username)).not.toBe(before)
    // Only of people who earned something, and so may owe it later, is the login kept.
    const { rows } = await sql`select from closed_logins where user_id = ${before}`.execute(stack.db)
    expect(rows).toEqual([])
    const { body: own } = await again.call(posts.ofPerson, { query: { username: body.login!.username } })
    expect(own.posts).toEqual([])
  })

  test('undoes no block and no limit: for 30 days, a new account with the same login has them', async () => {
    const [ria, bo, gone] = await Promise.all(
      ['ria.returning', 'bo.blocker', 'gus.gone'].map(name => stack.signIn(name)),
    )
    for (const blocker of [bo!, gone!])
      await blocker.call(blocks.block, { body: { username: 'ria.returning' } })
    const today = stack.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    await sql`insert into assistant.usage values (${await idOf('ria.returning')}, ${today}, 5000)`.execute(
      stack.db,
    )
    const leave = async (person: Person) => {
      const username = (await person.call(logins.read)).body.login!.username
      expect((await person.call(account.remove, { body: { username } })).status).toBe(200)
      await stack.jobsDone()
    }
    const returned = async () => {
      const person = await stack.signIn('ria.returning', { newcomer: true })
      const username = (await person.call(logins.read)).body.login!.username
      const used = (await person.call(dialogues.quota)).body.tokens_used
      const blocked =
        (await person.call(profiles.ofPerson, { query: { username: 'bo.blocker' } })).status === 404
      return { person, username, seen: { used, blocked } }
    }
    await leave(gone!)
    await leave(ria!)
    const again = await returned()
    expect(again.seen).toEqual({ used: 5000, blocked: true })
    const { data } = (await bo!.call(blocks.list)).body
    expect(data.map(({ username }) => username)).toEqual([again.username])
    stack.clock.advance({ hours: 24 })
    await leave(await stack.signIn('ria.returning'))
    stack.clock.advance({ hours: 24 * 30 - 1 })
    await sweepAccountTasks(deps(), async () => {})
    const nextDay = await returned()
    expect(nextDay.seen).toEqual({ used: 0, blocked: true })
    await leave(nextDay.person)
    const { rows } = await sql<{
      kept: string
    }>`select to_jsonb(left_logins)::text as kept from left_logins`.execute(stack.db)
    expect(rows.map(({ kept }) => kept.includes('ria'))).toEqual([false])
    stack.clock.advance({ hours: 24 * 30 })
    await sweepAccountTasks(deps(), async () => {})
    expect((await returned()).seen).toEqual({ used: 0, blocked: false })
  })

  test('undoes no block either if the database fails during the first sign-in: the next one brings it back', async () => {
    const [lou, blocker] = [await stack.signIn('lou.leaving'), await stack.signIn('bea.blocker')]
    await blocker.call(blocks.block, { body: { username: 'lou.leaving' } })
    await lou.call(account.remove, { body: { username: 'lou.leaving' } })
    await stack.jobsDone()
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
      create trigger fail before delete on left_logins execute function fail()`.execute(stack.db)
    try {
      await stack.signIn('lou.leaving', { newcomer: true })
    } finally {
      await sql`drop function fail cascade`.execute(stack.db)
    }
    const again = await stack.signIn('lou.leaving', { newcomer: true })
    expect((await again.call(profiles.ofPerson, { query: { username: 'bea.blocker' } })).status).toBe(404)
  })

  test('is done by an operator for a suspended person, whose login stays refused for 30 days', async () => {
    const operator = await stack.signIn('opal.operator')
    // Another one if a test has closed their first account.
    const { username: ofOperator } = (await operator.call(profiles.own)).body.profile
    const username = 'sue.suspended'
    const sue = await stack.signIn(username)
    const id = await idOf(username)
    const post = await addPost(sue, section, { name: 'Erase me' })
    const close = async (person: Person, name = username) =>
      (await person.call(admin.closeAccount, { body: { username: name } })).status
    expect(await close(sue)).toBe(403)
    expect(await close(operator, ofOperator)).toBe(422)
    await makeTutor(stack, await stack.signIn('wim.wealthy'))
    await earn(stack, 'wim.wealthy', 2000)
    expect(await close(operator, 'wim.wealthy')).toBe(409)
    await operator.call(admin.suspend, { body: { username, reason: 'Sells exams.' } })
    expect(await close(operator)).toBe(200)
    await stack.jobsDone()
    expect((await operator.call(posts.get, { params: { id: post.id } })).status).toBe(404)
    expect(await objectsOf(id)).toEqual([])
    expect(await placesOf([`${username}@example.edu`])).toEqual([])
    expect(await lastMailTo(username)).toMatchObject({
      subject: 'Your Ignite account is closed',
      text: expect.stringContaining('The Ignite team closed your account'),
    })
    const { entries } = (await operator.call(admin.audit, { query: {} })).body
    expect(entries[0]).toMatchObject({ action: 'close_account', operator: ofOperator, person: null })
    expect(await close(operator)).toBe(404)

    const signIn = () => signInTo(stack.visitor(), `${username}@example.edu`)
    expect(await signIn()).toContain('error=suspended')
    stack.clock.advance({ hours: 24 * 30 })
    await sweepAccountTasks(deps(), async () => {})
    expect(await signIn()).toBe('/explore')
  })

  test('is refused while the wallet is below zero, and a later debt returns with the same login', async () => {
    // The whole stack's money must match the provider's, so this test creates all of it by payments.
    const own = await startStack()
    onTestFinished(own.close)
    const drew = await own.signIn('drew.debts')
    const close = async () => {
      const { status, problem } = await drew.call(account.remove, { body: { username: 'drew.debts' } })
      return [status, problem?.detail]
    }
    const findings = () => {
      const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: own.url } })
      return checkMoney(own.databaseUrl, stripe)
    }
    const lose = async (bookingId: string) => {
      const id = await dispute(own, bookingId)
      await moneyDone(own)
      await closeDispute(own, id, 'lost')
      await moneyDone(own)
    }
    const wallet = async (person: Person) =>
      (await person.call(wallets.view, { query: {} })).body.balances.available
    await onboard(own, drew)
    const lost = [await earn(own, 'drew.debts', 4550), await earn(own, 'drew.debts', 2000)]
    await payOut(own, drew, 6550)
    await lose(lost[0]!)
    expect(await wallet(drew)).toBe('-45.50')
    expect(await close()).toEqual([409, expect.stringContaining('your wallet is $45.50 below zero')])
    await earn(own, 'drew.debts', 4550)
    expect((await close())[0]).toBe(200)
    await own.jobsDone()

    // The bank takes the other payment back long after the account is gone.
    await lose(lost[1]!)
    const again = await own.signIn('drew.debts')
    expect(await wallet(again)).toBe('-20.00')
    const { transactions } = (await again.call(wallets.transactions, { query: {} })).body
    expect(transactions).toMatchObject([
      { type: 'debit', amount: '20.00', of: 'wallet', message: 'Carried over from your earlier account' },
    ])
    expect(await findings()).toEqual([])
    const { rows } = await sql<{ kept: string }>`
      select to_jsonb(closed_logins)::text as kept from closed_logins`.execute(own.db)
    expect(rows.some(({ kept }) => kept.includes('drew'))).toBe(false)
    expect(await wallet(await own.signIn('drew.debtless'))).toBe('0.00')
  })

  describe('of a tutor who signs up again with the same login', () => {
    /** Earns $20, which is paid out, and leaves. */
    async function leftWithNothing(username: string) {
      // The whole stack's money must match the provider's, so each test creates all of it by payments.
      const own = await startStack()
      onTestFinished(own.close)
      const person = await own.signIn(username)
      await onboard(own, person)
      const bookingId = await earn(own, username, 2000)
      const endPayout = await payOut(own, person, 2000)
      expect((await person.call(account.remove, { body: { username } })).status).toBe(200)
      await own.jobsDone()
      const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: own.url } })
      return { own, bookingId, endPayout, findings: () => checkMoney(own.databaseUrl, stripe) }
    }
    const available = async (person: Person) =>
      (await person.call(wallets.view, { query: {} })).body.balances.available

    test('a dispute that is still open costs the new account nothing, nor one that is won', async () => {
      const { own, bookingId, findings } = await leftWithNothing('dora.disputed')
      const id = await dispute(own, bookingId)
      await moneyDone(own)
      const again = await own.signIn('dora.disputed')
      expect(await available(again)).toBe('0.00')
      await closeDispute(own, id, 'won')
      await moneyDone(own)
      expect(await available(again)).toBe('0.00')
      expect(await findings()).toEqual([])
    })

    test('a payout that the bank returned comes to the new account', async () => {
      const { own, endPayout, findings } = await leftWithNothing('rita.returned')
      await endPayout('failed')
      const again = await own.signIn('rita.returned')
      expect(await available(again)).toBe('20.00')
      const { transactions } = (await again.call(wallets.transactions, { query: {} })).body
      expect(transactions).toMatchObject([
        { type: 'credit', amount: '20.00', of: 'wallet', message: 'Carried over from your earlier account' },
      ])
      expect(await findings()).toEqual([])
    })
  })

  test('is refused while there is money in the wallet, and says where it is', async () => {
    const mona = await stack.signIn('mona.money')
    const close = async () => {
      const { status, problem } = await mona.call(account.remove, { body: { username: 'mona.money' } })
      return [status, problem.detail]
    }
    await onboard(stack, mona)
    await earn(stack, 'mona.money', 2000, { waits: true })
    expect(await close()).toEqual([409, expect.stringContaining('$20.00 of your earnings is still on hold')])
    await earn(stack, 'mona.money', 3000)
    const { id } = await withdraw(mona, 3000)
    await stack.jobsDone()
    expect(await close()).toEqual([409, expect.stringContaining('$30.00 is on its way to your bank')])
    const { payout_id } = await stack.db
      .selectFrom('withdrawals')
      .select('payout_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await controlPayments(stack, `payouts/${payout_id}/end`, { outcome: 'failed' })
    await moneyDone(stack)
    const [status, detail] = await close()
    expect([status, detail]).toEqual([409, expect.stringContaining('is still on hold')])
    expect((await mona.call(logins.read)).body.login).not.toBeNull()

    const fred = await stack.signIn('fred.frozen')
    await dispute(stack, await earn(stack, 'fred.frozen', 2500))
    await moneyDone(stack)
    const frozen = await fred.call(account.remove, { body: { username: 'fred.frozen' } })
    expect(frozen.problem.detail).toContain('$25.00 in your wallet is frozen until a student’s bank decides')

    const nils = await stack.signIn('nils.nothing')
    const payoutAccount = await onboard(stack, nils)
    await earn(stack, 'nils.nothing', 3000)
    const refused = await nils.call(account.remove, { body: { username: 'nils.nothing' } })
    expect(refused.problem.detail).toContain('you have $30.00 in your wallet')
    const last = await withdraw(nils, 3000)
    await moneyDone(stack)
    const { payout_id: payoutId } = await stack.db
      .selectFrom('withdrawals')
      .select('payout_id')
      .where('id', '=', last.id)
      .executeTakeFirstOrThrow()
    await controlPayments(stack, `payouts/${payoutId}/end`, { outcome: 'paid' })
    await moneyDone(stack)
    const nilsId = await idOf('nils.nothing')
    expect((await nils.call(account.remove, { body: { username: 'nils.nothing' } })).status).toBe(200)
    await stack.jobsDone()
    // The provider still reports on it.
    await controlPayments(stack, `accounts/${payoutAccount}`, { state: 'restricted' })
    await moneyDone(stack)
    const bank = await stack.db
      .selectFrom('payout_accounts')
      .select(['bank_name', 'bank_last4'])
      .where('user_id', '=', nilsId)
      .executeTakeFirst()
    expect(bank).toEqual({ bank_name: null, bank_last4: null })
  })

  test('is refused while a refund to them has failed', async () => {
    const own = await startStack({ OPERATOR_EMAILS: 'opal.operator@example.edu' })
    onTestFinished(own.close)
    const [tutor, student] = [await own.signIn('tess.teaches'), await own.signIn('ruth.refunded')]
    const operator = await own.signIn('opal.operator')
    const postId = await makeTutor(own, tutor)
    const [slot] = await freeTiles(student, postId)
    const id = await failRefundOf(own, tutor, await request(own, student, postId, slot!))
    const close = () => student.call(account.remove, { body: { username: 'ruth.refunded' } })
    const { status, problem } = await close()
    expect([status, problem.detail]).toEqual([409, expect.stringContaining('we still owe you $20.00')])
    await operator.call(admin.settleRefund, { body: { id, reason: 'By a bank transfer.' } })
    expect((await close()).status).toBe(200)
  })

  test('is refused during a paid session', async () => {
    const bo = await stack.signIn('bo.begun')
    const bookingId = await earn(stack, 'bo.begun', 1000, { student: 'nell.now' })
    await sql`
      insert into bookings (topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents, refund_policy,
        held_until, student_agreed_at, created_at)
      select topic, student_id, tutor_id, ${stack.clock.now()}::timestamptz - interval '5 minutes',
        ${stack.clock.now()}::timestamptz + interval '1 hour', 'approved', rate_cents, amount_cents, refund_policy,
        held_until, student_agreed_at, created_at from bookings where id = ${bookingId}`.execute(stack.db)
    const nell = await stack.signIn('nell.now')
    const { status, problem } = await nell.call(account.remove, { body: { username: 'nell.now' } })
    expect([status, problem.detail]).toEqual([
      409,
      expect.stringContaining('a paid meeting with you is in progress'),
    ])
    expect((await bo.call(logins.read)).body.login).not.toBeNull()
  })

  test('is refused if a paid session begins before it is its turn to be canceled', async () => {
    const mel = await stack.signIn('mel.meanwhile')
    await makeSession(stack, mel)
    const bookingId = await earn(stack, 'mel.meanwhile', 1000, { isMeeting: true })
    const { starts_at } = await stack.db
      .selectFrom('bookings')
      .select('starts_at')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    let reads = 0
    const now = () => (reads++ === 0 ? starts_at.subtract({ minutes: 1 }) : starts_at)
    await expect(closeWithoutJob('mel.meanwhile', now)).rejects.toThrow(
      'a paid meeting with you is in progress',
    )
  })

  test('cancels a meeting that has opened and not begun, though its student waits in it', async () => {
    const [tutor, student] = [await stack.signIn('tom.tooearly'), await stack.signIn('wes.waiting')]
    const postId = await makeTutor(stack, tutor)
    const slot = (await freeTiles(student, postId, 3))[0]!
    const id = await request(stack, student, postId, slot)
    await accept(tutor, id)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.start).subtract({ minutes: 8 })))
    const [owner, guest] = [await stack.signIn('tom.tooearly'), await stack.signIn('wes.waiting')]
    await sitIn(id, owner, guest)
    expect((await readBooking(guest, id)).status).toBe('active')
    expect((await owner.call(account.remove, { body: { username: 'tom.tooearly' } })).status).toBe(200)
    await moneyDone(stack)
    expect((await readBooking(guest, id)).status).toBe('cancelled')
  })

  test('requires the person’s own username, and changes nothing without it', async () => {
    const walt = await stack.signIn('walt.wavering')
    for (const username of ['', 'walt', 'frida.friend']) {
      const { status, problem } = await walt.call(account.remove, { body: { username } })
      expect([status, problem.errors?.[0]?.path]).toEqual([422, 'body.username'])
    }
    expect((await walt.call(logins.read)).body.login).toMatchObject({ username: 'walt.wavering' })
    const nobody = await stack.visitor().call(account.remove, { body: { username: 'walt.wavering' } })
    expect(nobody.status).toBe(401)
  })

  test('requested twice at once is one deletion', async () => {
    const tess = await stack.signIn('tess.twice')
    const answers = await Promise.all(
      [1, 2, 3].map(() => tess.call(account.remove, { body: { username: 'tess.twice' } })),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body.task.id)).size).toBe(1)
    await stack.jobsDone()
  })

  test('cancels an export in progress', async () => {
    const otis = await stack.signIn('otis.overlap')
    await addPost(otis, section, { name: 'Exported and deleted' })
    await otis.call(account.startExport)
    await otis.call(account.remove, { body: { username: 'otis.overlap' } })
    await stack.jobsDone()
    const left = await stack.db
      .selectFrom('account_tasks')
      .select('id')
      .where('kind', '=', 'export')
      .execute()
    const stored = (await storedObjects(stack.storageDir)).filter(name => name.endsWith('.zip'))
    expect(stored).toHaveLength(left.length)
  })

  test('works for operators, too', async () => {
    const opal = await stack.signIn('opal.operator')
    expect((await opal.call(account.remove, { body: { username: 'opal.operator' } })).status).toBe(200)
    await stack.jobsDone()
  })
})

describe('an interrupted deletion', () => {
  test('gives the same result after the next attempt, at any point', async () => {
    for (let point = 1; ; point++) {
      const name = `rex.resumed${point}`
      const rex = await stack.signIn(name)
      const id = await idOf(name)
      for (let nth = 1; nth <= 2; nth++) await addPost(rex, section, { name: `Notes ${nth}` })
      await rex.call(account.startExport)
      await stack.jobsDone()
      const objects = await objectsOf(id)
      const task = await closeWithoutJob(name)
      const broke = await removeBelongings({ ...deps(), storage: breakingAt(point) }, task).then(
        () => false,
        () => true,
      )
      if (broke) {
        expect(await stateOf(task)).toMatchObject({ state: 'running' })
        await removeBelongings(deps(), task)
      }
      expect(await stateOf(task)).toMatchObject({ state: 'done' })
      const stored = await storedObjects(stack.storageDir)
      expect(objects.filter(object => stored.includes(object))).toEqual([])
      for (const [table, column] of ownRows) {
        const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
          stack.db,
        )
        expect({ table, rows: rows.length }).toEqual({ table, rows: 0 })
      }
      if (!broke) break
      expect(point).toBeLessThan(30)
    }
  })

  test('that fails for good is resumed by the hourly sweep', async () => {
    await addPost(await stack.signIn('kit.kept'), section, { name: 'Still there' })
    const task = await closeWithoutJob('kit.kept')
    await deletionFailed(deps(), task)
    expect(await stateOf(task)).toMatchObject({ state: 'failed', done: 0 })
    await sweepAccountTasks(deps(), id => removeBelongings(deps(), id))
    expect(await stateOf(task)).toMatchObject({ state: 'done' })
  })

  test('runs again for rows written since, in places where nothing refuses them', async () => {
    await stack.signIn('ray.racing')
    const id = await idOf('ray.racing')
    await removeBelongings(deps(), await closeWithoutJob('ray.racing'))
    await expect(
      sql`insert into classes values (${id}, ${section.sectionId})`.execute(stack.db),
    ).rejects.toThrow('this account is closed')
    await expect(
      sql`update users set name = 'Ray Racing' where id = ${id}`.execute(stack.db),
    ).rejects.toThrow('closed_accounts_name_nobody')
    await sql`insert into former_usernames values ('ray.late', ${id}, now())`.execute(stack.db)
    await sweepAccountTasks(deps(), async () => {})
    const { rows } = await sql`select from former_usernames where user_id = ${id}`.execute(stack.db)
    expect(rows).toEqual([])
  })

  test('runs again for the others too, if it fails for one', async () => {
    const names = ['stella.stuck', 'olaf.other']
    const ids: string[] = []
    for (const name of names) {
      await stack.signIn(name)
      ids.push(await idOf(name))
      await removeBelongings(deps(), await closeWithoutJob(name))
    }
    const left = async () => {
      const { rows } = await sql<{ user_id: string }>`
        select user_id from former_usernames where user_id = any(${ids})`.execute(stack.db)
      return rows.map(row => row.user_id)
    }
    await sql`create function refuse_forgetting() returns trigger language plpgsql
      as 'begin raise exception ''not now''; end'`.execute(stack.db)
    // Each once, since either may come first.
    for (const stuck of ids) {
      await sql`insert into former_usernames
        select 'late.' || n, id, now() from unnest(${ids}::uuid[]) with ordinality people (id, n)`.execute(
        stack.db,
      )
      await sql`create trigger stuck before delete on former_usernames for each row
        when (old.user_id = ${sql.lit(stuck)}) execute function refuse_forgetting()`.execute(stack.db)
      await expect(sweepAccountTasks(deps(), async () => {})).rejects.toMatchObject({
        errors: [{ message: '1 people couldn’t be forgotten' }],
      })
      expect(await left()).toEqual([stuck])
      await sql`drop trigger stuck on former_usernames`.execute(stack.db)
      await sweepAccountTasks(deps(), async () => {})
      expect(await left()).toEqual([])
    }
  })
})

const ownRows = [
  ['logins', 'user_id'],
  ['login_accounts', 'user_id'],
  ['former_usernames', 'user_id'],
  ['posts', 'author_id'],
  ['files', 'owner_id'],
  ['saved_posts', 'user_id'],
  ['follows', 'follower_id'],
  ['follows', 'followed_id'],
  ['blocks', 'blocker_id'],
  ['blocks', 'blocked_id'],
  ['classes', 'user_id'],
  ['highlights', 'user_id'],
  ['reading_positions', 'user_id'],
  ['support_messages', 'user_id'],
] as const

/** Closes an account as the call does, but leaves the job to the test. */
async function closeWithoutJob(username: string, now = stack.clock.now): Promise<string> {
  const login = { userId: await idOf(username) } as Parameters<typeof closeOwnAccount>[1]
  const jobs = { enqueue: async () => {} } as unknown as Parameters<typeof closeOwnAccount>[0]['jobs']
  const { id } = await closeOwnAccount(
    { ...deps(), now, jobs, config: { secret } } as Parameters<typeof closeOwnAccount>[0],
    login,
    username,
  )
  return id
}

async function stateOf(id: string) {
  return (await stack.visitor().call(account.readDeletion, { params: { id } })).body.task
}

async function objectsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select object_key as key from files where owner_id = ${userId} and object_key is not null
    union all select first_page_key from files where owner_id = ${userId} and first_page_key is not null
    union all select object_key from account_tasks where user_id = ${userId} and object_key is not null`.execute(
    stack.db,
  )
  return rows.map(({ key }) => key.split('/').at(-1)!)
}

/** A store that fails at its nth removal: before it, or (every other time) just after. */
function breakingAt(point: number): Storage {
  let removals = 0
  return {
    ...storage,
    async remove(key) {
      const here = ++removals === Math.ceil(point / 2)
      if (here && point % 2 === 1) throw new Error('The power went out.')
      await storage.remove(key)
      if (here) throw new Error('The power went out.')
    },
  }
}
