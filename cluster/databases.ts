import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from '../local/postgres/account.ts'
import { findBinaries } from '../local/postgres/binaries.ts'
import { clusterFiles, runAlone } from '../local/postgres/cluster.ts'
import { type Postgres, startPostgres } from '../local/postgres/postgres.ts'
import { readPidFile } from '../local/postgres/processes.ts'
import { startStandby } from '../test/harness/standby.ts'

/** The role with which HAProxy asks each database whether it takes writes. It has no password and no rights. */
export const checker = 'checker'

/** The role that sets up replication and promotes a standby, as a database administrator would. */
const operator = 'operator'

export type Databases = {
  /** As the owner of `ignite`: the primary's address, and the standby's, which takes no writes at first. */
  urls: string[]
  /** Kills the primary: it finishes nothing and says nothing. */
  killPrimary(): Promise<void>
  /** Makes the standby take writes. */
  promote(): Promise<void>
  /** The standby stores nothing anymore, until it goes on; it keeps its connection to the primary. */
  freezeStandby(): Promise<void>
  thawStandby(): void
  /** The standby stores what it receives, and applies nothing of it until it goes on. */
  pauseStandby(): Promise<void>
  resumeStandby(): Promise<void>
  /** How many bytes the standby has yet to apply. */
  behind(): Promise<number>
  /** Whether the primary acknowledges a write only once the standby has stored it. */
  waitForStandby(waits: boolean): Promise<void>
  close(): Promise<void>
}

/**
 * A PostgreSQL and a standby that follows it. The primary acknowledges a write once both have stored it, so
 * that the standby may take over without a loss; without `fsync`, for tests, it waits for neither.
 */
export async function startDatabases(folder: string, fsync = true): Promise<Databases> {
  const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby') }
  // Creates it, and makes the roles while it is off.
  await (await startPostgres({ dataDir: folders.primary, fsync })).stop()
  const files = clusterFiles(join(folders.primary, 'postgres'))
  const password = readFileSync(files.password, 'utf8')
  const account = chooseAccount(findBinaries().postgres, files.data)
  runAlone({ binaries: findBinaries(), account }, files.data, [
    `CREATE ROLE ${operator} SUPERUSER REPLICATION LOGIN PASSWORD '${password}'`,
    `CREATE ROLE ${checker} LOGIN`,
    // Either would take the rehearsal's moves of the clock for a silence of the other one.
    'ALTER SYSTEM SET wal_sender_timeout = 0',
    'ALTER SYSTEM SET wal_receiver_timeout = 0',
  ])
  const hba = join(files.data, 'pg_hba.conf')
  writeFileSync(hba, `host postgres ${checker} 127.0.0.1/32 trust\n${readFileSync(hba, 'utf8')}`)
  mkdirSync(folders.standby, { mode: 0o700 })
  execFileSync('cp', ['--archive', join(folders.primary, 'postgres'), folders.standby])

  const primary = await startPostgres({ dataDir: folders.primary, fsync })
  const operatorUrl = ({ url }: Postgres) => {
    const address = new URL(url)
    address.username = operator
    address.pathname = '/postgres'
    return address.href
  }
  const ask = async <Row extends object>(database: Postgres, ...statements: string[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: operatorUrl(database) })
    await client.connect()
    try {
      let rows: Row[] = []
      for (const statement of statements) rows = (await client.query<Row>(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  const waitForStandby = async (waits: boolean) => {
    const names = waits ? 'standby' : ''
    await ask(primary, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()')
  }
  const login = `user=${operator} password=${password} application_name=standby`
  const standby = await startStandby({ dataDir: folders.standby, fsync }, primary, login).catch(
    async error => {
      await primary.stop()
      throw error
    },
  )
  await waitForStandby(true)
  let frozen: number | undefined
  const thawStandby = () => {
    if (frozen !== undefined) process.kill(frozen, 'SIGCONT')
    frozen = undefined
  }
  return {
    urls: [primary.url, standby.url],
    async killPrimary() {
      const pid = readPidFile(files.data)?.pid
      if (pid === undefined) throw new Error('The primary isn’t running.')
      process.kill(pid, 'SIGKILL')
      // Its processes end when they notice.
      await primary.died
    },
    promote: async () => void (await ask(standby, 'select pg_promote()')),
    async freezeStandby() {
      const [row] = await ask<{ pid: number }>(standby, 'select pid from pg_stat_wal_receiver')
      if (!row) throw new Error('The standby follows nobody.')
      frozen = row.pid
      process.kill(frozen, 'SIGSTOP')
    },
    thawStandby,
    pauseStandby: async () => void (await ask(standby, 'select pg_wal_replay_pause()')),
    resumeStandby: async () => void (await ask(standby, 'select pg_wal_replay_resume()')),
    async behind() {
      const [row] = await ask<{ bytes: string }>(
        primary,
        'select pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as bytes from pg_stat_replication',
      )
      return Number(row?.bytes)
    },
    waitForStandby,
    async close() {
      // A stopped process doesn't end.
      thawStandby()
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}
