import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** Starts Ignite as `npm start` does, with the demo world, at a free port and with its data in this folder. `env` overrides settings. */
export async function startOwnIgnite(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ address: string; close: () => Promise<void> }> {
  const ignite = fork(resolve(import.meta.dirname, '../local/start.ts'), ['--quiet'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...env },
  })
  const [message] = await Promise.race([once(ignite, 'message'), once(ignite, 'exit')])
  if (typeof message !== 'object' || message === null || !('ready' in message)) {
    throw new Error(`Ignite ended with ${message}`)
  }
  return {
    address: String(message.ready),
    async close() {
      if (ignite.kill('SIGTERM')) await once(ignite, 'exit')
    },
  }
}
