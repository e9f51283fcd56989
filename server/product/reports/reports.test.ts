import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { messages } from '#shared/api/messages.ts'
import { posts } from '#shared/api/posts.ts'
import { reports } from '#shared/api/reports.ts'
import { beginJob } from '../../../local/jobs.ts'
import { sendPicture } from '../../../test/factories/attachments.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makeConversation, write } from '../../../test/factories/conversations.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { sweepObjects } from '../../chat/attachments/remove.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { sweepObjects as sweepFiles } from '../files/remove.ts'

let stack: Stack
let section: Section
let author: Person
let reader: Person

beforeAll(async () => {
  stack = await startStack({
    OPERATOR_EMAILS: 'opal.operator@example.edu',
    SUPPORT_EMAIL: 'reports@example.edu',
  })
  section = await addSection(stack.db)
  author = await stack.signIn('ana.author')
  reader = await stack.signIn('ray.reader')
})

beforeEach(async () => {
  await stack.db.deleteFrom('reports').execute()
})

afterAll(() => stack?.close())

type Report = {
  post_id?: string
  username?: string
  message?: { conversation_id: string; seq: number }
  reason?: 'spam' | 'copyright' | 'harassment'
  details?: string
}
const report = (person: Person, about: Report) =>
  person.call(reports.create, { body: { reason: 'spam', ...about } })

