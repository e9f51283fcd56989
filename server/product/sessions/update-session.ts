import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { sessions } from '#shared/api/sessions.ts'
import { moveNoticeHours } from '#shared/domain/moved-places.ts'
import { minutesFrom } from '#shared/domain/occurrences.ts'
import { lockReservations } from '../bookings/hold.ts'
import { inStates } from '../people/booking-states.ts'
import { idsEnrolledIn } from './cancel-occurrences.ts'
import { moveSession, recentSince } from './move-session.ts'
import { onlinePlaces } from './online-places.ts'
import { lockOwnSession, planOf, type SessionRow } from './queries.ts'
import { columnsOf, isSamePlan, readPlan, type SessionFacts } from './read-plan.ts'
import { refuseMany } from './refuse-many.ts'
import { refuseManyChanges, tellOfSession } from './session-alerts.ts'
import { hasSections, replaceSections } from './session-sections.ts'

type Update = z.output<typeof sessions.update.body>

/** Changes the owner's session: only its description, or all of it, with the upcoming occurrences. */
export async function updateSession(
  deps: Deps,
  login: Login,
  { id, editedDescription, version, plan }: Update,
): Promise<void> {
  if (!plan && editedDescription === undefined) {
    throw invalidField('body.editedDescription', 'There’s nothing to change.')
  }
  await deps.db.transaction().execute(async trx => {
    // Anything that books this person's time or a place runs before or after.
    await lockReservations(trx, [login.userId])
    const session = await lockOwnSession(trx, login.userId, id)
    if (plan) return changePlan(trx, deps, session, plan)
    if (version !== undefined && version !== session.version) {
      // The answer to the same save may have been lost.
      if (editedDescription === session.description) return
      throw changedElsewhere()
    }
    await trx
      .updateTable('sessions')
      .set({
        description: editedDescription!,
        version: session.version + 1,
        updated_at: deps.now(),
      })
      .where('id', '=', id)
      .execute()
  })
}

const changedElsewhere = () =>
  problem('conflict', 'This session has changed since you opened it. Reload the page.')

async function changePlan(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  input: NonNullable<Update['plan']>,
): Promise<void> {
  const now = deps.now()
  const before = planOf(session)
  const facts = readPlan(
    { ...input, minutes: minutesFrom(input.start_time, input.end_time) },
    { now, path: 'body.plan', before, onlinePlaces: placesLeft(deps, session) },
  )
  if (input.version !== session.version) {
    // The answer to the same save may have been lost.
    if (isStored(session, facts) && (await hasSections(trx, session.id, input.crns))) return
    throw changedElsewhere()
  }
  await lockOccurrences(trx, session.id, now)
  await refuseRoom(trx, session, facts, now)
  const { plan } = facts
  const isSame = isSamePlan(plan, before)
  // Planned again once it is over, it is one more; an upcoming one can change also among too many from before the limit.
  if (!isSame && !(await isUpcoming(trx, session.id, now))) await refuseMany(trx, session.owner_id, now)
  const to = facts.location === session.location ? null : facts.location === null ? 'online' : 'on_site'
  const { rateCents } = facts
  const charges = session.rate_cents === null && rateCents !== null
  if (!isSame || to || charges) await refuseManyChanges(trx, session, now)
  let { planned_until } = session
  if (!isSame || to) {
    planned_until = await moveSession(trx, deps, session, { plan: isSame ? null : plan, to, rateCents }, now)
  }
  await trx
    .updateTable('sessions')
    .set({
      ...columnsOf(facts),
      planned_until,
      version: session.version + 1,
      updated_at: now,
    })
    .where('id', '=', session.id)
    .execute()
  // Last, so that it counts from the new times.
  if (charges) await startCharging(trx, deps, session, now)
  await replaceSections(trx, { id: session.id, ownerId: session.owner_id }, input.crns, 'body.plan.crns')
}

function isStored(session: SessionRow, { plan, rateCents, ...facts }: SessionFacts): boolean {
  return (
    isSamePlan(plan, planOf(session)) &&
    rateCents === session.rate_cents &&
    facts.title === session.title &&
    facts.description === session.description &&
    facts.location === session.location &&
    facts.capacity === session.capacity
  )
}

/** A session that was given more paid places than a call can carry, before that was refused, keeps them. */
function placesLeft(deps: Deps, { rate_cents, location, capacity }: SessionRow): number | null {
  const places = onlinePlaces(deps)
  const was = rate_cents !== null && location === null ? capacity : 0
  return places && Math.max(places, was)
}

/**
 * Locks the recent and the upcoming occurrences, so that nobody can take a place while we count them: taking one locks the same row
 * (0012, refuse_overfull).
 */
async function lockOccurrences(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<void> {
  await sql`
    select from occurrences where session_id = ${sessionId} and starts_at > ${recentSince(now)}::timestamptz
    order by id for no key update`.execute(trx)
}

async function isUpcoming(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select from occurrences where session_id = ${sessionId} and state = 'planned' and ends_at > ${now}::timestamptz
    limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Tells everyone enrolled in a free session that they have to pay from now on. Not on the day before a meeting:
 * people who wanted to come would read it too late.
 */
async function startCharging(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  now: Temporal.Instant,
): Promise<void> {
  const enrolled = await idsEnrolledIn(trx, session.id)
  if (enrolled.length === 0) return
  const { rows } = await sql`
    select from occurrences where session_id = ${session.id} and state = 'planned' and starts_at > ${now}::timestamptz
      and starts_at < ${now.add({ hours: moveNoticeHours })}::timestamptz limit 1`.execute(trx)
  if (rows.length > 0) {
    throw invalidField(
      'body.plan.rate',
      'People are enrolled in a date that starts in less than 24 hours. Skip that date, or set a price when the next one is at least a day away.',
    )
  }
  for (const personId of enrolled) await tellOfSession(trx, deps, session, personId, 'priced', { times: [] })
}

/** Refuses less room than is taken, and making it free if others have paid. */
async function refuseRoom(
  trx: Trx,
  { id, rate_cents }: SessionRow,
  { rateCents, capacity }: SessionFacts,
  now: Temporal.Instant,
): Promise<void> {
  const { rows } = await sql<{ enrolled: number; places: number }>`
    select (select count(*) from enrolments where session_id = ${id}) as enrolled,
      coalesce(max(taken), 0)::int as places
    from (
      select count(*) as taken from bookings join occurrences on occurrences.id = occurrence_id
      where session_id = ${id} and occurrences.ends_at > ${now}::timestamptz and occurrences.state = 'planned'
        and bookings.state in (${inStates.live})
      group by occurrence_id
    ) of_each`.execute(trx)
  const { enrolled, places } = rows[0]!
  if (rateCents === null && places > 0) {
    throw invalidField(
      'body.plan.rate',
      'People have places on upcoming dates, so you can’t make it free yet.',
    )
  }
  const taken = rateCents === null ? enrolled : places
  if (capacity < taken) {
    throw invalidField(
      'body.plan.capacity',
      rateCents === null && rate_cents !== null
        ? `${taken} people are enrolled, and in a free session each of them has a place. Make room for them.`
        : `${taken} people already have a place. Leave room for them.`,
    )
  }
}
