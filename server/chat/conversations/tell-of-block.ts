import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { tellPerson } from './live.ts'

type Block = { personId: string; otherId: string }

/** What the product asks for when somebody blocks another or stops doing so: that both see at once whether they can write. */
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
        await tellPerson(trx, { realtime }, told, 'conversation', { conversation_id: id })
      }
    }
  })
}
