import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Libraries that know times only as `Date`, and formats that only `Date` writes, each in its one place. */
const takeDates = [
  // The header of HTTP.
  'server/platform/http/app.ts',
  // The sign-in library and the job library read their rows here, and the first creates its logins with
  // dates.
  'server/platform/db/as-dates.ts',
  'server/product/logins/sign-in.ts',
  'server/platform/http/tokens.ts',
  'server/product/account/archive.ts',
  'server/platform/storage/s3.ts',
]

test('the server uses instants for times: a Date would lose digits that the database compares', () => {
  const found = globSync('server/**/*.ts', { cwd: root })
    .filter(file => !file.endsWith('.test.ts'))
    .filter(file => /new Date\(|[:<|] ?Date\b(?!\.)|toISOString|toTemporalInstant/.test(code(file)))
  expect(found.sort()).toEqual(takeDates.sort())
})

function code(file: string): string {
  return readFileSync(resolve(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
