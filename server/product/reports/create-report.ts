import type * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { reports } from '#shared/api/reports.ts'
import { findAnyone } from '../people/find-person.ts'

type NewReport = z.output<typeof reports.create.body>

type Subject = { person_id: string; post_id: string | null; post_title: string | null }

/**
 * Reports a post or a person to the operators. One can report whom one blocks and who blocks one: harassment doesn't end
 * with a block. While one's report is open, another about the same thing adds nothing.
 */
export async function createReport(db: Database, login: Login, input: NewReport): Promise<void> {
  const subject = await findSubject(db, input)
  if (subject.person_id === login.userId) {
    throw invalid(input.post_id ? 'This is your own post.' : 'You can’t report yourself.', input)
  }
  await db
    .insertInto('reports')
    .values({ reporter_id: login.userId, ...subject, reason: input.reason, details: input.details })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function findSubject(db: Database, input: NewReport): Promise<Subject> {
  const { post_id, username } = input
  if ((post_id === undefined) === (username === undefined)) {
    throw invalid('Report one thing: a post or a person.', input)
  }
  if (post_id !== undefined) {
    const post = await db
      .selectFrom('posts')
      .select(['author_id', 'title'])
      .where('id', '=', post_id)
      .where('visible', '=', true)
      .executeTakeFirst()
    if (!post) throw problem('not_found', 'This post isn’t there. It may have been deleted.')
    return { person_id: post.author_id, post_id, post_title: post.title }
  }
  const person = await findAnyone(db, username!)
  if (!person || person.suspended) throw problem('not_found', 'There is nobody of that name.')
  return { person_id: person.id, post_id: null, post_title: null }
}

function invalid(message: string, input: NewReport) {
  const path = input.post_id ? 'body.post_id' : 'body.username'
  return invalidField(path, message)
}
