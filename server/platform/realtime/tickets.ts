import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { problem } from '../http/problem.ts'
import type { LoginRef } from '../http/router.ts'
import { createSigner } from '../http/signer.ts'
import type { Redis } from '../redis/redis.ts'

export type Tickets = {
  /**
   * Creates a ticket with which one socket may enter one namespace as this person, once, within 30 seconds
   * (security A-9).
   */
  issue(namespace: string, login: LoginRef, now: Temporal.Instant): Promise<string>
  /** Redeems a ticket; null if it was used, has expired, or is for another namespace. */
  redeem(namespace: string, ticket: unknown, now: Temporal.Instant): Promise<LoginRef | null>
}

/** What Redis knows of a ticket, in the form that servers of the last release read, too. */
type Kept = { who: LoginRef; until: string; proof: string }

const seconds = 30

/**
 * Tickets are signed, so that a made-up one is refused without a query. They are in Redis, or in the database:
 * without Redis, and those made while it was away.
 */
export function createTickets(
  { db, redis }: { db: Database; redis: Redis | undefined },
  secret: string,
): Tickets {
  const signer = createSigner(secret, 'live tickets')

  async function keepInRedis(
    namespace: string,
    login: LoginRef,
    now: Temporal.Instant,
  ): Promise<string | undefined> {
    const name = newName()
    const kept: Kept = {
      who: login,
      until: now.add({ seconds }).toString(),
      proof: signer.sign(factsOf(name, login)),
    }
    return redis
      ?.ask(client => client.set(keyOf(namespace, name), JSON.stringify(kept), { EX: seconds }))
      .then(
        () => name,
        () => undefined,
      )
  }

  async function keepInDatabase(
    namespace: string,
    { userId, loginId }: LoginRef,
    now: Temporal.Instant,
  ): Promise<string> {
    const name = newName()
    // The caller's login may have ended since it was read: the lock keeps it until the ticket is stored.
    const { numAffectedRows } = await sql`
      with expired as (delete from live_tickets where expires_at < ${now}::timestamptz),
      login as (select id, user_id from logins where id = ${loginId} and user_id = ${userId} for key share)
      insert into live_tickets (hash, namespace, login_id, user_id, expires_at)
      select ${hashOf(name)}, ${namespace}, id, user_id, ${now}::timestamptz + ${seconds} * interval '1 second'
      from login`.execute(db)
    if (numAffectedRows === 0n) throw problem('unauthenticated', 'Sign in first.')
    return name
  }

  async function takeFromDatabase(
    namespace: string,
    name: string,
    now: Temporal.Instant,
  ): Promise<LoginRef | null> {
    const { rows } = await sql<LoginRef>`
      delete from live_tickets
      where hash = ${hashOf(name)} and namespace = ${namespace} and expires_at >= ${now}::timestamptz
      returning user_id as "userId", login_id as "loginId"`.execute(db)
    return rows[0] ?? null
  }

  /** A login that ended took its tickets in the database along, but not those in Redis. */
  async function ifStillThere(login: LoginRef): Promise<LoginRef | null> {
    const { rows } =
      await sql`select from logins where id = ${login.loginId} and user_id = ${login.userId}`.execute(db)
    return rows.length > 0 ? login : null
  }

  return {
    async issue(namespace, login, now) {
      // Never the same name in both: if Redis keeps one without saying so, a ticket would be used twice.
      const name = (await keepInRedis(namespace, login, now)) ?? (await keepInDatabase(namespace, login, now))
      return `${name}.${signer.sign(`${namespace} ${name}`)}`
    },
    async redeem(namespace, ticket, now) {
      if (typeof ticket !== 'string') return null
      const [, name, signature] = /^([\w-]{32})\.([\w-]{43})$/.exec(ticket) ?? []
      if (!name || !signature || !signer.isSigned(`${namespace} ${name}`, signature)) return null
      const taken = await redis?.ask(client => client.getDel(keyOf(namespace, name))).catch(() => null)
      if (!taken) return takeFromDatabase(namespace, name, now)
      const { who: login, until, proof } = JSON.parse(taken) as Kept
      // Somebody who can write to Redis must not be able to forge a ticket and act as another person.
      const isValid =
        signer.isSigned(factsOf(name, login), proof) && Temporal.Instant.compare(now, until) <= 0
      return isValid ? ifStillThere(login) : null
    },
  }
}

function factsOf(name: string, { userId, loginId }: LoginRef): string {
  return `${name} ${userId} ${loginId}`
}

function newName(): string {
  return randomBytes(24).toString('base64url')
}

function keyOf(namespace: string, name: string): string {
  return `ticket:${namespace}:${hashOf(name).toString('base64url')}`
}

function hashOf(name: string): Buffer {
  return createHash('sha256').update(name).digest()
}