async function mailsToOperators(): Promise<{ subject: string; text: string }[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=reports@example.edu`)
  return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages
}

const kept = () => stack.db.selectFrom('reports').selectAll().execute()

describe('reporting', () => {
  test('a post keeps its title, its author, the reason and the details', async () => {
    const post = await addPost(author, section, { name: 'Midterm answers' })
    const details = 'Page 3 is the exam of this week.\nIt hasn’t been written yet.'
    expect((await report(reader, { post_id: post.id, reason: 'copyright', details })).status).toBe(200)
    const [row, ...others] = await kept()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      post_id: post.id,
      post_title: 'Midterm answers',
      reason: 'copyright',
      details,
      state: 'open',
    })
    await author.call(posts.remove, { query: { id: post.id } })
    expect((await kept())[0]).toMatchObject({ post_id: post.id, post_title: 'Midterm answers' })
  })

  test('keeps a post as it was for the operators until it is decided, whatever its author does', async () => {
    const operator = await stack.signIn('opal.operator')
    const settings = { secret: 'x'.repeat(32), publicUrl: '', now: stack.clock.now }
    const storage = openFolder({ folder: stack.storageDir, ...settings })
    const sweep = () =>
      sweepFiles({ db: stack.db, storage, now: () => Temporal.Now.instant().add({ hours: 25 }) })
    const seen = async () => (await operator.call(admin.reports, { query: {} })).body.reports[0]!
    const ed = await stack.signIn('ed.evader')
    const post = await addPost(ed, section, { name: 'Midterm answers', details: 'All of them.' })
    await report(reader, { post_id: post.id, reason: 'copyright' })
    expect((await seen()).post_was).toBe(null)
    const harmless = { post_name: 'Harmless', details: 'Nothing here.', doc_name: 'harmless.pdf' }
    const doc_url = await uploadDocument(ed)
    await ed.call(posts.update, { params: { id: post.id }, body: { ...harmless, doc_url } })
    await stack.jobsDone()
    await sweep()
    const fetched = async (id: string) => {
      const { status, body } = await operator.call(admin.openFile, { params: { id } })
      return status === 200 ? (await fetch(body.url)).status : status
    }
    const { id, post: now, post_was } = await seen()
    expect(now).toMatchObject({ post_name: 'Harmless' })
    expect(post_was).toMatchObject({ title: 'Midterm answers', details: 'All of them.' })
    expect(await fetched(post_was!.document.id)).toBe(200)
    await ed.call(account.remove, { body: { username: 'ed.evader' } })
    await stack.jobsDone()
    await sweep()
    expect(await seen()).toMatchObject({ post: null, post_was })
    expect(await fetched(post_was!.document.id)).toBe(200)
    await operator.call(admin.closeReport, { body: { id, outcome: 'upheld' } })
    await sweep()
    expect(await fetched(post_was!.document.id)).toBe(404)
    expect(await stack.db.selectFrom('reported_posts').selectAll().execute()).toEqual([])
  })

  test('the same again while it is open stays one report, even with two clicks at once', async () => {
    const post = await addPost(author, section)
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(reader, { post_id: post.id })))
    const people = await Promise.all(
      Array.from({ length: 5 }, () => report(reader, { username: 'ana.author' })),
    )
    expect([...answers, ...people].map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await kept()).toHaveLength(2)
  })

  test('the same again once it is closed is a new report', async () => {
    await report(reader, { username: 'ana.author' })
    await stack.db.updateTable('reports').set({ state: 'dismissed', closed_at: stack.clock.now() }).execute()
    await report(reader, { username: 'ana.author' })
    expect((await kept()).map(({ state }) => state).sort()).toEqual(['dismissed', 'open'])
  })

  test('is possible for 50 things in 24 hours, however many are reported at once', async () => {
    const rhys = await stack.signIn('rhys.reports')
    const ago = (hours: number, reported: number) =>
      sql`
      insert into reports (reporter_id, person_id, post_id, post_title, reason, created_at)
      select reporter.id, person.id, gen_random_uuid(), 'A post', 'spam',
        ${stack.clock.now().subtract({ hours, minutes: 30 })}::timestamptz
      from users reporter, users person, generate_series(1, ${sql.lit(reported)})
      where reporter.username = 'rhys.reports' and person.username = 'ana.author'`.execute(stack.db)
    await ago(24, 10)
    await ago(21, 49)
    const post = await addPost(author, section)
    const answers = await Promise.all([
      report(rhys, { post_id: post.id }),
      report(rhys, { username: 'ana.author' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
    const { problem } = answers.find(({ status }) => status === 429)!
    expect(problem.code).toBe('quota_exceeded')
    expect(problem.detail).toBe(
      'You’ve sent 50 reports in 24 hours, the most you can send. Try again in 3 hours.',
    )
    expect(await kept()).toHaveLength(60)
    // What is reported already stays so.
    const [again, other] = await Promise.all([
      report(rhys, { post_id: post.id }),
      report(rhys, { username: 'ana.author' }),
    ])
    expect([again.status, other.status].sort()).toEqual([200, 429])
  })

  test('mails the operators once for all open reports of one thing, without the words', async () => {
    const post = await addPost(author, section, { name: 'Secret keys' })
    const seen = (await mailsToOperators()).length
    const details = 'It names my room.'
    await report(reader, { post_id: post.id, reason: 'harassment', details })
    await report(reader, { post_id: post.id, reason: 'harassment', details })
    const others = [await stack.signIn('otto.other'), await stack.signIn('pam.passerby')]
    for (const other of others) await report(other, { post_id: post.id })
    await report(reader, { username: 'ana.author' })
    const mails = (await mailsToOperators()).slice(0, -seen || undefined)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Reported person: It is spam or a scam',
      'Reported post: It harasses, threatens or shames someone',
    ])
    expect(mails[0]!.text).toContain('/admin?tab=reports')
    expect(JSON.stringify(mails)).not.toMatch(/my room|Secret keys/)
    await stack.db.updateTable('reports').set({ state: 'dismissed', closed_at: stack.clock.now() }).execute()
    await report(others[0]!, { username: 'ana.author' })
    expect(await mailsToOperators()).toHaveLength(seen + 3)
  })

  test('works across a block, in both directions', async () => {
    const post = await addPost(author, section)
    const victim = await stack.signIn('vic.victim')
    await victim.call(blocks.block, { body: { username: 'ana.author' } })
    expect((await report(victim, { post_id: post.id })).status).toBe(200)
    expect((await report(victim, { username: 'ana.author' })).status).toBe(200)
    expect((await report(author, { username: 'vic.victim' })).status).toBe(200)
  })

  test.each([
    ['neither a post nor a person', async () => ({})],
    [
      'a post and a person at once',
      async () => ({ post_id: (await addPost(author, section)).id, username: 'ana.author' }),
    ],
    ['oneself', async () => ({ username: 'ray.reader' })],
    ['the reader’s own post', async () => ({ post_id: (await addPost(reader, section)).id })],
    ['with details of 2001 characters', async () => ({ username: 'ana.author', details: 'x'.repeat(2001) })],
    ['with details that hold a NUL', async () => ({ username: 'ana.author', details: 'a\u0000b' })],
    ['for a reason there isn’t', async () => ({ username: 'ana.author', reason: 'boring' as 'spam' })],
  ])('%s is refused', async (_what, about) => {
    expect((await report(reader, await about())).status).toBe(422)
    expect(await kept()).toEqual([])
  })

  test('accepts details of 2000 characters, counted as people count', async () => {
    expect((await report(reader, { username: 'ana.author', details: '📚'.repeat(2000) })).status).toBe(200)
  })

  test('a missing or hidden thing is not found', async () => {
    const post = await addPost(author, section)
    await stack.db
      .updateTable('posts')
      .set({ hidden_at: stack.clock.now(), hidden_reason: 'A live exam.' })
      .where('id', '=', post.id)
      .execute()
    expect((await report(reader, { post_id: post.id })).status).toBe(404)
    expect((await report(reader, { post_id: '01999999-9999-7999-8999-999999999999' })).status).toBe(404)
    await stack.signIn('sal.suspended')
    await stack.db
      .updateTable('users')
      .set({ suspended_at: stack.clock.now() })
      .where('username', '=', 'sal.suspended')
      .execute()
    for (const username of ['nobody.at.all', 'sal.suspended'])
      expect((await report(reader, { username })).status).toBe(404)
  })
})

describe('reporting a message', () => {
  let conversation_id: string
  let operator: Person
  beforeAll(async () => {
    operator = await stack.signIn('opal.operator')
    conversation_id = await makeConversation([author, 'ana.author'], [reader, 'ray.reader'])
    for (let count = 3; count <= 30; count++) {
      await write(count % 2 ? author : reader, conversation_id, `Message ${count}`)
    }
  })
  const of = (seq: number) => ({ message: { conversation_id, seq } })
  const queue = async (state: 'open' | 'upheld' = 'open') =>
    (await operator.call(admin.reports, { query: { state } })).body.reports
  const remove = (person: Person, seq: number) =>
    person.call(messages.remove, { params: { id: conversation_id, seq } })

  test('gives the operators the message with those around it, as they were, whatever is deleted later', async () => {
    await remove(author, 13)
    expect((await report(reader, { ...of(15), reason: 'harassment', details: 'Every day.' })).status).toBe(
      200,
    )
    await remove(author, 15)
    const [open, ...others] = await queue()
    expect(others).toEqual([])
    expect(open).toMatchObject({
      reason: 'harassment',
      details: 'Every day.',
      reporter: { username: 'ray.reader' },
      person: { username: 'ana.author' },
      post: null,
      alike: 1,
    })
    const shown = open!.messages!
    expect(shown.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, index) => index + 5))
    expect(shown.filter(({ reported }) => reported)).toMatchObject([
      { seq: 15, text: 'Message 15', by_reporter: false, deleted: false },
    ])
    expect(shown.find(({ seq }) => seq === 13)).toMatchObject({ text: '', deleted: true })
    expect(shown.find(({ seq }) => seq === 14)).toMatchObject({ text: 'Message 14', by_reporter: true })
  })

  test('keeps its files for the operators until it is decided, whoever deletes them', async () => {
    const ida = await stack.signIn('ida.images')
    const id = await makeConversation([ida, 'ida.images'], [reader, 'ray.reader'])
    const { seq } = await write(ida, id, '', { attachment_ids: [await sendPicture(ida, id)] })
    await report(reader, { message: { conversation_id: id, seq } })
    const [open] = await queue()
    const [file] = open!.messages!.find(message => message.reported)!.files
    expect(file).toMatchObject({ name: 'plan.png' })
    const fetched = async () => {
      const { status, body } = await operator.call(admin.openFile, { params: { id: file!.id } })
      return status === 200 ? (await fetch(body.url)).status : status
    }
    expect(await fetched()).toBe(200)
    await ida.call(messages.remove, { params: { id, seq } })
    await stack.jobsDone()
    const settings = { secret: 'x'.repeat(32), publicUrl: '', now: stack.clock.now }
    const storage = openFolder({ folder: stack.storageDir, ...settings })
    const sweep = () =>
      sweepObjects({ db: stack.db, storage, now: () => Temporal.Now.instant().add({ hours: 25 }) })
    await sweep()
    expect(await fetched()).toBe(200)
    for (const person of [reader, ida]) {
      expect((await person.call(admin.openFile, { params: { id: file!.id } })).status).toBe(403)
    }
    await operator.call(admin.closeReport, { body: { id: open!.id, outcome: 'upheld' } })
    await sweep()
    expect(await fetched()).toBe(404)
  })

  test('is one report however often it is sent, and a separate one for another message or the person', async () => {
    await Promise.all(Array.from({ length: 5 }, () => report(reader, of(17))))
    await report(reader, of(19))
    await report(reader, { username: 'ana.author' })
    const open = await queue()
    expect(open.map(({ alike }) => alike)).toEqual([1, 1, 1])
    const outcome = { id: open.at(-1)!.id, outcome: 'upheld' } as const
    await operator.call(admin.closeReport, { body: outcome })
    expect(await queue()).toHaveLength(2)
    await operator.call(admin.closeReport, { body: { ...outcome, id: open[0]!.id } })
    expect((await queue('upheld')).map(({ messages }) => messages?.length)).toEqual([undefined, 16])
    expect(await queue()).toHaveLength(1)
  })

  test('works across a block', async () => {
    await author.call(blocks.block, { body: { username: 'ray.reader' } })
    expect((await report(reader, of(21))).status).toBe(200)
    await author.call(blocks.unblock, { body: { username: 'ray.reader' } })
  })

  test('that is the reader’s own, deleted, missing or in other people’s conversation is refused', async () => {
    await remove(author, 23)
    const stranger = await stack.signIn('sid.stranger')
    const answers = [
      await report(reader, of(24)),
      await report(reader, { ...of(25), username: 'ana.author' }),
      await report(reader, of(23)),
      await report(reader, of(31)),
      await report(stranger, of(25)),
      await report(stranger, of(31)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404, 404, 404, 404])
    expect(await kept()).toEqual([])
  })

  test('shows operators the words and the writer until it is decided, even if they have left', async () => {
    const leaver = await stack.signIn('lea.leaver')
    const id = await makeConversation([leaver, 'lea.leaver'], [reader, 'ray.reader'])
    await report(reader, { message: { conversation_id: id, seq: 1 } })
    await leaver.call(account.remove, { body: { username: 'lea.leaver' } })
    await stack.jobsDone()
    const [open] = await queue()
    expect(open).toMatchObject({
      person: null,
      person_was: { name: 'Lea Leaver', username: 'lea.leaver', email: 'lea.leaver@example.edu' },
      messages: [
        { reported: true, text: 'Hello from lea.leaver', deleted: false },
        { text: 'Hello from ray.reader', by_reporter: true },
      ],
    })
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.closeReport, { body: { id: open!.id, outcome: 'upheld' } })
    await beginJob(stack.db, 'sweep-account-tasks')
    await stack.jobsDone()
    const { body } = await operator.call(admin.reports, { query: { state: 'upheld' } })
    expect(body.reports[0]).toMatchObject({
      person_was: null,
      messages: [{ reported: true, text: '' }, { text: 'Hello from ray.reader' }],
    })
  })
})
