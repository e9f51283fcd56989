import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { addToUnread, tell } from '../alerts/tell.ts'
import { type EnrolmentFacts, enrolmentKinds } from './enrolment-alert-kinds.ts'
import type { OpenSession } from './open-session.ts'

type OwnersNews = Exclude<keyof typeof enrolmentKinds, 'session_invited'>

/**
 * Tells a session's owner that somebody enrolled or paid for a place. Those of one day are one alert while it
 * is unread, and one mail: a large session would fill their mailbox. One person's enrollments, with leaving in
 * between, are told once a day: neither an invitation nor a payment limits how often they can do that.
 */
export async function tellOfEnrolment(
  trx: Trx,
  deps: Deps,
  { id, owner_id }: Pick<OpenSession, 'id' | 'owner_id'>,
  personId: string,
  news: OwnersNews,
): Promise<void> {
  const kind = enrolmentKinds[news]
  const since = deps.now().subtract({ hours: 24 })
  if (
    news === 'session_enrolled' &&
    (await wasTold(trx, owner_id, { session_id: id, told: [personId] }, since))
  )
    return
  // Somebody who pays for three dates is one person.
  const one = sql`facts || jsonb_build_object('other_id', ${personId}::text) ||
    case when facts->'told' ? ${personId}::text then '{}' else jsonb_build_object('others', (facts->>'others')::int + 1,
      'told', coalesce(facts->'told', '[]') || to_jsonb(${personId}::text)) end`
  if (await addToUnread(trx, deps, owner_id, { kind, like: { session_id: id }, since, facts: one })) return
  const facts: EnrolmentFacts = { session_id: id, other_id: personId, others: 0, told: [personId] }
  await tell(trx, deps, owner_id, { kind, facts })
}

async function wasTold(
  trx: Trx,
  ownerId: string,
  like: Partial<EnrolmentFacts>,
  since: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    select from alerts where user_id = ${ownerId} and kind = ${enrolmentKinds.session_enrolled.name}
      and created_at > ${since}::timestamptz and facts @> ${JSON.stringify(like)}::jsonb limit 1`.execute(trx)
  return rows.length > 0
}

/** Tells somebody that they are invited to a session. */
export async function tellOfInvitation(
  trx: Trx,
  deps: Deps,
  { id, owner_id }: Pick<OpenSession, 'id' | 'owner_id'>,
  personId: string,
): Promise<void> {
  const facts: EnrolmentFacts = { session_id: id, other_id: owner_id, others: 0 }
  await tell(trx, deps, personId, { kind: enrolmentKinds.session_invited, facts })
}
