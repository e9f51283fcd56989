import pg from 'pg'
import { eventually } from './eventually.ts'

/** A lock in the server's way: everything before it is done, and nothing after it. */
export type Pause = {
  /** Resolves when the server waits here, or was released. */
  reached(): Promise<void>
  /** Releases the lock, and commits what the statement wrote. */
  release(): Promise<void>
  /**
   * Releases the lock after the server was killed. The waiting transaction is lost with it, and can't
   * continue.
   */
  discard(): Promise<void>
}

/** Takes a lock on a separate connection, and keeps it. */
export async function pauseAt(databaseUrl: string, statement: string, values: string[] = []): Promise<Pause> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'in the way' })
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(statement, values)
  if (rowCount === 0) throw new Error(`There is nothing to lock: ${statement}`)
  const waiting = `from pg_stat_activity
    where application_name = 'ignite' and datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`
  // A transaction keeps its first snapshot of the connections, which lacks the one that was opened to wait
  // here.
  const lookAnew = () => client.query('select pg_stat_clear_snapshot()')
  let held = true
  const release = async () => {
    held = false
    await client.query('commit')
    await client.end()
  }
  return {
    reached: () =>
      eventually(`the server waits for ${statement}`, async () => {
        if (!held) return true
        await lookAnew()
        const { rows } = await client.query(`select pid ${waiting}`)
        return rows.length > 0
      }),
    release,
    async discard() {
      if (!held) return
      await lookAnew()
      await client.query(`select pg_terminate_backend(pid) ${waiting}`)
      await release()
    },
  }
}
