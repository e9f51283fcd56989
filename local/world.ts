import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'

const unfinished = (dataDir: string) => join(dataDir, 'filling')

/**
 * Clears away a world whose first filling was cut off half-way: nobody has been told its address, so nothing in it
 * is anyone's, and half a world would stay half for good.
 */
export function clearUnfinishedWorld(dataDir: string): void {
  if (!existsSync(unfinished(dataDir))) return
  for (const name of ['postgres', 'storage', 'mail', 'filling']) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Fills an empty database with the demo catalogue and the named world, through the product that answers at `url`. */
export async function fillWorld({ url, databaseUrl, dataDir }: World): Promise<boolean> {
  if (await hasPeople(databaseUrl)) return false
  writeFileSync(unfinished(dataDir), '')
  const filled = await fill({ PUBLIC_URL: url, DATABASE_URL: databaseUrl })
  keepWorld(dataDir)
  return filled
}

async function hasPeople(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  try {
    return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
  } finally {
    await db.destroy()
  }
}

/** In a process of its own: what it takes to draw documents should not stay with the server for good. */
async function fill(env: Record<string, string>): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'world-child.ts'), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said = text(child.stderr!)
  let filled: boolean | undefined
  child.on('message', (message: { filled: boolean }) => {
    filled = message.filled
  })
  await once(child, 'exit')
  if (filled === undefined) throw new Error(await said)
  return filled
}

/** Says that what has been filled in is to stay, whole or not. */
export function keepWorld(dataDir: string): void {
  rmSync(unfinished(dataDir), { force: true })
}

type World = { url: string; databaseUrl: string; dataDir: string }
