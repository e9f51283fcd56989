import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { readCatalogueFile } from '#server/product/courses/catalogue-file.ts'
import { importCatalogue } from '#server/product/courses/import.ts'
import { seed } from './seed/seed.ts'

/** Fills in the demo catalogue and the named world for `fillWorld`, and ends with whoever asked for it. */
process.on('disconnect', () => process.exit(1))
// Ctrl-C reaches every process of the terminal; whoever asked decides when this one ends.
process.on('SIGINT', () => {})

const { PUBLIC_URL: url = '', DATABASE_URL: databaseUrl = '' } = process.env
const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
const { rows } = readCatalogueFile(readFileSync(join(import.meta.dirname, 'seed/catalog.csv')))
await importCatalogue(db, rows)
const filled = await seed({ url, db })
await db.destroy()
process.send?.({ filled }, () => process.exit())
