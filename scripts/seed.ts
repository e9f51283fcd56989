import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { FolderInUse, takeLock } from '../local/lock.ts'
import { runningPostgres } from '../local/postgres/running.ts'
import { dataFolder } from '../local/settings.ts'
import { fillWorld } from '../local/world.ts'

/**
 * `npm run seed`: fills an empty database with the demo catalogue and the named world, through the Ignite that runs on
 * the data folder, or else through one started for it. A database with people in it is left alone.
 */
const dataDir = dataFolder(process.env)
const address = addressOfRunning()
if (address) {
  const databaseUrl = process.env.DATABASE_URL || runningPostgres(dataDir)
  const filled = await fillWorld({ url: address, databaseUrl, dataDir })
  say(
    filled
      ? 'The named world is filled in.'
      : 'There are people in the database already: nothing was changed.',
  )
} else {
  // A first start fills the world itself.
  const ignite = fork(resolve(import.meta.dirname, '../local/start.ts'), {
    env: { ...process.env, PORT: '0' },
  })
  const [outcome] = await Promise.race([once(ignite, 'message'), once(ignite, 'exit')])
  if (typeof outcome !== 'object') process.exit(1)
  ignite.kill('SIGTERM')
  await once(ignite, 'exit')
}

function addressOfRunning(): string | undefined {
  try {
    takeLock(dataDir).release()
    return undefined
  } catch (error) {
    if (error instanceof FolderInUse && error.address) return error.address
    throw error
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
