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
  const parsed = parseElements(sent)
  return deps.db.transaction().execute(async trx => {
    const board = await lockBoard(trx, userId, boardId)
    const { elements, refused } = followOn(parsed.elements, await versionsOf(trx, boardId, parsed.elements))
    await keepByClock(trx, board, deps.now())
    const sequence = await putElements(trx, deps, board, elements)
    return { sequence, refused: [...parsed.refused, ...refused] }
  })
}

async function versionsOf(trx: Trx, boardId: string, elements: Element[]): Promise<Map<string, number>> {
  const ids = elements.map(({ id }) => id)
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from board_elements where board_id = ${boardId} and id = any(${ids})`.execute(trx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
