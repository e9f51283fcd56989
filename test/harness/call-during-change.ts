import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { eventually } from './eventually.ts'

/** Makes a call that waits for a person's row, changes the person before it goes on, and returns its answer. */
export function callDuringChange<T>(
  db: Database,
  username: string,
  call: () => Promise<T>,
  change: (trx: Trx) => Promise<unknown>,
): Promise<T> {
  return callBehind(db, sql`select from users where username = ${username} for update`, call, change)
}

/** The same for any row, which a statement locks. */
export async function callBehind<T>(
  db: Database,
  lock: RawBuilder<unknown>,
  call: () => Promise<T>,
  change: (trx: Trx) => Promise<unknown>,
): Promise<T> {
  const changing = await db.startTransaction().execute()
  let answer: Promise<T>
  try {
    await lock.execute(changing)
    const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(changing)
    answer = call()
    await eventually('the call waits for the row', async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and ${own[0]!.pid} = any(pg_blocking_pids(pid))`.execute(db)
      return rows.length > 0
    })
    await change(changing)
  } finally {
    await changing.commit().execute()
  }
  return answer
}

/** The same while the person is suspended. */
export function callDuringSuspension<T>(db: Database, username: string, call: () => Promise<T>): Promise<T> {
  return callDuringChange(db, username, call, trx =>
    sql`update users set suspended_at = now() where username = ${username}`.execute(trx),
  )
}
