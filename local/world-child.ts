import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { readCatalogFile } from '#server/product/courses/catalog-file.ts'
import { importCatalog } from '#server/product/courses/import.ts'
import { openPast } from './seed/past.ts'
import { seed } from './seed/seed.ts'
import { serve } from './serve.ts'
import { dataFolder, standIns } from './settings.ts'

/**
 * Fills in the demo catalog and the demo world for `fillWorld`, through a server of its own whose clock
 * begins three weeks ago. Ends with the process that started it.
 */
process.on('disconnect', () => process.exit(1))
// Ctrl-C reaches every process of the terminal; the parent decides when this one ends.
process.on('SIGINT', () => {})

const {
  PUBLIC_URL: url = '',
  DATABASE_URL: runner = '',
  DATABASE_OWNER_URL: databaseUrl = runner,
} = process.env
const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
// At a real payment provider nobody in this world has a card, and no past.
const past = openPast({ db, url, hasPast: standIns(process.env).payments })
const env = {
  ...process.env,
  // The next server reads the documents, while people already look around.
  SERVICES: 'product,chat',
  REQUESTS_PER_MINUTE: '1000000',
}
const server = await serve(env, dataFolder(process.env), past.now)
const { rows } = readCatalogFile(readFileSync(join(import.meta.dirname, 'seed/catalog.csv')))
await importCatalog(db, rows)
await seed({ url, db, past })
await server.close()
await db.destroy()
process.exit()
