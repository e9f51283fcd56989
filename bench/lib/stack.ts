import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { makeTemplate } from '../../test/harness/databases.ts'
import { type Stack, startStackOn } from '../../test/harness/stack.ts'

/** A separate PostgreSQL that syncs its writes. */
export async function onPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  const postgres = await startPostgres({ dataDir, fsync: true })
  try {
    await makeTemplate(postgres.url)
    await work(postgres.url)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The whole product on such a PostgreSQL. When it closes, its ledger must add up. */
export function onStack(env: Record<string, string>, work: (stack: Stack) => Promise<void>): Promise<void> {
  return onPostgres(async url => {
    const stack = await startStackOn(url, { LOG_LEVEL: 'fatal', ...env })
    try {
      await work(stack)
    } finally {
      await stack.close()
    }
  })
}
