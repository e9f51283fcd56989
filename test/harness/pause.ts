import pg from 'pg'
import { eventually } from './eventually.ts'

/** A lock in the server's way: what it does up to there is done, what follows isn't. */
export type Pause = {
  /** Resolves when the server waits here, or was let go. */
  reached(): Promise<void>
  /** Lets go. */
  release(): Promise<void>
  /** Lets go after the server was killed. What waited here is lost with it, and can't go on without it. */
  discard(): Promise<void>
}

/** Takes a lock on a connection of its own, and keeps it. */
export async function pauseAt(databaseUrl: string, statement: string, values: string[] = []): Promise<Pause> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'in the way' })
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(statement, values)
  if (rowCount === 0) throw new Error(`There is nothing to lock: ${statement}`)
  const waiting = `from pg_stat_activity
    where application_name = 'ignite' and datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`
  // A transaction goes on seeing the connections that it saw at first, without the one that was opened to wait here.
  const lookAnew = () => client.query('select pg_stat_clear_snapshot()')
  let held = true
  const release = async () => {
    held = false
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
