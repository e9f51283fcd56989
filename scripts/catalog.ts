/**
 * `npm run catalog -- import FILE.csv`: updates the catalog of courses and CRNs from a file, in the database
 * at DATABASE_URL or, without one, in the one `npm start` uses. server/product/courses/catalog-file.ts
 * describes the file format; local/seed/catalog.csv is an example.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { readCatalogFile } from '#server/product/courses/catalog-file.ts'
import { type Imported, importCatalog } from '#server/product/courses/import.ts'
import { onDatabase } from '../local/database.ts'
import { dataFolder } from '../local/settings.ts'

/** A file with more faults is wrong as a whole, and the first ones show why. */
const mostFaults = 1000

const { positionals } = parseArgs({ allowPositionals: true })
const [command, file, ...others] = positionals
if (command !== 'import' || !file || others.length > 0) {
  fail('Usage: npm run catalog -- import FILE.csv')
}
await importFile(file).catch(error => fail(error instanceof Error ? error.message : String(error)))

async function importFile(path: string): Promise<void> {
  const started = performance.now()
  const { rows, faults } = readCatalogFile(await readFile(path))
  if (faults.length > 0) {
    for (const { line, message } of faults.slice(0, mostFaults)) console.error(`${path}:${line}: ${message}`)
    const shown = faults.length > mostFaults ? ` The first ${mostFaults} are shown.` : ''
    fail(`Nothing was imported: ${plural(faults.length, 'fault')}.${shown}`)
  }
  console.log(`${path}: ${plural(rows.length, 'row')} checked`)
  const databaseUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL
  const dataDir = dataFolder(process.env)
  // Without the address, somebody could fill a database that no server reads, and believe that it is done.
  if (!databaseUrl)
    console.log(`DATABASE_URL isn’t set, so they go into the database of npm start in ${dataDir}`)
  const imported = await onDatabase(databaseUrl, dataDir, async url => {
    await migrate(url)
    const db = openDatabase(openPool({ databaseUrl: url, databasePoolSize: 1 }))
    try {
      return await importCatalog(db, rows, showProgress(rows.length))
    } finally {
      await db.destroy()
    }
  })
  for (const sentence of report(imported)) console.log(sentence)
  const seconds = (performance.now() - started) / 1000
  console.log(`Done in ${seconds.toFixed(1)} s (${perSecond(rows.length, seconds)})`)
}

/** Rewrites one line of a terminal; elsewhere, as in a log, every tenth update gets a line of its own. */
function showProgress(total: number): (rows: number) => void {
  const started = performance.now()
  let shownTenth = 0
  return rows => {
    const percent = Math.floor((rows / total) * 100)
    const text = `${percent} % · ${perSecond(rows, (performance.now() - started) / 1000)}`
    if (process.stdout.isTTY) process.stdout.write(`\r${text}  ${rows === total ? '\n' : ''}`)
    else if (Math.floor(percent / 10) > shownTenth) {
      shownTenth = Math.floor(percent / 10)
      console.log(text)
    }
  }
}

function report(imported: Imported): string[] {
  const sentences = Object.entries(imported).flatMap(([noun, { added, changed }]) =>
    added + changed > 0 ? [`${noun}: ${added} added, ${changed} changed`] : [],
  )
  return sentences.length > 0 ? sentences : ['Nothing changed: the catalog already says all of this.']
}

function perSecond(rows: number, seconds: number): string {
  return `${Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en-US')} rows/s`
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
