import Fastify from 'fastify'
import { sql } from 'kysely'
import { createBus } from '../server/platform/bus/bus.ts'
import { afterCommit, openDatabase, type Trx } from '../server/platform/db/database.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { cloneDatabase } from '../test/harness/databases.ts'
import { pairs } from './lib/ratio.ts'
import { onPostgres } from './lib/stack.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'

export const commitTargets: Record<string, Measured> = {
  S11: {
    asks: 'Transactions that tell the servers something, 16 at once, keep ≥ 0.9 of the commits a second',
    reference: 'the same transactions that tell nothing',
    run: telling,
  },
}

const atOnce = 16

async function telling(run: Run): Promise<void> {
  await onPostgres(async url => {
    const databaseUrl = await cloneDatabase(url)
    const db = openDatabase(openPool({ databaseUrl, databasePoolSize: atOnce }))
    const bus = createBus({ databaseUrl }, Fastify().log)
    await bus.start()
    await sql`create table written (number int)`.execute(db)
    const commits = run.count(20_000)
    const inSecond = (follow: (trx: Trx, number: number) => void) => async () => {
      const start = performance.now()
      let number = 0
      const writer = async () => {
        while (number++ < commits) {
          await db.transaction().execute(async trx => {
            await sql`insert into written values (${number})`.execute(trx)
            follow(trx, number)
          })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, writer))
      return commits / ((performance.now() - start) / 1000)
    }
    const tell = (trx: Trx, number: number) =>
      bus.tell(trx, { namespace: '/product', room: `person:${number}`, event: 'alert', data: { id: number } })
    const { a, b, ratio } = await pairs(
      3,
      inSecond(tell),
      inSecond(trx => afterCommit(trx, () => {})),
    )
    bounded(run, 'of the commits', ratio, '≥ 0.9', `${Math.round(a)} and ${Math.round(b)} a second`)
    await bus.close()
    await db.destroy()
  })
}
