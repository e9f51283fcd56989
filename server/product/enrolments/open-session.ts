import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { noSession } from '../sessions/queries.ts'

/** The fields of a session that decide who can be in it. */
export type OpenSession = {
  id: string
  owner_id: string
  title: string
  rate_cents: number | null
  capacity: number
  deleted: boolean
}

/**
 * A session that a person may see, locked until the transaction ends, so that enrollments run one after the
 * other. Locks its owner and the person first, as when a block or the end of an account changes both.
 */
export async function openSession(trx: Trx, viewerId: string, sessionId: string): Promise<OpenSession> {
  await sql`
    select from users where id = ${viewerId} or id = (select owner_id from sessions where id = ${sessionId})
    order by id for share`.execute(trx)
  const session = await trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.owner_id')
    .select(['sessions.id', 'owner_id', 'title', 'rate_cents', 'capacity'])
    .select(sql<boolean>`sessions.deleted_at is not null`.as('deleted'))
    .where('sessions.id', '=', sessionId)
    .where(personVisibleTo(viewerId))
    .forNoKeyUpdate('sessions')
    .executeTakeFirst()
  if (!session) throw noSession()
  return session
}

/** Whether it has an upcoming or current occurrence. */
export async function isToCome(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<boolean> {
  const next = await trx
    .selectFrom('occurrences')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'planned')
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

/** The 409 for a session that is deleted, or whose last occurrence is over. */
export const sessionOver = () => problem('conflict', 'This session is over.')
