import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureClient } from '../local/client.ts'
import { freePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres/postgres.ts'
import { proportionalMemory } from '../scripts/memory.ts'
import { ms } from './lib/measure.ts'
import { pairs } from './lib/ratio.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
import { makeWorld, type Served, serve, start } from './lib/world.ts'

export const startTargets: Record<string, Measured> = {
  O1: {
    asks: 'The second `npm start` is ready ≤ 3 seconds after what PostgreSQL and Node alone take',
    reference: 'starting PostgreSQL on the same folder, and Node with nothing to do',
    run: secondStart,
  },
  O2: {
    asks: 'An idle server holds ≤ 150 MB more than the reference, without PostgreSQL and the converter',
    reference: 'an empty Fastify server',
    run: idleMemory,
  },
}

async function secondStart(run: Run): Promise<void> {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'ignite-bench-')), 'data')
  await ensureClient()
  try {
    await startAndStop(dataDir)
    const both = await pairs(
      run.count(5),
      () => startAndStop(dataDir),
      () => partsAlone(dataDir),
    )
    const detail = `${ms(both.a / 1000)} s in all, ${ms(both.b / 1000)} s alone`
    bounded(run, 'seconds above what its parts take', (both.a - both.b) / 1000, '≤ 3', detail)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Milliseconds until `npm start` says that it is ready. */
async function startAndStop(dataDir: string): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('Ignite is ready at')) resolve(performance.now() - begun)
    })
    child.once('exit', () => reject(new Error(`Ignite ended: ${said}`)))
  })
  const took = await ready
  child.kill('SIGINT')
  await once(child, 'exit')
  return took
}

async function partsAlone(dataDir: string): Promise<number> {
  const begun = performance.now()
  const postgres = await startPostgres({ dataDir })
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  const took = performance.now() - begun
  await postgres.stop()
  return took
}

async function idleMemory(run: Run): Promise<void> {
  const world = await makeWorld(0)
  const ours = await serve(world)
  const empty = await start(['bench/reference/empty.ts'], {})
  try {
    await pause(run.count(60) * 1000)
    const [held, least] = await Promise.all([megabytes(ours), megabytes(empty)])
    bounded(run, 'MB above an empty Fastify server', held - least, '≤ 150', `${held | 0} − ${least | 0}`)
  } finally {
    await ours.stop()
    await empty.stop()
    await world.close()
  }
}

/** With its processes, but not the one that converts, by proportional set size. */
async function megabytes({ pid }: Served): Promise<number> {
  const { processes } = await proportionalMemory(pid)
  const own = processes.filter(({ command }) => !command.includes('convert'))
  return own.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
}
