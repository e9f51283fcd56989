import { randomInt } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { beats } from '#shared/domain/element-versions.ts'
import type { Element } from './element.ts'
import { keepVersion, prune } from './keep-version.ts'
import { lockBoard } from './open-to.ts'
import { putElements } from './put-elements.ts'
import { findVersion } from './queries.ts'

/**
 * Restores a version of a board, after saving the current state. The restore is a normal change of every
 * element concerned, so that it reaches people who are drawing like any other change.
 */
export async function restore(
  deps: Pick<Deps, 'db' | 'realtime' | 'now'>,
  userId: string,
  boardId: string,
  versionId: string,
): Promise<void> {
  const now = deps.now()
  await deps.db.transaction().execute(async trx => {
    const board = await lockBoard(trx, userId, boardId)
    const wanted = (await findVersion(trx, userId, boardId, versionId)) as Element[]
    await keepVersion(trx, board, now, userId)
    const rows = await trx
      .selectFrom('board_elements')
      .select('data')
      .where('board_id', '=', boardId)
      .execute()
    const present = rows.map(({ data }) => data as Element)
    const elements = changesTo(wanted, present, now)
    if (elements.length > 0) await putElements(trx, deps, board, elements)
    // Only now, or the pictures would go with the version that is restored, if it is the oldest.
    await prune(trx, board, now)
  })
}

/**
 * How far a restored element that the board forgot runs ahead: a browser that has been open since still has it
 * deleted, in a later state than the version's.
 */
const forgottenChanges = 10_000

/** The states of elements that turn the current ones into the wanted ones. */
function changesTo(wanted: Element[], present: Element[], now: Temporal.Instant): Element[] {
  const known = new Map(present.map(element => [element.id, element]))
  const nextVersion = ({ id, version }: Element) => {
    const there = known.get(id)
    return there ? Math.max(version, there.version) + 1 : version + forgottenChanges
  }
  const anew = (element: Element, isDeleted: boolean): Element => ({
    ...element,
    isDeleted,
    version: nextVersion(element),
    versionNonce: randomInt(2 ** 31),
    updated: now.epochMilliseconds,
  })
  const back = wanted.filter(element => {
    const there = known.get(element.id)
    return !there || beats(element, there) || beats(there, element)
  })
  const kept = new Set(wanted.map(({ id }) => id))
  const gone = present.filter(({ id, isDeleted }) => !isDeleted && !kept.has(id))
  return [...back.map(element => anew(element, false)), ...gone.map(element => anew(element, true))]
}
