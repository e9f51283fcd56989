import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { startPostgres } from '../local/postgres/postgres.ts'

export type Scratch = {
  url: string
  /** As the server reaches it: pooled, prepared, bounded. */
  db: Database
  /** A plain connection, for filling and for the bare SQL that figures are compared with. */
  raw: pg.Client
  close(): Promise<void>
}

/** A PostgreSQL of its own in a temporary folder, migrated and empty. */
export async function startScratch(): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  const postgres = await startPostgres({ dataDir, fsync: false })
  const db = openDatabase(openPool({ databaseUrl: postgres.url, databasePoolSize: 4 }))
  await migrate(db)
  const raw = new pg.Client({ connectionString: postgres.url })
  await raw.connect()
  return {
    url: postgres.url,
    db,
    raw,
    async close() {
      await db.destroy()
      await raw.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Times = { p50: number; p95: number; p99: number }

/** Runs something over and over, alone, and answers its times in milliseconds. The first runs don't count. */
export async function measure(runs: number, run: () => Promise<unknown>): Promise<Times> {
  for (let n = 0; n < 8; n++) await run()
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Milliseconds for a table: "12.3". */
export function ms(value: number): string {
  return value.toFixed(1)
}
