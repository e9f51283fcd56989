import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { sessionLimits } from '#shared/api/sessions.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { cancelOccurrences } from './cancel-occurrences.ts'
import { lockOwnSession, noSession } from './queries.ts'

/**
 * Cancels one occurrence of the owner's session; returns the session's id. Does nothing if already canceled.
 */
export async function skipOccurrence(
  deps: Deps,
  login: Login,
  { occurrenceId, remarks }: { occurrenceId: string; remarks: string },
): Promise<string> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const of = await trx
      .selectFrom('occurrences')
      .select('session_id')
      .where('id', '=', occurrenceId)
      .executeTakeFirst()
    if (!of) throw noSession()
    const session = await lockOwnSession(trx, login.userId, of.session_id)
    const { date, state, starts_at, goesOn } = await trx
      .selectFrom('occurrences')
      .select([
        sql<string>`date::text`.as('date'),
        'state',
        'starts_at',
        sql<boolean>`exists (
          select from occurrences other where other.session_id = occurrences.session_id and other.id <> occurrences.id
            and other.state = 'planned' and other.starts_at > ${now}::timestamptz)`.as('goesOn'),
      ])
      .where('id', '=', occurrenceId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (state === 'cancelled') return session.id
    if (Temporal.Instant.compare(starts_at, now) <= 0) {
      throw problem('conflict', 'This session has already started, so you can’t cancel it.')
    }
    await cancelOccurrences(trx, deps, session, [occurrenceId], { goesOn, remarks: remarks || null })
    const today = wallClock(now, session.time_zone).date
    const skipped = session.repeat_days.length === 0 ? [] : withSkipped(session.skipped_days, date, today)
    if (!skipped) {
      throw problem('conflict', `You can skip up to ${sessionLimits.skippedDays} days.`)
    }
    await trx
      .updateTable('sessions')
      .set({
        skipped_days: sql`${skipped}::date[]`,
        version: session.version + 1,
        updated_at: now,
      })
      .where('id', '=', session.id)
      .execute()
    return session.id
  })
}

/** The excluded days plus this one, without past ones; null if the list is full. */
export function withSkipped(days: readonly string[], date: string, today: string): string[] | null {
  const kept = days.filter(day => day >= today && day !== date)
  return kept.length < sessionLimits.skippedDays ? [...kept, date].sort() : null
}
