import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { refuseOverQuota } from '#server/platform/http/quota-of-day.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type reports, reportsADay } from '#shared/api/reports.ts'
import { findAnyone, noPerson } from '../people/find-person.ts'
import { noPost } from '../posts/visible.ts'
import { reportMail } from './report-mail.ts'

type NewReport = z.output<typeof reports.create.body>
type Message = NonNullable<NewReport['message']>

type Subject = {
  person_id: string
  post_id?: string
  post_title?: string
  conversation_id?: string
  message_seq?: number
}

/** Each new thing mails the operators. */
const quota = { table: 'reports', sender: 'reporter_id', most: reportsADay, things: 'reports' } as const

/**
 * Reports a post, a person or a message to the operators. People can report across a block, in both
 * directions: harassment doesn't end with a block. While a report is open, another by the same person about
 * the same thing adds nothing. The operators get one mail about all open reports of a thing.
 */
export async function createReport(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'now'>,
  login: Login,
  input: NewReport,
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const subject = await findSubject(trx, login, input)
    const now = deps.now()
    const report = await trx
      .insertInto('reports')
      .values({
        reporter_id: login.userId,
        ...subject,
        reason: input.reason,
        details: input.details,
        created_at: now,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!report) return
    await refuseOverQuota(trx, login.userId, quota, now)
    if (input.message) await keepMessages(trx, login.userId, report.id, input.message)
    if (input.post_id) await keepPost(trx, report.id, input.post_id)
    if (!(await isReported(trx, report.id, subject))) {
      await reportMail.enqueue(trx, deps, report.id, { reportId: report.id })
    }
  })
}

/** Whether another open report is about the same thing. One about a person names no post and no message. */
async function isReported(
  trx: Trx,
  reportId: string,
  { person_id, post_id, conversation_id, message_seq }: Subject,
): Promise<boolean> {
  const other = await trx
    .selectFrom('reports')
    .select('id')
    .where('person_id', '=', person_id)
    .where('post_id', 'is not distinct from', post_id ?? null)
    .where('conversation_id', 'is not distinct from', conversation_id ?? null)
    .where('message_seq', 'is not distinct from', message_seq ?? null)
    .where('state', '=', 'open')
    .where('id', '<>', reportId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

async function findSubject(db: Database, login: Login, input: NewReport): Promise<Subject> {
  const { post_id, username, message } = input
  if ([post_id, username, message].filter(thing => thing !== undefined).length !== 1) {
    throw invalidField('body.username', 'Report one thing: a post, a person or a message.')
  }
  const subject = message
    ? await findMessage(db, login.userId, message)
    : post_id
      ? await findPost(db, post_id)
      : await findReportedPerson(db, username!)
  if (subject.person_id !== login.userId) return subject
  if (message) throw invalidField('body.message', 'This is your own message.')
  if (post_id) throw invalidField('body.post_id', 'This is your own post.')
  throw invalidField('body.username', 'You can’t report yourself.')
}

async function findPost(db: Database, post_id: string): Promise<Subject> {
  const post = await db
    .selectFrom('posts')
    .select(['author_id', 'title'])
    .where('id', '=', post_id)
    .where('visible', '=', true)
    .executeTakeFirst()
  if (!post) throw noPost()
  return { person_id: post.author_id, post_id, post_title: post.title }
}

async function findReportedPerson(db: Database, username: string): Promise<Subject> {
  const person = await findAnyone(db, username)
  if (!person || person.suspended) throw noPerson()
  return { person_id: person.id }
}

async function findMessage(
  db: Database,
  readerId: string,
  { conversation_id, seq }: Message,
): Promise<Subject> {
  const message = await db
    .selectFrom('readable_messages')
    .select('author_id')
    .where('reader_id', '=', readerId)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!message) throw problem('not_found', 'We couldn’t find that message. It may have been deleted.')
  return { person_id: message.author_id!, conversation_id, message_seq: seq }
}

/**
 * Keeps a post as it is, so that its author takes nothing from the operators by changing or deleting it. The
 * store keeps its document (`removeUnreported` in files/remove.ts).
 */
async function keepPost(trx: Trx, reportId: string, postId: string): Promise<void> {
  // Whoever is changing it comes first, or finds its document kept. The report has locked the people by now.
  await trx.selectFrom('posts').select('id').where('id', '=', postId).forShare().execute()
  await sql`
    insert into reported_posts (report_id, title, details, document_name, document_type, document_key)
    select ${reportId}, title, details, files.name, files.type, files.object_key
    from posts join files on files.id = document_id where posts.id = ${postId}`.execute(trx)
}

/**
 * A message alone seldom shows what is wrong with it: the report includes the messages before and after it.
 */
const around = { before: 10, after: 5 }

/**
 * Copies a message and those around it, so that deleting them later takes nothing from the operators; keeps
 * their files.
 */
async function keepMessages(
  trx: Trx,
  readerId: string,
  reportId: string,
  { conversation_id, seq }: Message,
): Promise<void> {
  await sql`
    insert into reported_messages (report_id, seq, author_id, text, deleted, sent_at)
    select ${reportId}, seq, author_id, text, deleted, sent_at from readable_messages
    where reader_id = ${readerId} and conversation_id = ${conversation_id}
      and seq between ${seq - around.before} and ${seq + around.after}`.execute(trx)
  await sql`
    insert into reported_files (report_id, seq, place, name, type, object_key)
    select ${reportId}, seq, place, name, type, object_key from readable_files
    where reader_id = ${readerId} and conversation_id = ${conversation_id}
      and seq in (select seq from reported_messages where report_id = ${reportId})`.execute(trx)
}
