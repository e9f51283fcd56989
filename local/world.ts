import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { readCatalogueFile } from '#server/product/courses/catalogue-file.ts'
import { importCatalogue } from '#server/product/courses/import.ts'
import { seed } from './seed/seed.ts'

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
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
  try {
    const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (someone) return false
    writeFileSync(unfinished(dataDir), '')
    const { rows } = readCatalogueFile(readFileSync(join(import.meta.dirname, 'seed/catalog.csv')))
    await importCatalogue(db, rows)
    const filled = await seed({ url, db })
    keepWorld(dataDir)
    return filled
  } finally {
    await db.destroy()
  }
}

/** Says that what has been filled in is to stay, whole or not. */
export function keepWorld(dataDir: string): void {
  rmSync(unfinished(dataDir), { force: true })
}

type World = { url: string; databaseUrl: string; dataDir: string }
