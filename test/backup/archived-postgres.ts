import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { parse } from 'yaml'
import { chooseAccount, handOver } from '../../local/postgres/account.ts'
import { findBinaries } from '../../local/postgres/binaries.ts'
import { clusterFiles, runAlone } from '../../local/postgres/cluster.ts'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { eventually } from '../harness/eventually.ts'

const run = promisify(execFile)
const deploy = resolve(import.meta.dirname, '../../deploy')

export type ArchivedPostgres = {
  url: string
  /** Copies the whole database, as `pg_basebackup` does, which the tests' PostgreSQL lacks. */
  copy(meanwhile: () => Promise<void>): Promise<void>
  /** By the database's clock. */
  now(): Promise<string>
  /** Ends it, and starts it again as it was at that time. */
  restore(time: string): Promise<void>
  /** The settings that its files leave for its next start. */
  settings(): string
  close(): Promise<void>
}

/** A PostgreSQL that archives its log with the settings and the script of our Compose file. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-backup-'))
  const [dataDir, backups] = [join(folder, 'database'), join(folder, 'backup')]
  await (await startPostgres({ dataDir, fsync: false })).stop()
  const { data } = clusterFiles(join(dataDir, 'postgres'))
  const binaries = findBinaries()
  const account = chooseAccount(binaries.postgres, data)
  runAlone({ binaries, account }, data, [
    'GRANT EXECUTE ON FUNCTION pg_backup_start, pg_backup_stop TO ignite',
  ])
  // PostgreSQL's user writes into these, and moves its data.
  for (const path of [backups, join(backups, 'wal'), join(backups, 'base')]) {
    mkdirSync(path)
    handOver(account, path)
  }
  handOver(account, join(dataDir, 'postgres'))
  const own = join(data, 'postgresql.auto.conf')
  await appendFile(own, archiving(backups))

  let postgres = await startPostgres({ dataDir, fsync: false })
  const { url } = postgres
  const port = Number(new URL(url).port)
  const ask = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url.replace(/ignite$/, 'postgres') })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  return {
    url,
    copy: meanwhile =>
      ask(async client => {
        await client.query("select pg_backup_start('copy', true)")
        const copy = join(folder, 'base.tar')
        await Promise.all([pack(data, copy), meanwhile()])
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
        writeFileSync(join(folder, 'backup_label'), rows[0]!.labelfile)
        await run('tar', ['--append', `--file=${copy}`, `--directory=${folder}`, 'backup_label'])
        await run('gzip', ['-1', copy])
        const ended = Temporal.Now.instant().toString({ smallestUnit: 'second' }).replaceAll(':', '')
        await mkdir(join(backups, 'base', ended))
        await rename(`${copy}.gz`, join(backups, 'base', ended, 'base.tar.gz'))
      }),
    now: () =>
      ask(async client => {
        const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
        return rows[0]!.now
      }),
    async restore(time) {
      await postgres.stop()
      const [program = '', ...args] = [...account.prefix, 'sh', join(deploy, 'backup/restore.sh')]
      await run(program, [...args, backups, time], { env: { PATH: process.env.PATH, PGDATA: data } })
      postgres = await startPostgres({ dataDir, fsync: false, port })
      // It answers before it has repeated the last of the log.
      const isOver = async (client: pg.Client) => {
        const { rows } = await client.query<{ over: boolean }>('select not pg_is_in_recovery() as over')
        return rows[0]!.over
      }
      await eventually('the database is restored', () => ask(isOver), 60_000)
    },
    settings: () => readFileSync(own, 'utf8'),
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The lines of PostgreSQL's configuration, with the paths of the container replaced by ours. */
function archiving(backups: string): string {
  const folders: Record<string, string> = { scripts: join(deploy, 'backup'), backup: backups }
  const { services } = parse(readFileSync(join(deploy, 'compose/compose.yaml'), 'utf8'))
  return (services.postgres.command as string[])
    .map(argument => /^-c(archive_\w+)=(.*)$/.exec(argument))
    .filter(setting => setting !== null)
    .map(([, name, value]) => {
      const here = value!.replaceAll(/(?<= )\/(scripts|backup)\//g, (_, folder) => `${folders[folder]}/`)
      return `${name} = '${here}'\n`
    })
    .join('')
}

/** The files of a running database change while they are packed. Then tar exits with 1, which is only a warning. */
async function pack(data: string, to: string): Promise<void> {
  const ownFiles = ['pg_wal/*', 'pg_replslot/*', 'postmaster.*'].map(name => `--exclude=./${name}`)
  await run('tar', ['--create', `--file=${to}`, `--directory=${data}`, ...ownFiles, '.']).catch(error => {
    if (error.code !== 1) throw error
  })
}
