import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Starts an Ignite with the demo world at a free port. Its data stays in .tmp, in a folder of this name. */
export async function startOwnIgnite(name: string): Promise<{ address: string; close: () => Promise<void> }> {
  const ignite = fork(join(root, 'local/start.ts'), ['--quiet'], {
    env: { ...process.env, PORT: '0', DATA_DIR: join(root, '.tmp', name) },
  })
  const [message] = await Promise.race([once(ignite, 'message'), once(ignite, 'exit')])
  if (typeof message !== 'object' || message === null || !('ready' in message)) process.exit(1)
  return {
    address: String(message.ready),
    async close() {
      ignite.kill('SIGTERM')
      await once(ignite, 'exit')
    },
  }
}
