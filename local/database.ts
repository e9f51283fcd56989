import { FolderInUse, takeLock } from './lock.ts'
import { startPostgres } from './postgres/postgres.ts'
import { runningPostgres } from './postgres/running.ts'

/**
 * Runs a command's work on the database that `npm start` uses with these settings: the one at DATABASE_URL,
 * that of an Ignite already running on the folder, or the folder's own, started for the duration of the work.
 */
export async function onDatabase<T>(
  databaseUrl: string | undefined,
  dataDir: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work(databaseUrl)
  await using started = new AsyncDisposableStack()
  try {
    const lock = takeLock(dataDir)
    started.defer(() => lock.release())
  } catch (error) {
    if (error instanceof FolderInUse && error.address) return work(runningPostgres(dataDir))
    throw error
  }
  const postgres = await startPostgres({ dataDir })
  started.defer(() => postgres.stop())
  return await work(postgres.url)
}
