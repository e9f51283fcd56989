import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from '../local/postgres/postgres.ts'
import { migrate } from '../server/platform/db/migrate.ts'

/**
 * Writes the TypeScript types of the migrated database, from a scratch PostgreSQL. Run it after changing a
 * migration: `npm run types:database`. With `--verify` it only fails if they are out of date.
 */
const root = resolve(import.meta.dirname, '..')
const dataDir = await mkdtemp(join(tmpdir(), 'ignite-types-'))
const postgres = await startPostgres({ dataDir, fsync: false })
try {
  await migrate(postgres.url)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect=postgres',
      `--url=${postgres.url}`,
      `--out-file=${join(root, 'server/platform/db/types.gen.ts')}`,
      '--exclude-pattern=kysely_*',
      // The types that the driver returns (pool.ts, instants.ts).
      '--type-mapping={"int8":"number","timestamptz":"Temporal.Instant"}',
      '--date-parser=string',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
