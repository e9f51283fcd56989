import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { inStates } from '../people/booking-states.ts'
import { wantsAny } from './choices.ts'
import { type ReminderFacts, reminderKinds } from './reminder-alert-kinds.ts'
import { tell } from './tell.ts'

/** How many reminders one transaction sends. */
const batch = 500

type Due = {
  kind: keyof typeof reminderKinds
  person_id: string
  cause: string
  booking_id: string | null
  session_id: string | null
  starts_at: Temporal.Instant
  other_id: string | null
}
type Position = Pick<Due, 'kind' | 'person_id' | 'cause'>

/** Sends reminders of meetings, once a minute. */
export function defineReminders(deps: Deps): void {
  deps.jobs.define('remind', { every: '* * * * *', run: () => remind(deps) })
}

/**
 * Reminds both sides of every meeting a day and ten minutes before its start. The cause of a reminder is the
 * meeting and its time: doing it twice, or on two servers at once, sends one, and a moved meeting gets a new
 * one. A server that was off sends missed reminders while they still help: up to four hours late for the day
 * ahead, and until the start.
 */
export async function remind(deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'realtime'>): Promise<void> {
  let last: Position | undefined
  do {
    last = await deps.db.transaction().execute(trx => remindSome(trx, deps, last))
  } while (last)
}

async function remindSome(
  trx: Trx,
  deps: Pick<Deps, 'jobs' | 'now' | 'realtime'>,
  after: Position | undefined,
): Promise<Position | undefined> {
  const due = await dueAfter(trx, deps.now(), after)
  for (const { kind, person_id, cause, booking_id, session_id, starts_at, other_id } of due) {
    const facts: ReminderFacts = {
      booking_id,
      session_id,
      starts_on: isoTime(starts_at),
      other_id,
    }
    await tell(trx, deps, person_id, { kind: reminderKinds[kind], facts, cause })
  }
  return due.length < batch ? undefined : due.at(-1)
}

const wants = (kind: Due['kind']) => wantsAny(sql`person_id`, reminderKinds[kind].group)

/**
 * The reminders that are due and not sent yet. Skips people who agreed to the meeting within the last
 * day: they know of it. Also skips people who want no reminders: nothing would be stored for them, so every run would find them again.
 */
async function dueAfter(trx: Trx, now: Temporal.Instant, after: Position | undefined): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with windows (kind, earliest, latest) as (values
      ('meeting_tomorrow', ${now.add({ hours: 20 })}::timestamptz, ${now.add({ hours: 24 })}::timestamptz),
      ('meeting_soon', ${now}::timestamptz, ${now.add({ minutes: 10 })}::timestamptz)
    ), due as (
      select windows.kind, person_id, bookings.id as meeting_id, bookings.id as booking_id, null::uuid as session_id,
        starts_at, other_id, coalesce(tutor_agreed_at, created_at) as agreed_at
      from windows join bookings on starts_at > earliest and starts_at <= latest and state in (${inStates.agreed}),
        lateral (values (student_id, tutor_id), (tutor_id, student_id)) sides (person_id, other_id)
      where bookings.kind = 'slot' or person_id = student_id
      union all
      select windows.kind, person_id, occurrences.id, null, session_id, occurrences.starts_at, owner_id, agreed_at
      from windows join occurrences on occurrences.starts_at > earliest and occurrences.starts_at <= latest
          and occurrences.state = 'planned'
        join sessions on sessions.id = session_id,
        lateral (
          select person_id, enrolments.created_at as agreed_at, owner_id as other_id from enrolments
          where rate_cents is null and enrolments.session_id = sessions.id
        ) enrolled
      union all
      select windows.kind, owner_id, occurrences.id, null, session_id, occurrences.starts_at, null, sessions.created_at
      from windows join occurrences on occurrences.starts_at > earliest and occurrences.starts_at <= latest
          and occurrences.state = 'planned'
        join sessions on sessions.id = session_id
      where exists (select from bookings where occurrence_id = occurrences.id and state in (${inStates.agreed}))
        or (rate_cents is null and exists (select from enrolments where enrolments.session_id = sessions.id))
    ), named as (
      select *, meeting_id || ':' || extract(epoch from starts_at)::bigint as cause from due
      where kind = 'meeting_soon' or agreed_at <= starts_at - interval '24 hours'
    )
    select named.* from named join users on users.id = person_id
    where users.deleted_at is null and users.suspended_at is null
      and not exists (select from alerts
        where user_id = person_id and alerts.kind = named.kind and alerts.cause = named.cause)
      and case named.kind when 'meeting_soon' then ${wants('meeting_soon')} else ${wants('meeting_tomorrow')} end
      ${after ? sql`and (named.kind, person_id, named.cause) > (${after.kind}, ${after.person_id}::uuid, ${after.cause})` : sql``}
    order by named.kind, person_id, named.cause limit ${sql.lit(batch)}`.execute(trx)
  return rows
}
