import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { makeTemplate } from './databases.ts'
import { clusterDatabaseUrl } from './front.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/**
 * One real PostgreSQL for the whole run, with a migrated database that every test file clones: its own, or the
 * cluster's, which has one already.
 */
// biome-ignore lint/style/noDefaultExport: Vitest's global setup is a default export
export default async function setup(project: TestProject) {
  if (clusterDatabaseUrl) return project.provide('postgresUrl', clusterDatabaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-test-'))
  const postgres = await startPostgres({ dataDir, fsync: false })
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
