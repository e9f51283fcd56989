import { sql } from 'kysely'
import { problem } from '#server/platform/http/problem.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import type { documents } from '#shared/api/documents.ts'
import type { AssistantDeps } from '../deps.ts'
import { readingJob } from './index-document.ts'
import { readableBy } from './readable.ts'

type Progress = Omit<CallOutput<typeof documents.process>, 'status'>

/** Retries a failed document on request, but not more often than this. */
const againAfterHours = 1

/** How many documents one call enqueues; the next call continues. */
const most = 200

/**
 * Enqueues the unread documents of a course for one of its people, and answers with the progress of all.
 * Requested again, or by many at once, it is one job per document.
 */
export async function processDocuments(
  deps: Pick<AssistantDeps, 'db' | 'jobs' | 'now'>,
  personId: string,
  courseId: number,
): Promise<Progress> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const { rows: members } = await sql`
      select from assistant.course_members where course_id = ${courseId} and person_id = ${personId} limit 1`.execute(
      trx,
    )
    if (members.length === 0) throw problem('not_found', 'This isn’t one of your courses.')
    // A post that is being moved to another course waits for the next call: the trigger of its edit finds no row yet.
    const { rows: wanted } = await sql<{ id: string }>`
      insert into assistant.documents (id, course_id, pages, created_at)
      select posts.document_id, posts.course_id, files.pages, ${now}
      from assistant.posts join assistant.files on files.id = document_id
        left join assistant.documents known on known.id = document_id
      where posts.course_id = ${courseId} and ${readableBy(personId)}
        and (known.id is null or (known.state = 'failed' and not known.gone
          and known.finished_at < ${now.subtract({ hours: againAfterHours })}))
      order by posts.document_id limit ${sql.lit(most)} for share of posts skip locked
      on conflict (id) do update set state = 'waiting', finished_at = null where documents.state = 'failed'
      returning id`.execute(trx)
    for (const { id } of wanted) await deps.jobs.enqueue(trx, readingJob, id, { documentId: id })
    const { rows } = await sql<Progress>`
      select count(*) as documents,
        count(*) filter (where coalesce(state, 'waiting') = 'waiting') as waiting,
        count(*) filter (where state = 'reading') as reading,
        count(*) filter (where state = 'done') as done,
        count(*) filter (where state = 'failed') as failed,
        coalesce(sum(files.pages), 0) as pages, coalesce(sum(pages_done), 0) as pages_done
      from assistant.posts join assistant.files on files.id = document_id
        left join assistant.documents on documents.id = document_id
      where posts.course_id = ${courseId} and ${readableBy(personId)}`.execute(trx)
    return rows[0]!
  })
}
