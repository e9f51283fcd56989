/**
 * `npm run seed`: fills an empty database, also one of your own at DATABASE_URL, with the demo catalog and
 * the demo world. Leaves a database with people in it alone. Ignite itself can't run meanwhile, since the
 * world is made on a clock that begins weeks ago.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { FolderInUse, takeLock } from '../local/lock.ts'
import { dataFolder, standIns } from '../local/settings.ts'

if (!standIns(process.env).identity) {
  process.stderr.write('Beside a real sign-in provider nothing is filled in.\n')
  process.exit(1)
}
try {
  takeLock(dataFolder(process.env)).release()
} catch (error) {
  if (!(error instanceof FolderInUse)) throw error
  process.stderr.write(`${error.message} Stop it first.\n`)
  process.exit(1)
}
const env = { ...process.env, PORT: '0', SEED: 'on' }
const ignite = fork(resolve(import.meta.dirname, '../local/start.ts'), ['--quiet'], { env })
const [message] = await Promise.race([once(ignite, 'message'), once(ignite, 'exit')])
if (ignite.kill('SIGTERM')) await once(ignite, 'exit')
if (message?.world === undefined || message.world === 'failed') process.exit(1)
process.stdout.write(
  message.world === 'filled'
    ? 'The demo world is filled in.\n'
    : 'There are people in the database already: nothing was changed.\n',
)
