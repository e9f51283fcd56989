import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Whose a live connection is: a person, and the login it ends with. */
export type Who = { userId: string; loginId: string }

const seconds = 30

/** Makes a ticket with which one socket may enter one namespace as this person, once, within 30 seconds (security A-9). */
export async function issueTicket(
  db: Database,
  namespace: string,
  { userId, loginId }: Who,
  now: Temporal.Instant,
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  await sql`
    with expired as (delete from live_tickets where expires_at < ${now}::timestamptz)
    insert into live_tickets (hash, namespace, login_id, user_id, expires_at)
    values (${hashOf(ticket)}, ${namespace}, ${loginId}, ${userId}, ${now}::timestamptz + ${seconds} * interval '1 second')`.execute(
    db,
  )
  return ticket
}

/** Takes a ticket in; null for one that was used, has expired, or is another namespace's. */
export async function redeemTicket(
  db: Database,
  namespace: string,
  ticket: unknown,
  now: Temporal.Instant,
): Promise<Who | null> {
  if (typeof ticket !== 'string' || ticket.length > 64) return null
  const { rows } = await sql<Who>`
    delete from live_tickets
    where hash = ${hashOf(ticket)} and namespace = ${namespace} and expires_at >= ${now}::timestamptz
    returning user_id as "userId", login_id as "loginId"`.execute(db)
  return rows[0] ?? null
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
