import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { tellPerson } from './live.ts'

type Block = { personId: string; otherId: string }

/**
 * A job of the product, for when somebody blocks or unblocks another: both see at once whether they can
 * write.
 */
export function defineTellingOfBlocks(deps: Pick<Deps, 'db' | 'jobs' | 'realtime'>): void {
  deps.jobs.define<Block>('tell-of-block', { run: block => tellOfBlock(deps, block) })
}

async function tellOfBlock(
  { db, realtime }: Pick<Deps, 'db' | 'realtime'>,
  { personId, otherId }: Block,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: string }>`
      select id from chat.conversations
      where first_id = least(${personId}::uuid, ${otherId}::uuid)
        and second_id = greatest(${personId}::uuid, ${otherId}::uuid)`.execute(trx)
    for (const { id } of rows) {
      for (const told of [personId, otherId]) {
        tellPerson(trx, { realtime }, told, 'conversation', { conversation_id: id })
      }
    }
  })
}
