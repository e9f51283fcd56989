import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { shownTo } from './shown-to.ts'

/** The condition on a row of `users` under which a person (null for a visitor) sees it. */
export function personVisibleTo(viewerId: string | null): RawBuilder<boolean> {
  return sql`users.suspended_at is null and users.deleted_at is null
    and ${shownTo(viewerId, sql`users.id`)}`
}

/** The column of one of the two people in a row of `follows`. */
export type FollowSide = 'follower_id' | 'followed_id'

/**
 * The condition under which a person sees the other one of a row of `follows`. It looks up none of them: there may be very many.
 * No row names anybody who left: their follows are deleted with the account, and the database refuses new
 * ones. Those of suspended people stay, but few are suspended.
 */
export function followVisibleTo(viewerId: string, other: FollowSide): RawBuilder<boolean> {
  return sql`${shownTo(viewerId, sql.ref(other))}
    and ${sql.ref(other)} not in (select id from users where suspended_at is not null)`
}

/** Whether a block stands between two people, whoever of them made it. */
export async function isBlockBetween(db: Database, personId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select where not (${shownTo(personId, sql`${otherId}::uuid`)})`.execute(db)
  return rows.length > 0
}

/**
 * The id of the person who has a username, in any case, or else of the last one who had it: a page may still show
 * the name that somebody has just changed.
 */
export function idOfName(typed: string): RawBuilder<string> {
  return idOfStoredName(sql`${storedName(typed)}`)
}

/** `idOfName` for a name in its stored form. */
export function idOfStoredName(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(
    (select id from users where username = ${name}),
    (select user_id from former_usernames where username = ${name}))`
}

/** The id of the person with a username (`idOfName`), if the viewer may see them; otherwise a 404. */
export async function findPerson(db: Database, viewerId: string | null, username: string): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', idOfName(username))
    .where(personVisibleTo(viewerId))
    .executeTakeFirst()
  if (!person) throw noPerson()
  return person.id
}

/** The 404 for a person who is missing, or hidden from the caller. */
export const noPerson = () => problem('not_found', 'We couldn’t find that person.')

type Anyone = { id: string; suspended: boolean }

/**
 * The person with a username (`idOfName`), whoever asks: for blocking, reporting and judging people, which
 * must also work on someone hidden from the caller. The result is never shown.
 */
export async function findAnyone(db: Database, username: string): Promise<Anyone | undefined> {
  return db
    .selectFrom('users')
    .select(['id', sql<boolean>`suspended_at is not null`.as('suspended')])
    .where('id', '=', idOfName(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A username in its stored form; one that can't exist (PostgreSQL has no text with NUL) becomes empty, which finds nobody. */
export function storedName(typed: string): string {
  const name = canonicalUsername(typed)
  return /^[a-z0-9._-]+$/.test(name) ? name : ''
}
