import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { canonicalUsername, usernameFault, usernameLimits } from '#shared/domain/usernames.ts'

const { changes, changesWithinDays, heldDays } = usernameLimits
const taken = 'This username is taken.'

/**
 * Gives a person another username. The database decides who of several gets a name (`keep_usernames_apart`
 * and the unique index): a lookup beforehand would miss one who is just taking it.
 */
export async function rename(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  login: Login,
  typed: string,
): Promise<void> {
  const username = canonicalUsername(typed)
  const fault = usernameFault(username)
  if (fault) throw invalidField('body.username', fault)
  const at = now()
  const since = at.subtract({ hours: 24 * changesWithinDays })
  const { rows } = await sql<{ username: string; renamed_at: Temporal.Instant[] }>`
    update users set username = ${username}, renamed_at =
      array(select t from unnest(renamed_at) t where t > ${since}::timestamptz order by t) || ${at}::timestamptz
    where id = ${login.userId} and username <> ${username}
      and (select count(*) from unnest(renamed_at) t where t > ${since}::timestamptz) < ${sql.lit(changes)}
    returning username`
    .execute(db)
    .catch(refuseTaken)
  if (rows.length > 0) return
  const person = await db
    .selectFrom('users')
    .select(['username', 'renamed_at'])
    .where('id', '=', login.userId)
    .executeTakeFirstOrThrow()
  if (person.username === username) return
  const free = lockedUntil(person.renamed_at, at) ?? at
  const day = free.toZonedDateTimeISO('UTC').toLocaleString('en-US', { dateStyle: 'long' })
  throw problem(
    'rate_limited',
    `You can change your username ${changes} times in ${changesWithinDays} days. You can change it again on ${day}.`,
    { retryAfterSeconds: Math.ceil(at.until(free).total('seconds')) },
  )
}

function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505' || !constraint?.startsWith('users_username')) throw error
  throw problem('conflict', taken, { faults: [{ path: 'body.username', message: taken }] })
}

/** When a person who changed their username at these times may change it again; null if they may now. */
export function lockedUntil(renamedAt: Temporal.Instant[], now: Temporal.Instant): Temporal.Instant | null {
  const until = renamedAt
    .map(at => at.add({ hours: 24 * changesWithinDays }))
    .filter(end => Temporal.Instant.compare(end, now) > 0)
    .sort(Temporal.Instant.compare)
  return until.length < changes ? null : until[0]!
}

/** Whether the person could take a username now, and if not, why; only true at this moment. */
export async function checkUsername(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  login: Login,
  typed: string,
): Promise<{ available: boolean; reason: string | null }> {
  const username = canonicalUsername(typed)
  const fault = usernameFault(username)
  if (fault) return { available: false, reason: fault }
  return (await isTaken(db, login.userId, username, now()))
    ? { available: false, reason: taken }
    : { available: true, reason: null }
}

async function isTaken(
  db: Database,
  userId: string,
  username: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const heldSince = now.subtract({ hours: 24 * heldDays })
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from users where username = ${username} and id <> ${userId})
      or exists (select from former_usernames
        where username = ${username} and user_id <> ${userId} and given_up_at > ${heldSince}::timestamptz)
      or is_username_held(${username}, ${now}::timestamptz)
      or exists (select from username_claims
        where username = ${username} and claimed_at > now() - interval '1 hour'
          and not exists (select from users where id = ${userId} and username = ${username})) as taken`.execute(
    db,
  )
  return rows[0]!.taken
}
