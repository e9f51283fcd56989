import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type AccountTask, exportsADay } from '#shared/api/account.ts'
import { durationText } from '#shared/domain/duration-text.ts'
import { enqueueExport } from './jobs.ts'
import { taskAnswer } from './tasks.ts'

/**
 * Starts an export, or returns the one in progress. Failed ones count toward the daily limit, too: each of their attempts
 * has read everything again.
 */
export async function startExport(deps: Deps, { userId }: Login): Promise<AccountTask> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    // Locks per person: two at once would each see none in progress.
    await sql`select from users where id = ${userId} for no key update`.execute(trx)
    const mine = trx
      .selectFrom('account_tasks')
      .selectAll()
      .where('user_id', '=', userId)
      .where('kind', '=', 'export')
    const underWay = await mine.where('state', 'in', ['waiting', 'running']).executeTakeFirst()
    if (underWay) return taskAnswer(underWay)
    const recent = await mine
      .where('created_at', '>', now.subtract({ hours: 24 }))
      .orderBy('created_at', 'desc')
      .limit(exportsADay)
      .execute()
    if (recent.length === exportsADay) throw tooMany(recent.at(-1)!.created_at, now)
    const task = await trx
      .insertInto('account_tasks')
      .values({ user_id: userId, kind: 'export', created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueueExport(trx, deps, task.id)
    return taskAnswer(task)
  })
}

function tooMany(oldest: Temporal.Instant, now: Temporal.Instant) {
  const seconds = Math.ceil(now.until(oldest.add({ hours: 24 })).total('seconds'))
  const detail = `You’ve started three exports today. You can start another in ${durationText(seconds)}.`
  return problem('rate_limited', detail, { retryAfterSeconds: seconds })
}
