import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'

const contents = ['postgres', 'storage', 'mail', 'payments']

// Not 'filling': older starts also left that one in folders that people use.
const mark = (dataDir: string) => join(dataDir, 'unfinished')

/** Marks a folder without data as this start's own, until `keepWorld`. Leaves one with any data alone. */
export function beginWorld(dataDir: string): void {
  if (contents.every(name => !existsSync(join(dataDir, name)))) writeFileSync(mark(dataDir), '')
}

/** Marks the folder as people's, whether its world is complete or not. Called before they can reach it. */
export function keepWorld(dataDir: string): void {
  rmSync(mark(dataDir), { force: true })
}

/**
 * Clears what a first start made and was interrupted: nobody has seen its address, so nothing in it is
 * anyone's, and half a world would stay half for good. Every start calls this, before it adds anything.
 */
export function clearUnfinishedWorld(dataDir: string): void {
  if (!existsSync(mark(dataDir))) return
  for (const name of contents) rmSync(join(dataDir, name), { recursive: true, force: true })
  keepWorld(dataDir)
}

/** Fills an empty database with the demo catalog and the demo world; returns whether it was empty. */
export async function fillWorld({ settings, dataDir, started }: World): Promise<boolean> {
  if (await hasPeople(settings.DATABASE_URL ?? '')) return false
  await fill({ ...process.env, ...settings, DATA_DIR: dataDir }, started)
  return true
}

async function hasPeople(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  try {
    const { rows } = await sql<{ made: boolean }>`select to_regclass('users') is not null as made`.execute(db)
    if (!rows[0]?.made) return false
    return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  } finally {
    await db.destroy()
  }
}

/**
 * In a separate process: neither its clock nor the memory for drawing faces and reading a catalog should stay
 * with the server.
 */
async function fill(env: Settings, started: AsyncDisposableStack): Promise<void> {
  const child = fork(join(import.meta.dirname, 'world-child.ts'), {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const exit = once(child, 'exit')
  started.defer(async () => {
    if (child.kill('SIGKILL')) await exit
  })
  const said = text(child.stderr!)
  const [code] = await exit
  if (code !== 0) throw new Error(await said)
}

type Settings = Record<string, string | undefined>
/** `started` ends the filling early. */
type World = { settings: Settings; dataDir: string; started: AsyncDisposableStack }
