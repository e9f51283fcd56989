import type { Deps } from '#server/deps.ts'
import { parseElements } from './element.ts'
import { keepByClock } from './keep-version.ts'
import { lockBoard } from './open-to.ts'
import { putElements } from './put-elements.ts'

/** Puts what a person drew on a board. Once this has resolved it is kept, and everyone who looks at the board is told. */
export async function draw(
  deps: Pick<Deps, 'db' | 'realtime' | 'now'>,
  userId: string,
  boardId: string,
  sent: unknown[],
): Promise<{ sequence: number; refused: string[] }> {
  const { elements, refused } = parseElements(sent)
  const sequence = await deps.db.transaction().execute(async trx => {
    const board = await lockBoard(trx, userId, boardId)
    await keepByClock(trx, board, deps.now())
    return putElements(trx, deps, board, elements)
  })
  return { sequence, refused }
}
