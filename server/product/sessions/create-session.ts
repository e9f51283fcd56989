import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { askedZone } from '#server/platform/http/asked-zone.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { sessions } from '#shared/api/sessions.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { minutesFrom, plannedTimes, plannedUntil } from '#shared/domain/occurrences.ts'
import { lockReservations } from '../bookings/hold.ts'
import { zoneOf } from '../people/zone-of.ts'
import { onlinePlaces } from './online-places.ts'
import { columnsOf, type PlanInput, readPlan } from './read-plan.ts'
import { refuseMany } from './refuse-many.ts'
import { replaceSections } from './session-sections.ts'
import { insertOccurrences, nothingPlanned, refuseClash } from './write-occurrences.ts'

type Given = z.output<typeof sessions.create.body>

/**
 * Plans a session; returns its id. If two that overlap are created at once, one succeeds. With the `client_id` of
 * one that isn't deleted, it is that one.
 */
export async function createSession(deps: Deps, login: Login, given: Given): Promise<string> {
  const clientId = given.client_id ?? null
  const earlier = await plannedBefore(deps.db, login.userId, clientId)
  if (earlier) return earlier
  const now = deps.now()
  const input = inZone(given, given.timezone ?? (await zoneOf(deps.db, login.userId)) ?? 'UTC')
  const facts = readPlan(input, {
    now,
    path: 'body',
    onlinePlaces: onlinePlaces(deps),
  })
  const { plan } = facts
  const until = plannedUntil(plan, now)
  const times = plannedTimes(plan, plan.startsOn, until)
  if (times.length === 0) throw nothingPlanned('body.starts_on')
  return deps.db.transaction().execute(async trx => {
    await lockReservations(trx, [login.userId])
    const meanwhile = await plannedBefore(trx, login.userId, clientId)
    if (meanwhile) return meanwhile
    await refuseMany(trx, login.userId, now)
    await refuseClash(trx, login.userId, times, plan.zone)
    const { id } = await trx
      .insertInto('sessions')
      .values({
        owner_id: login.userId,
        client_id: clientId,
        ...columnsOf(facts),
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

async function plannedBefore(db: Database, ownerId: string, clientId: string | null): Promise<string | null> {
  if (clientId === null) return null
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return session?.id ?? null
}

/** The plan with its day and start as a zone's clocks show them. */
function inZone({ client_id: _, in_utc, end_time, ...plan }: Given, zone: string): PlanInput {
  const timezone = askedZone('body.timezone', zone)
  // Before the start moves to the zone: its clocks may change before the end.
  const minutes = minutesFrom(plan.start_time, end_time)
  if (!in_utc) return { ...plan, timezone, minutes }
  const start = Temporal.Instant.from(`${plan.starts_on}T${plan.start_time}Z`)
  const { date, time } = wallClock(start, timezone)
  const planned = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone)
  if (planned.epochMilliseconds < start.epochMilliseconds) {
    throw invalidField(
      'body.start_time',
      'Clocks go back that night and show this time twice. Choose the first one, or another time.',
    )
  }
  return { ...plan, timezone, minutes, starts_on: date, start_time: time }
}
