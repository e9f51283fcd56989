import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { makeTemplate } from '../harness/databases.ts'

/** One real PostgreSQL for the browser tests; each worker's stack clones its own database. */
// biome-ignore lint/style/noDefaultExport: Playwright's global setup is a default export
export default async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-e2e-'))
  const postgres = await startPostgres({ dataDir, fsync: false })
  await makeTemplate(postgres.url)
  process.env.E2E_POSTGRES_URL = postgres.url
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
