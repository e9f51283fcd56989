import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { loginHash, loginHashes } from '../people/login-hash.ts'

export type ReturnDeps = Pick<Deps, 'db' | 'now'> & { config: Pick<Deps['config'], 'secret'> }

/** How long we know a login again whose account is closed. */
const knownDays = 30

/**
 * Stores who blocks a person, what they had the assistant spend today and whether they are suspended, by their logins,
 * before their account is closed: deleting it and signing in again must not undo any of that. Other limits, such as that
 * of messages to strangers, do begin anew.
 */
export async function keepForReturn(
  trx: Trx,
  { config, now }: Pick<ReturnDeps, 'config' | 'now'>,
  userId: string,
): Promise<void> {
  const hashes = await loginHashes(trx, config, userId)
  await sql`
    insert into left_logins (login_hash, left_at, blocker_ids, tokens, suspended)
    select login_hash, ${now()}::timestamptz, blocker_ids, tokens, suspended
    from unnest(${hashes}::text[]) login_hash,
      (select array(select blocker_id from blocks where blocked_id = users.id) as blocker_ids,
        tokens_spent(id, ${dayOf(now())}::date) as tokens, suspended_at is not null as suspended
      from users where id = ${userId}) kept
    where tokens > 0 or blocker_ids <> '{}' or suspended
    on conflict (login_hash) do update set
      left_at = excluded.left_at, tokens = excluded.tokens, suspended = excluded.suspended,
      blocker_ids = array(select unnest(left_logins.blocker_ids) union select unnest(excluded.blocker_ids))`.execute(
    trx,
  )
}

/** What is still stored about the closed account of this login: whether it was suspended. */
export async function findLeftLogin(
  { db, config }: Omit<ReturnDeps, 'now'>,
  provider: string,
  subject: string,
): Promise<{ suspended: boolean } | undefined> {
  return db
    .selectFrom('left_logins')
    .select('suspended')
    .where('login_hash', '=', loginHash(config.secret, provider, subject))
    .executeTakeFirst()
}

/** Gives a new account what was stored about its logins, once. */
export async function carryToReturned({ db, config, now }: ReturnDeps, userId: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const hashes = await loginHashes(trx, config, userId)
    const { rows } = await sql<{ left_at: Temporal.Instant; blocker_ids: string[]; tokens: number }>`
      delete from left_logins where login_hash = any(${hashes}) returning left_at, blocker_ids, tokens`.execute(
      trx,
    )
    for (const { left_at, blocker_ids, tokens } of rows) {
      await sql`
        insert into blocks (blocker_id, blocked_id)
        select id, ${userId} from users where id = any(${blocker_ids}::uuid[]) and deleted_at is null order by id
        on conflict do nothing`.execute(trx)
      if (tokens > 0 && dayOf(left_at) === dayOf(now()))
        await sql`select carry_tokens(${userId}, ${dayOf(now())}::date, ${tokens})`.execute(trx)
    }
  })
}

/** Forgets what was stored of accounts that closed more than a month ago. */
export async function forgetLeftLogins(db: Database, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('left_logins')
    .where('left_at', '<=', now.subtract({ hours: 24 * knownDays }))
    .execute()
}

function dayOf(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO('UTC').toPlainDate().toString()
}
