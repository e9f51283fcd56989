import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../local/postgres/postgres.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { startStackOn } from '../test/harness/stack.ts'
import { runSequences } from '../test/money/run.ts'

/**
 * L-5 of the security targets at length: random sequences of whatever can happen to money against a model of it.
 * `SEQUENCES=500 LONGEST=60 node bench/money.ts`; SEED repeats a run.
 */
const sequences = Number(process.env.SEQUENCES ?? 500)
const longest = Number(process.env.LONGEST ?? 60)
const seed = process.env.SEED ? Number(process.env.SEED) : Date.now() % 2 ** 31

const folder = await mkdtemp(join(tmpdir(), 'ignite-money-'))
const postgres = await startPostgres({ dataDir: folder })
try {
  await makeTemplate(postgres.url)
  const stack = await startStackOn(postgres.url, { LOG_LEVEL: 'silent', PLATFORM_FEE_PERCENT: '7.25' })
  let done = 0
  try {
    await runSequences(stack, { sequences, longest, seed }, ({ said, due, findings }) => {
      assert.deepEqual(findings, [])
      assert.deepEqual(said, due)
      done++
    })
  } finally {
    await stack.close()
    process.stdout.write(`${done} of ${sequences} sequences of up to ${longest} steps agree (seed ${seed})\n`)
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
