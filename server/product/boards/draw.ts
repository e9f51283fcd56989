import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type Element, followOn, parseElements } from './element.ts'
import { keepByClock } from './keep-version.ts'
import { lockBoard } from './open-to.ts'
import { putElements } from './put-elements.ts'

/**
 * Applies a person's drawing to a board. Once this resolves, it is stored, and everyone who looks at the
 * board hears of it.
 */
export async function draw(
  deps: Pick<Deps, 'db' | 'realtime' | 'now'>,
  userId: string,
  boardId: string,
  sent: unknown[],
): Promise<{ sequence: number; refused: string[] }> {
  return deps.db.transaction().execute(async trx => {
    const board = await lockBoard(trx, userId, boardId)
    // Only now: a large request takes milliseconds, which nobody gets without a board.
    const parsed = parseElements(sent)
    const { elements, refused } = followOn(parsed.elements, await versionsOf(trx, boardId, parsed.elements))
    await keepByClock(trx, board, deps.now())
    const pictureless = await picturelessOf(trx, boardId, elements)
    const pictured = elements.filter(element => !pictureless.includes(element))
    const sequence = await putElements(trx, deps, board, pictured)
    return { sequence, refused: [...parsed.refused, ...refused, ...pictureless.map(({ id }) => id)] }
  })
}

async function versionsOf(trx: Trx, boardId: string, elements: Element[]): Promise<Map<string, number>> {
  const ids = elements.map(({ id }) => id)
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from board_elements where board_id = ${boardId} and id = any(${ids})`.execute(trx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The elements whose picture the board doesn't have: nobody would ever see them. */
async function picturelessOf(trx: Trx, boardId: string, elements: Element[]): Promise<Element[]> {
  const images = elements.filter(({ type, fileId, isDeleted }) => type === 'image' && fileId && !isDeleted)
  if (images.length === 0) return []
  const pictures = await trx
    .selectFrom('board_pictures')
    .select('id')
    .where('board_id', '=', boardId)
    .where(
      'id',
      'in',
      images.map(({ fileId }) => fileId as string),
    )
    .execute()
  const present = new Set(pictures.map(({ id }) => id))
  return images.filter(({ fileId }) => !present.has(fileId as string))
}
