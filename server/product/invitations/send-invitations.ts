import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { sessionLimits } from '#shared/api/sessions.ts'
import { tellOfInvitation } from '../enrolments/enrolment-alerts.ts'
import { isToCome, sessionOver } from '../enrolments/open-session.ts'
import { personVisibleTo, storedName } from '../people/find-person.ts'
import { noSession } from '../sessions/queries.ts'

type Wanted = { id: string; invite: readonly string[] }

/**
 * Invites followers to one's own session, all of them or, where one can't be, none; answers how many are invited now that
 * weren't. One invitation a person: who is enrolled, invited or has declined is left in peace; only what was
 * withdrawn is sent again, and told of again after a day.
 */
export async function sendInvitations(deps: Deps, login: Login, { id, invite }: Wanted): Promise<number> {
  return deps.db.transaction().execute(async trx => {
    // The day's number is of all their sessions.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${login.userId}`}, 0))`.execute(trx)
    const session = await trx
      .selectFrom('sessions')
      .select(['id', 'owner_id', 'title'])
      .where('id', '=', id)
      .where('owner_id', '=', login.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!session) throw noSession()
    if (!(await isToCome(trx, id, deps.now()))) throw sessionOver()
    const followers = await findFollowers(trx, login.userId, invite)
    const invitable = await withoutInvited(trx, id, followers)
    await refuseMany(trx, deps, login.userId, invitable.length)
    for (const { personId, told } of await write(trx, deps, id, invitable)) {
      if (!told) await tellOfInvitation(trx, deps, session, personId)
    }
    return invitable.length
  })
}

/** People of these names; that somebody isn't there, doesn't follow one or has blocked one is all the same. */
async function findFollowers(trx: Trx, ownerId: string, usernames: readonly string[]): Promise<string[]> {
  const names = [...new Set(usernames.map(storedName))]
  const rows = await trx
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follower_id')
    .select('users.id')
    .where('followed_id', '=', ownerId)
    .where('username', 'in', names)
    .where(personVisibleTo(ownerId))
    .orderBy('users.id')
    .execute()
  if (rows.length < names.length) {
    throw invalidField('body.invite', 'Only people who follow you can be invited.')
  }
  return rows.map(row => row.id)
}

async function withoutInvited(trx: Trx, sessionId: string, people: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${people}::uuid[]) as asked (id)
    where not exists (select from enrolments where session_id = ${sessionId} and person_id = asked.id)
      and not exists (select from invitations
        where session_id = ${sessionId} and person_id = asked.id and state <> 'withdrawn')
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

async function refuseMany(trx: Trx, { now }: Deps, ownerId: string, more: number): Promise<void> {
  const since = now().subtract({ hours: 24 })
  const { rows } = await sql<{ sent: number }>`
    select count(*) as sent from invitations join sessions on sessions.id = session_id
    where owner_id = ${ownerId} and invitations.created_at > ${since}::timestamptz`.execute(trx)
  if (Number(rows[0]!.sent) + more <= sessionLimits.invitesADay) return
  throw problem(
    'quota_exceeded',
    `You can invite ${sessionLimits.invitesADay} people a day. Invite the others tomorrow.`,
  )
}

async function write(
  trx: Trx,
  { now }: Deps,
  sessionId: string,
  people: string[],
): Promise<{ personId: string; told: boolean }[]> {
  const at = now()
  const { rows } = await sql<{ personId: string; told: boolean }>`
    with before as (
      select person_id, created_at from invitations
      where session_id = ${sessionId} and person_id = any (${people}::uuid[])
    ), sent as (
      insert into invitations (session_id, person_id, created_at)
      select ${sessionId}, id, ${at}::timestamptz from unnest(${people}::uuid[]) as asked (id)
      on conflict (session_id, person_id) do update
        set id = excluded.id, state = 'sent', created_at = excluded.created_at, decided_at = null
        where invitations.state = 'withdrawn'
      returning person_id
    )
    select sent.person_id as "personId",
      coalesce(before.created_at > ${at.subtract({ hours: 24 })}::timestamptz, false) as told
    from sent left join before using (person_id)`.execute(trx)
  return rows
}
