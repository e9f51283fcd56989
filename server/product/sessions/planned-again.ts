import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { instantsOf } from '#shared/domain/intervals.ts'
import type { SessionTime } from '#shared/domain/occurrences.ts'
import { inStates } from '../people/booking-states.ts'
import { idsEnrolledIn } from './cancel-occurrences.ts'
import type { PlanChanges } from './plan-changes.ts'
import type { SessionRow } from './queries.ts'
import type { ToldTime } from './session-alert-kinds.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'

/**
 * Tells of canceled times that take place after all: in a session that was or becomes free everyone enrolled, otherwise
 * those who lost a place in one.
 */
export async function tellPlannedAgain(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  { revived, added }: PlanChanges,
  everyone: boolean,
): Promise<void> {
  const told = new Map<string, ToldTime[]>()
  if (everyone) {
    // A free session's skipped day may have left no occurrence.
    const skipped = added.filter(({ date }) => session.skipped_days.includes(date))
    const times = [...revived.map(({ time }) => time), ...skipped].map(unmoved)
    if (times.length === 0) return
    for (const personId of await idsEnrolledIn(trx, session.id)) told.set(personId, times)
  } else {
    for (const { row, time } of revived) {
      for (const personId of await idsWithLostPlace(trx, session, row.id)) {
        told.getOrInsertComputed(personId, () => []).push(unmoved(time))
      }
    }
  }
  for (const [personId, times] of told) {
    await tellOfSession(trx, deps, session, personId, 'planned_again', {
      times,
      payAgain: !everyone,
    })
  }
}

function unmoved(time: SessionTime): ToldTime {
  const span = spanOf(instantsOf(time))
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
