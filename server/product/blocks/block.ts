import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { forgetAlertsBetween } from '../alerts/forget-between.ts'

type BlockDeps = Pick<Deps, 'db' | 'jobs'>

/** The chat’s job (decision 17). */
export const tellingChat = 'tell-of-block'

/**
 * Blocks a person. The database ends the follows between the two, and their enrollments in each other's sessions
 * (migrations 0008 and 0012).
 */
export async function block(
  deps: BlockDeps & Pick<Deps, 'realtime'>,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  const { db, jobs } = deps
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('blocks')
      .values({ blocker_id: blockerId, blocked_id: blockedId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await forgetAlertsBetween(trx, deps, blockerId, blockedId)
    await endCheckoutsBetween(trx, jobs, blockerId, blockedId)
    await tellChat(trx, jobs, blockerId, blockedId)
  })
}

/**
 * Ends the Checkouts of the times that the two hold with each other, and each hold with it. A payment that was faster
 * than the block, or a hold that this doesn't see yet, is found when the payment is applied (payments/fulfill.ts).
 */
async function endCheckoutsBetween(
  trx: Trx,
  jobs: Deps['jobs'],
  personId: string,
  otherId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where state = 'held'
      and (tutor_id, student_id) in ((${personId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${personId}::uuid))`.execute(
    trx,
  )
  for (const { id } of rows) await jobs.enqueue(trx, 'end-checkout', id, { bookingId: id })
}

/** Stops blocking a person. */
export async function unblock({ db, jobs }: BlockDeps, blockerId: string, blockedId: string): Promise<void> {
  await db.transaction().execute(async trx => {
    await trx
      .deleteFrom('blocks')
      .where('blocker_id', '=', blockerId)
      .where('blocked_id', '=', blockedId)
      .execute()
    await tellChat(trx, jobs, blockerId, blockedId)
  })
}

/** Tells the chat to show both people whether they can still write to each other. */
function tellChat(trx: Trx, jobs: Deps['jobs'], personId: string, otherId: string): Promise<void> {
  return jobs.enqueue(trx, tellingChat, randomUUID(), { personId, otherId })
}
