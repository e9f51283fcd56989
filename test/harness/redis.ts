import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { freePort } from '../../local/ports.ts'
import { outsideProgram } from './outside-program.ts'
import { missing } from './programs.ts'

export type TestRedis = {
  url: string
  /** Stops it in the middle of its work: until `kill`, it takes connections and answers nothing. */
  freeze(): void
  /** Kills it, and all that it knew is gone. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  startAgain(): Promise<void>
  close(): Promise<void>
}

/** A separate Redis that keeps nothing, on a free port of this machine. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-redis-'))
  const port = await freePort()
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const start = () => outsideProgram('redis-server', args, { port })
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  let program = await start().catch(async error => {
    await removeFolder()
    throw error
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => program.freeze(),
    kill: () => program.close(),
    async startAgain() {
      program = await start()
    },
    async close() {
      await program.close()
      await removeFolder()
    },
  }
}

/** The same tests over PostgreSQL and over Redis; skips the latter where it isn't installed. */
export function overBoth(tests: (way: 'PostgreSQL' | 'Redis') => void): void {
  describe('over PostgreSQL', () => tests('PostgreSQL'))
  describe.skipIf(missing('redis-server').length > 0)('over Redis', () => tests('Redis'))
}
