import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import { boardLimits } from '#shared/api/boards.ts'
import { isClosed, lockOwnBoard, noBoard, requireChangeable } from './open-to.ts'
import { roomOf } from './put-elements.ts'

type BoardDeps = Pick<Deps, 'db' | 'realtime' | 'now'>

/** Creates a board for a person; returns its id. With the `client_id` of an earlier one, it is that one. */
export async function createBoard(
  { db, now }: BoardDeps,
  userId: string,
  { title, client_id: id }: { title: string; client_id?: string | undefined },
): Promise<string> {
  return db.transaction().execute(async trx => {
    // Locks per person, since several at once would each find room, and the same one twice would each find none.
    await lockName(trx, `boards ${userId}`)
    if (id && (await isOwn(trx, userId, id))) return id
    await refuseMany(trx, userId)
    const board = await trx
      .insertInto('boards')
      .values({ ...(id && { id }), owner_id: userId, title, created_at: now(), updated_at: now() })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!board) throw invalidField('body.client_id', 'This id is taken.')
    return board.id
  })
}

async function isOwn(trx: Trx, userId: string, id: string): Promise<boolean> {
  const board = await trx
    .selectFrom('boards')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  return board !== undefined
}

/** Refuses one more board if the person has as many as they can have; those of meetings don't count. */
async function refuseMany(trx: Trx, userId: string): Promise<void> {
  const { boards } = await trx
    .selectFrom('boards')
    .select(({ fn }) => fn.countAll<number>().as('boards'))
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('booking_id', 'is', null)
    .where('occurrence_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (boards < boardLimits.boards) return
  throw problem(
    'quota_exceeded',
    `You have ${boardLimits.boards} boards, the most you can have. Delete one first.`,
  )
}

/**
 * Renames a person's own board, a meeting's too; not found if it is deleted or somebody else's. Its place in
 * the list stays, since that follows the drawing.
 */
export async function renameBoard(
  { db }: BoardDeps,
  userId: string,
  id: string,
  title: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set({ title })
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${isClosed(userId)}`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await requireChangeable(db, userId, id)
  throw noBoard()
}

/** Deletes a person's own board, which can be restored for a while; tells everyone who looks at it. */
export async function removeBoard(
  { db, realtime, now }: BoardDeps,
  userId: string,
  id: string,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const board = await lockOwnBoard(trx, userId, id)
    if (board.deleted_at) throw noBoard()
    if (board.booking_id ?? board.occurrence_id) {
      throw problem('conflict', 'You can’t delete a meeting’s board.')
    }
    await trx.updateTable('boards').set({ deleted_at: now() }).where('id', '=', id).execute()
    await forgetDeleted(trx, userId)
    realtime.tell(trx, '/boards', roomOf(id), 'deleted', { board_id: id })
  })
}

/** Keeps the latest deleted boards only: filling boards and deleting them would go around the limit. */
async function forgetDeleted(trx: Trx, userId: string): Promise<void> {
  const deleted = trx
    .selectFrom('boards')
    .select('id')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .offset(boardLimits.latestDeleted)
  await trx.deleteFrom('boards').where('id', 'in', deleted).execute()
}

/** Restores a person's deleted board, if they have room for one more. */
export async function bringBoardBack({ db }: BoardDeps, userId: string, id: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const { deleted_at } = await lockOwnBoard(trx, userId, id)
    if (deleted_at === null) return
    await refuseMany(trx, userId)
    await trx.updateTable('boards').set({ deleted_at: null }).where('id', '=', id).execute()
  })
}

/** Removes boards that were deleted long ago. */
export async function sweepBoards({ db, now }: BoardDeps): Promise<void> {
  const before = now().subtract({ hours: 24 * boardLimits.deletedDays })
  await db.deleteFrom('boards').where('deleted_at', '<', before).execute()
}
