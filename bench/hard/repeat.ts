import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Run } from '../lib/target.ts'

const root = join(import.meta.dirname, '../..')
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

type Results = {
  numPassedTests: number
  numFailedTests: number
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * Runs the `npm test` files that show a target this many times, each time at full size and with its own
 * PostgreSQL and people.
 */
export async function repeat({ report }: Run, files: string[], rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-repeat-'))
  let passed = 0
  const failed: string[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const found = await runOnce(files, join(folder, `${round}.json`))
      passed += found.numPassedTests
      for (const { message, assertionResults } of found.testResults) {
        const wrong = assertionResults.filter(({ status }) => status === 'failed')
        failed.push(...wrong.map(({ fullName }) => `round ${round + 1}: ${fullName}`))
        // A file whose setup failed has no tests that could say so.
        if (wrong.length === 0 && message) failed.push(`round ${round + 1}: ${message}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const what = `${rounds === 1 ? 'once' : `${rounds} times`} ${files.join(', ')}`
  const figures = `${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.slice(0, 5).join('; ')}` : ''}`
  report({ what, figures, kept: passed > 0 && failed.length === 0 })
}

async function runOnce(files: string[], output: string): Promise<Results> {
  const options = ['--maxWorkers=1', '--retry=0', '--reporter=json', `--outputFile=${output}`]
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...options], {
    cwd: root,
    env: { ...process.env, FULL_FIGURES: 'yes' },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  return JSON.parse(await readFile(output, 'utf8')) as Results
}
