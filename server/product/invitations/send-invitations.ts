import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import { normalizeEmail } from '#server/platform/http/email.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { Invitee } from '#shared/api/invitations.ts'
import { sessionLimits } from '#shared/api/sessions.ts'
import { reviveInvitation } from '../alerts/invitation-alerts.ts'
import { tellOfInvitation } from '../enrolments/enrolment-alerts.ts'
import { isToCome, sessionOver } from '../enrolments/open-session.ts'
import { emailKnownTo } from '../people/acquainted.ts'
import { idOfStoredName, personVisibleTo, storedName } from '../people/find-person.ts'
import { noSession } from '../sessions/queries.ts'

type Wanted = { id: string; invite: readonly (string | Invitee)[] }

/**
 * Invites followers to the caller's own session, all of them or, if one can't be invited, none; returns how
 * many new invitations there are. One invitation per person: it skips people who are enrolled, invited or
 * have declined. It is sent again after it was withdrawn, and to people who accepted it and left, with another
 * alert only after a day; until then, the earlier alert is unread again.
 */
export async function sendInvitations(deps: Deps, login: Login, { id, invite }: Wanted): Promise<number> {
  return deps.db.transaction().execute(async trx => {
    // The daily number covers all their sessions.
    await lockName(trx, `invite ${login.userId}`)
    const people = await findFollowers(trx, login.userId, invite)
    await lockTogether(trx, [login.userId, ...people])
    const session = await trx
      .selectFrom('sessions')
      .select(['id', 'owner_id', 'title'])
      .where('id', '=', id)
      .where('owner_id', '=', login.userId)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!session) throw noSession()
    if (!(await isToCome(trx, id, deps.now()))) throw sessionOver()
    const named = people.map(person => ({ id: person }))
    const followers = (await findFollowers(trx, login.userId, named)).filter(person => person !== null)
    if (followers.length < people.length) {
      throw invalidField('body.invite', 'You can only invite people who follow you.')
    }
    const invitable = await withoutInvited(trx, id, followers)
    await refuseMany(trx, deps, login.userId, invitable)
    for (const { personId, told } of await write(trx, deps, id, invitable)) {
      if (told) await reviveInvitation(trx, deps, session.id, personId)
      else await tellOfInvitation(trx, deps, session, personId)
    }
    return invitable.length
  })
}

/** A block between any two of the people, or the end of an account, happens before or after this. */
async function lockTogether(trx: Trx, people: (string | null)[]): Promise<void> {
  await sql`select from users where id = any (${people}::uuid[]) order by id for share`.execute(trx)
}

/** Finds the people; null for a missing person, one who isn't a follower and one who blocks the caller alike. */
async function findFollowers(
  trx: Trx,
  ownerId: string,
  invite: Wanted['invite'],
): Promise<(string | null)[]> {
  const named = invite.map(one => (typeof one === 'string' ? { username: one } : one)).map(keyOf)
  const { rows } = await sql<{ id: string | null }>`
    select distinct users.id from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as asked (username citext, id uuid, email citext)
      left join users on (users.id = coalesce(asked.id, ${idOfStoredName(sql`asked.username`)})
          or (users.email = asked.email and ${emailKnownTo(ownerId)}))
        and ${personVisibleTo(ownerId)}
        and exists (select from follows where followed_id = ${ownerId} and follower_id = users.id)
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

function keyOf({ username, id, email }: Invitee): Invitee {
  if (username) return { username: storedName(username) }
  return id ? { id } : { email: normalizeEmail(email) ?? '' }
}

async function withoutInvited(trx: Trx, sessionId: string, people: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${people}::uuid[]) as asked (id)
    where not exists (select from enrolments where session_id = ${sessionId} and person_id = asked.id)
      and not exists (select from invitations
        where session_id = ${sessionId} and person_id = asked.id and state in ('sent', 'declined'))
    order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Each invitation mails its person: nobody's mailbox is filled, be it from many sessions. */
async function refuseMany(trx: Trx, { now }: Deps, ownerId: string, people: string[]): Promise<void> {
  const since = now().subtract({ hours: 24 })
  const { rows } = await sql<{ id: string; name: string; sent: number }>`
    select users.id, users.name, count(*)::int as sent
    from invitations join sessions on sessions.id = session_id join users on users.id = person_id
    where owner_id = ${ownerId} and invitations.created_at > ${since}::timestamptz
    group by users.id order by users.name`.execute(trx)
  const { invitesADay, invitesOfOneADay } = sessionLimits
  if (rows.reduce((sum, { sent }) => sum + sent, people.length) > invitesADay)
    throw problem('quota_exceeded', `You can invite ${invitesADay} people a day. Invite the rest tomorrow.`)
  const often = rows.find(({ id, sent }) => sent >= invitesOfOneADay && people.includes(id))
  if (!often) return
  throw problem(
    'quota_exceeded',
    `You can invite the same person ${invitesOfOneADay} times a day. Invite ${often.name} tomorrow.`,
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
        where invitations.state in ('withdrawn', 'accepted')
      returning person_id
    )
    select sent.person_id as "personId",
      coalesce(before.created_at > ${at.subtract({ hours: 24 })}::timestamptz, false) as told
    from sent left join before using (person_id)`.execute(trx)
  return rows
}
