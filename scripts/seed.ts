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
const filled = address ? await fillThrough(address) : await fillByFirstStart()
say(
  filled ? 'The named world is filled in.' : 'There are people in the database already: nothing was changed.',
)

async function fillThrough(url: string): Promise<boolean> {
  return fillWorld({ url, databaseUrl: process.env.DATABASE_URL || runningPostgres(dataDir), dataDir })
}

async function fillByFirstStart(): Promise<boolean> {
  const env = { ...process.env, PORT: '0' }
  const ignite = fork(resolve(import.meta.dirname, '../local/start.ts'), ['--quiet'], { env })
  const [message] = await Promise.race([once(ignite, 'message'), once(ignite, 'exit')])
  if (ignite.kill('SIGTERM')) await once(ignite, 'exit')
  if (message?.world === undefined || message.world === 'failed') process.exit(1)
  return message.world === 'filled'
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
