import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { SessionTime } from '#shared/domain/occurrences.ts'
import { inStates } from '../people/booking-states.ts'
import { idsEnrolledIn } from './cancel-occurrences.ts'
import type { PlanChanges } from './plan-changes.ts'
import type { SessionRow } from './queries.ts'
import type { ToldTime } from './session-alert-kinds.ts'
import { spanOfTime, tellOfSession } from './session-alerts.ts'

/** `wasToCome`: whether the session had another time before; `rateCents`: what a place costs from now on. */
type Again = { wasToCome: boolean; rateCents: number | null }

/**
 * Tells of canceled times that take place after all: in a session that was or becomes free everyone enrolled, otherwise
 * those who lost a place in one. If nothing was to come, tells everyone enrolled of the other times too: they believe that it is over,
 * and are still in.
 */
export async function tellPlannedAgain(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  { revived, added }: PlanChanges,
  { wasToCome, rateCents }: Again,
): Promise<void> {
  const everyone = session.rate_cents === null || rateCents === null
  // A free session's skipped day may have left no occurrence.
  const skipped = everyone ? added.filter(({ date }) => session.skipped_days.includes(date)) : []
  const again = everyone ? [...revived.map(({ time }) => time), ...skipped].map(unmoved) : []
  const news = wasToCome ? [] : added.filter(time => !skipped.includes(time))
  const lost = everyone ? new Map<string, ToldTime[]>() : await lostTimes(trx, session, revived)
  const told = again.length + news.length > 0 ? await idsEnrolledIn(trx, session.id) : lost.keys()
  for (const personId of told) {
    await tellOfSession(trx, deps, session, personId, 'planned_again', {
      times: lost.get(personId) ?? again,
      added: news.map(spanOfTime),
      // Nobody pays again for a date restored in a free session: the alert of its price says what it costs.
      payAgain: rateCents !== null && again.length === 0,
    })
  }
}

/** The times in which each person lost a place. */
async function lostTimes(
  trx: Trx,
  session: SessionRow,
  revived: PlanChanges['revived'],
): Promise<Map<string, ToldTime[]>> {
  const lost = new Map<string, ToldTime[]>()
  for (const { row, time } of revived) {
    for (const personId of await idsWithLostPlace(trx, session, row.id)) {
      lost.getOrInsertComputed(personId, () => []).push(unmoved(time))
    }
  }
  return lost
}

function unmoved(time: SessionTime): ToldTime {
  const span = spanOfTime(time)
  return { from: span, to: span }
}

/** The people still enrolled whose place its owner canceled, or whose place the job is about to cancel. */
async function idsWithLostPlace(
  trx: Trx,
  { id, owner_id }: SessionRow,
  occurrenceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from enrolments where session_id = ${id} and exists (
      select from bookings where occurrence_id = ${occurrenceId} and student_id = person_id
        and (state in (${inStates.live}) or state = 'cancelled' and cancelled_by = ${owner_id}))
    order by person_id`.execute(trx)
  return rows.map(({ person_id }) => person_id)
}
