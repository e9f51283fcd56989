import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { sessions } from '#shared/api/sessions.ts'
import { takeTurn } from '../bookings/hold.ts'
import { changeTimes } from './change-times.ts'
import { lockOwnSession, planOf, type SessionRow } from './queries.ts'
import { isSamePlan, type PlanInput, readPlan, type SessionFacts } from './read-plan.ts'
import { replaceSections } from './session-sections.ts'

type Update = z.output<typeof sessions.update.body>

/** Changes one's own session: its description alone, or all of it, with the occurrences that are still to come. */
export async function updateSession(
  deps: Deps,
  login: Login,
  { id, editedDescription, plan }: Update,
): Promise<void> {
  if (!plan && editedDescription === undefined) {
    throw invalidField('body.editedDescription', 'There is nothing to change.')
  }
  await deps.db.transaction().execute(async trx => {
    // Whoever takes a time or a place of this person's comes before or after.
    await takeTurn(trx, [login.userId])
    const session = await lockOwnSession(trx, login.userId, id)
    if (plan) return changePlan(trx, deps, session, plan)
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

async function changePlan(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  input: PlanInput & { version: number },
): Promise<void> {
  if (input.version !== session.version) {
    throw problem('conflict', 'This session was changed meanwhile, perhaps in another window. Load it again.')
  }
  const now = deps.now()
  const before = planOf(session)
  const facts = readPlan(input, { now, path: 'body.plan', before })
  await lockToCome(trx, session.id, now)
  await refuseRoom(trx, session, facts, now)
  const { plan } = facts
  const planned_until = isSamePlan(plan, before)
    ? session.planned_until
    : await changeTimes(trx, deps, session, plan)
  await trx
    .updateTable('sessions')
    .set({
      title: facts.title,
      description: facts.description,
      location: facts.location,
      capacity: facts.capacity,
      rate_cents: facts.rateCents,
      time_zone: plan.zone,
      starts_on: plan.startsOn,
      start_time: plan.startTime,
      minutes: plan.minutes,
      repeat_days: [...plan.repeatDays],
      repeat_until: plan.repeatUntil,
      skipped_days: sql`${plan.skippedDays}::date[]`,
      planned_until,
      version: session.version + 1,
      updated_at: now,
    })
    .where('id', '=', session.id)
    .execute()
  await replaceSections(trx, { id: session.id, ownerId: session.owner_id }, input.crns, 'body.plan.crns')
}

/** Nobody gets a place while it is counted how many there are: that waits for the occurrence's row (0012, refuse_overfull). */
async function lockToCome(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<void> {
  await sql`
    select from occurrences where session_id = ${sessionId} and starts_at > ${now}::timestamptz
    order by id for no key update`.execute(trx)
}

/** Refuses less room than is taken, and to let in for nothing where others have paid. */
async function refuseRoom(
  trx: Trx,
  { id }: SessionRow,
  { rateCents, capacity }: SessionFacts,
  now: Temporal.Instant,
): Promise<void> {
  const { rows } = await sql<{ enrolled: number; places: number }>`
    select (select count(*) from enrolments where session_id = ${id}) as enrolled,
      coalesce(max(taken), 0)::int as places
    from (
      select count(*) as taken from bookings join occurrences on occurrences.id = occurrence_id
      where session_id = ${id} and occurrences.ends_at > ${now}::timestamptz and occurrences.state = 'planned'
        and bookings.state in ('held', 'requested', 'approved', 'active')
      group by occurrence_id
    ) of_each`.execute(trx)
  const { enrolled, places } = rows[0]!
  if (rateCents === null && places > 0) {
    throw invalidField(
      'body.plan.rate',
      'People have paid for places that are to come. It can become free once nobody has.',
    )
  }
  const taken = rateCents === null ? enrolled : places
  if (capacity < taken) {
    throw invalidField('body.plan.capacity', `${taken} people have a place. There must be room for them.`)
  }
}
