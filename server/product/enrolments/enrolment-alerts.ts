import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { tell, type WriteMail } from '../alerts/tell.ts'
import type { OpenSession } from './open-session.ts'

/** What can be told of who is in a session; each has its words below. */
type EnrolmentNews = 'session_invited' | OwnersNews
type OwnersNews = 'invitation_accepted' | 'session_enrolled' | 'place_paid'

type Facts = {
  session_id: string
  title: string
  /** The other person: by id, so that no alert keeps the name of someone who left. */
  other_id: string
  /** How many more did the same since. */
  others: number
}

/**
 * Tells a session's owner that somebody enrolled, or paid for a place. Those of one day are one alert while it is unread, and one mail: a session with
 * many would fill their mailbox.
 */
export async function tellOfEnrolment(
  trx: Trx,
  deps: Deps,
  { id, owner_id, title }: Pick<OpenSession, 'id' | 'owner_id' | 'title'>,
  personId: string,
  kind: OwnersNews,
): Promise<void> {
  const since = deps.now().subtract({ hours: 24 }).toString()
  const { rows: told } = await sql`
    update alerts set facts = facts || jsonb_build_object(
      'other_id', ${personId}::text, 'others', (facts->>'others')::int + 1)
    where user_id = ${owner_id} and kind = ${kind} and facts->>'session_id' = ${id}
      and read_at is null and created_at > ${since}::timestamptz
    returning id`.execute(trx)
  if (told.length > 0) return
  const facts: Facts = { session_id: id, title, other_id: personId, others: 0 }
  await tell(trx, deps, owner_id, { kind, facts })
}

/** Tells somebody that they are invited to a session. */
export async function tellOfInvitation(
  trx: Trx,
  deps: Deps,
  { id, owner_id, title }: Pick<OpenSession, 'id' | 'owner_id' | 'title'>,
  personId: string,
): Promise<void> {
  const facts: Facts = { session_id: id, title, other_id: owner_id, others: 0 }
  await tell(trx, deps, personId, { kind: 'session_invited', facts })
}

/** The mail of an alert about who is in a session; null for other kinds. */
export async function enrolmentMail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: string,
  facts: unknown,
): Promise<WriteMail | null> {
  const write = words[kind as EnrolmentNews]
  if (!write) return null
  const { session_id, title, other_id } = facts as Facts
  const other = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', other_id)
    .executeTakeFirstOrThrow()
  const { subject, says } = write(other.name)
  const page = `${config.publicUrl}/sessions/${session_id}`
  return ({ name }) => ({
    subject,
    text: `${[`Hello ${name},`, says, title, `See it here: ${page}`, 'Ignite'].join('\n\n')}\n`,
  })
}

const words: Record<EnrolmentNews, (other: string) => { subject: string; says: string }> = {
  session_invited: other => ({
    subject: `${other} invites you to a session`,
    says: `${other} invites you to their group session. Accept to enrol.`,
  }),
  invitation_accepted: other => ({
    subject: `${other} accepted your invitation`,
    says: `${other} accepted your invitation and is enrolled in your session.`,
  }),
  session_enrolled: other => ({
    subject: `${other} enrolled in your session`,
    says: `${other} enrolled in your session.`,
  }),
  place_paid: other => ({
    subject: `${other} has a place in your session`,
    says: `${other} has paid for a place in your session.`,
  }),
}
