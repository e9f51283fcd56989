import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { addToUnread, tell } from '../alerts/tell.ts'
import { type EnrolmentFacts, enrolmentKinds } from './enrolment-alert-kinds.ts'
import type { OpenSession } from './open-session.ts'

type OwnersNews = Exclude<keyof typeof enrolmentKinds, 'session_invited'>

/**
 * Tells a session's owner that somebody enrolled or paid for a place. Those of one day are one alert while it
 * is unread, and one mail: a large session would fill their mailbox.
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
  const one = sql`facts || jsonb_build_object('other_id', ${personId}::text, 'others', (facts->>'others')::int + 1)`
  if (await addToUnread(trx, deps, owner_id, { kind, like: { session_id: id }, since, facts: one })) return
  const facts: EnrolmentFacts = { session_id: id, other_id: personId, others: 0 }
  await tell(trx, deps, owner_id, { kind, facts })
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
