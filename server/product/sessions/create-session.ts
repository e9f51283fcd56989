import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { plannedTimes } from '#shared/domain/occurrences.ts'
import { takeTurn } from '../bookings/hold.ts'
import { type PlanInput, readPlan } from './read-plan.ts'
import { replaceSections } from './session-sections.ts'
import { insertOccurrences, plannedUntil, refuseClash } from './write-occurrences.ts'

/** Sessions of one person that are still to come; each keeps eight weeks of their time. */
const openAtOnce = 40

/** Plans a session; answers its id. Of two that overlap, made at once, one is made. */
export async function createSession(deps: Deps, login: Login, input: PlanInput): Promise<string> {
  const now = deps.now()
  const { plan, rateCents, ...facts } = readPlan(input, { now, path: 'body' })
  const until = plannedUntil(plan, now)
  const times = plannedTimes(plan, plan.startsOn, until)
  return deps.db.transaction().execute(async trx => {
    await takeTurn(trx, [login.userId])
    await refuseMany(trx, login.userId, now)
    await refuseClash(trx, login.userId, times, plan.zone)
    const { id } = await trx
      .insertInto('sessions')
      .values({
        owner_id: login.userId,
        title: facts.title,
        description: facts.description,
        location: facts.location,
        capacity: facts.capacity,
        rate_cents: rateCents,
        time_zone: plan.zone,
        starts_on: plan.startsOn,
        start_time: plan.startTime,
        minutes: plan.minutes,
        repeat_days: [...plan.repeatDays],
        repeat_until: plan.repeatUntil,
        skipped_days: sql`${plan.skippedDays}::date[]`,
        planned_until: until,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceSections(trx, { id, ownerId: login.userId }, input.crns, 'body.crns')
    await insertOccurrences(trx, id, times)
    return id
  })
}

async function refuseMany(trx: Trx, ownerId: string, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from sessions where owner_id = ${ownerId} and deleted_at is null and exists (
      select from occurrences where session_id = sessions.id and state = 'planned'
        and ends_at > ${now}::timestamptz)`.execute(trx)
  if (rows[0]!.open < openAtOnce) return
  throw problem(
    'conflict',
    `You have ${openAtOnce} sessions that are still to come. Delete one of them first.`,
  )
}
