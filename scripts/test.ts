/**
 * `npm test`: every check of the project, continuing after one that fails. The last line says `N passed, N
 * failed`: each check counts as one, each test as one; `, N skipped` follows if this machine lacks what a
 * test needs. `npm test -- booking` runs the tests whose file or sentence contains the words. `--seed N` uses
 * another order (`npm run flakes` uses many), `--check` runs only the static checks, `--rehearse` adds `npm
 * run rehearse`, in parallel with the tests, since it mostly waits.
 */

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { createSemaphore } from '#server/platform/semaphore.ts'
import { ensureClient } from '../local/client.ts'
import { installCommand, installMissing, missing } from '../test/harness/programs.ts'
import { findBrowser } from './browser.ts'
import { type Choice, type Chosen, choose } from './testing/choose.ts'
import { openProgress, spent } from './testing/progress.ts'
import { type Listener, run, runBrowserTests, runUnitTests } from './testing/runners.ts'

/**
 * Everyone runs the same order, which is known to pass, as long as `npm run flakes` finds tests that depend
 * on others.
 */
const usualSeed = 218_102
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    rehearse: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
})
const seed = values.seed ? Number(values.seed) : usualSeed

const total = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
const began = performance.now()
const progress = openProgress()

if (positionals.length > 0) await tests(choose(positionals))
else if (values.check) await tools()
else await everything()
end()

async function everything(): Promise<void> {
  // Its downloads run meanwhile.
  const installed = installMissing()
  const browser = installed.then(findBrowser)
  browser.catch(() => {})
  await tools()
  await installed
  const client = check('client build', () => ensureClient().then(() => 0))
  const rehearsal = values.rehearse
    ? client.then(() =>
        check('rehearsal', on => run('../rehearsal/rehearse.ts', [], {}, on), { heard: true }),
      )
    : undefined
  const all: Choice = { files: [] }
  await check('unit and API tests', on => runUnitTests(all, seed, on), { tests: true })
  await client
  await check('browser tests', async on => runBrowserTests(await browser, all, seed, on), { tests: true })
  await rehearsal
}

async function tests({ unit, browser }: Chosen): Promise<void> {
  if (unit.files.length + browser.files.length > 0) await installMissing()
  if (unit.files.length > 0)
    await check('unit and API tests', on => runUnitTests(unit, seed, on), { tests: true })
  if (browser.files.length > 0) {
    await ensureClient()
    await check('browser tests', async on => runBrowserTests(await findBrowser(), browser, seed, on), {
      tests: true,
    })
  }
  if (total.passed + total.failed + total.skipped > 0) return
  summary.push(`No test has “${positionals.join(' ')}” in its path or in its sentence.`)
  total.failed++
}

/** The static checks, as many at once as there are processors. */
async function tools(): Promise<void> {
  const turns = createSemaphore(availableParallelism(), Number.POSITIVE_INFINITY)
  const tool = async (name: string, path: string, args: string[]) => {
    const leave = await turns.enter()
    await check(name, on => run(path, args, {}, on), { heard: true }).finally(leave)
  }
  await Promise.all([
    tool('types of server, stand-ins and tests', 'typescript/bin/tsc', ['-p', 'tsconfig.json']),
    tool('types of the client', 'typescript/bin/tsc', ['-p', 'tsconfig.web.json']),
    tool('types of the service worker', 'typescript/bin/tsc', ['-p', 'tsconfig.worker.json']),
    tool('types of the browser tests', 'typescript/bin/tsc', ['-p', 'tsconfig.e2e.json']),
    tool('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
    tool('dead code', 'knip/bin/knip.js', []),
    tool('lock file', '../scripts/complete-lock.ts', ['--verify']),
  ])
}

/** Runs one check to its end and counts it: its `tests`, or else the check as one. */
async function check(
  name: string,
  work: (listener: Listener) => Promise<number>,
  { heard = false, tests = false } = {},
): Promise<void> {
  const result = await progress.follow(name, work, { heard })
  if (result.fault) progress.say(result.fault)
  const failed = result.failed.length || Number(result.fault !== undefined)
  const passed = tests ? result.passed : Number(failed === 0)
  total.passed += passed
  total.failed += failed
  total.skipped += result.skipped.length
  const time = spent(result.tookMs)
  summary.push(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${time})`)
  progress.say(summary.at(-1)!)
  // At the very end, where people find them in a log that is long or cut.
  summary.push(...result.failed.map(what => `    ✗ ${what}`))
  summary.push(...result.skipped.map(what => `    skipped: ${what}`))
}

function end(): void {
  progress.close()
  const slowest = progress
    .slowest(10)
    .map(([file, seconds]) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
  if (slowest.length > 0) summary.push(`\nThe slowest files:\n${slowest.join('\n')}`)
  const lacking = values.check ? [] : missing()
  if (lacking.length > 0)
    summary.push(
      `\nNot on this machine: ${lacking.join(', ')}. To run their tests: ${installCommand(lacking)}`,
    )
  if (!values.check) summary.push(`\nIn ${spent(performance.now() - began)}, in the order of --seed ${seed}.`)
  const skipping = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  progress.say(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${skipping}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}
