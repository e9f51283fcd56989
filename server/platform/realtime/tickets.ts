import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { createSigner } from '../http/signer.ts'

/** The owner of a live connection: a person, and the login it ends with. */
export type Who = { userId: string; loginId: string }

export type Tickets = {
  /**
   * Creates a ticket with which one socket may enter one namespace as this person, once, within 30 seconds
   * (security A-9).
   */
  issue(namespace: string, who: Who, now: Temporal.Instant): Promise<string>
  /** Redeems a ticket; null if it was used, has expired, or is for another namespace. */
  redeem(namespace: string, ticket: unknown, now: Temporal.Instant): Promise<Who | null>
}

const seconds = 30

/** Tickets are signed, so that a made-up one is refused without a database query. */
export function createTickets(db: Database, secret: string): Tickets {
  const signer = createSigner(secret, 'live tickets')
  return {
    async issue(namespace, { userId, loginId }, now) {
      const name = randomBytes(24).toString('base64url')
      await sql`
        with expired as (delete from live_tickets where expires_at < ${now}::timestamptz)
        insert into live_tickets (hash, namespace, login_id, user_id, expires_at)
        values (${hashOf(name)}, ${namespace}, ${loginId}, ${userId}, ${now}::timestamptz + ${seconds} * interval '1 second')`.execute(
        db,
      )
      return `${name}.${signer.sign(`${namespace} ${name}`)}`
    },
    async redeem(namespace, ticket, now) {
      if (typeof ticket !== 'string') return null
      const [, name, signature] = /^([\w-]{32})\.([\w-]{43})$/.exec(ticket) ?? []
      if (!name || !signature || !signer.isSigned(`${namespace} ${name}`, signature)) return null
      const { rows } = await sql<Who>`
        delete from live_tickets
        where hash = ${hashOf(name)} and namespace = ${namespace} and expires_at >= ${now}::timestamptz
        returning user_id as "userId", login_id as "loginId"`.execute(db)
      return rows[0] ?? null
    },
  }
}

function hashOf(name: string): Buffer {
  return createHash('sha256').update(name).digest()
}
