import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from '../../local/postgres/account.ts'
import { findBinaries } from '../../local/postgres/binaries.ts'
import { clusterFiles, ensureCluster, ensureRunner } from '../../local/postgres/cluster.ts'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { makeTemplate } from './databases.ts'
import { eventually } from './eventually.ts'
import { startStandby } from './standby.ts'

export type FollowedPostgres = {
  /** As the owner of `ignite`, like the standby's address. */
  url: string
  standby: { url: string }
  /** What the product asked each of the two while `act` ran. */
  statementsDuring(act: () => Promise<void>): Promise<{ primary: string[]; standby: string[] }>
  /** From now on the standby applies nothing of what it receives, until `resumeStandby`. */
  pauseStandby(): Promise<void>
  resumeStandby(): Promise<void>
  /** Stops the standby's processes where they are; it takes connections and answers nothing. */
  freezeStandby(): Promise<() => void>
  close(): Promise<void>
}

/**
 * A PostgreSQL with a migrated template and a standby that follows it; both log what they are asked. Unlike the one
 * of other tests it acknowledges a write only when it is in the log, which the standby reads.
 */
export async function startFollowedPostgres(): Promise<FollowedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-followed-'))
  const [first, second] = [filesIn(join(folder, 'primary')), filesIn(join(folder, 'standby'))]
  const binaries = findBinaries()
  const account = chooseAccount(binaries.postgres, first.data)
  ensureCluster(first.postgres, binaries, account, false)
  ensureRunner(first.postgres, binaries, account)
  const hba = join(first.data, 'pg_hba.conf')
  const trusted = ['all', 'replication'].map(database => `host ${database} postgres 127.0.0.1/32 trust\n`)
  writeFileSync(hba, trusted.join('') + readFileSync(hba, 'utf8'))
  const settings = `log_statement = 'all'\nlog_line_prefix = '%a|'\nwal_keep_size = '1GB'\n`
  appendFileSync(join(first.data, 'postgresql.auto.conf'), settings)
  execFileSync('cp', ['--archive', first.postgres, second.dataDir])

  const primary = await startPostgres({ dataDir: first.dataDir })
  const standby = await startStandby({ dataDir: second.dataDir, fsync: false }, primary, 'user=postgres')
  await makeTemplate(primary.url)

  async function ask<R extends pg.QueryResultRow>(statement: string): Promise<R[]> {
    const client = new pg.Client({
      connectionString: `postgresql://postgres@127.0.0.1:${new URL(standby.url).port}/postgres`,
    })
    await client.connect()
    try {
      return (await client.query<R>(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url: primary.url,
    standby: { url: standby.url },
    async statementsDuring(act) {
      const lengths = [first, second].map(({ log }) => readFileSync(log).length)
      await act()
      const [onPrimary, onStandby] = [first, second].map(({ log }, n) =>
        statementsIn(readFileSync(log).subarray(lengths[n]).toString()),
      )
      return { primary: onPrimary!, standby: onStandby! }
    },
    async pauseStandby() {
      await ask('select pg_wal_replay_pause()')
      await eventually('the standby has paused', async () => {
        const [row] = await ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
        return row?.state === 'paused'
      })
    },
    resumeStandby: async () => void (await ask('select pg_wal_replay_resume()')),
    async freezeStandby() {
      const backends = await ask<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'ignite'`,
      )
      const pids = [Number(readFileSync(join(second.data, 'postmaster.pid'), 'utf8').split('\n')[0])]
      pids.push(...backends.map(({ pid }) => pid))
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
    },
    async close() {
      await Promise.all([primary.stop(), standby.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function filesIn(dataDir: string) {
  mkdirSync(dataDir)
  const postgres = join(dataDir, 'postgres')
  return { dataDir, postgres, ...clusterFiles(postgres) }
}

/** The statements of the product in a log, without those that look after jobs and ask for the position. */
function statementsIn(log: string): string[] {
  return log
    .split(/^(?=[^\t])/m)
    .flatMap(entry => /^ignite\|LOG: {2}(?:statement|execute [^:]+): (.*)/s.exec(entry)?.[1] ?? [])
    .filter(statement => !/pgboss|pg_current_wal_lsn|pg_last_wal_replay_lsn/.test(statement))
}
