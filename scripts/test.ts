import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureClient } from '../local/client.ts'
import { installCommand, installMissing } from '../test/harness/programs.ts'
import { findBrowser } from './browser.ts'
import type { Outcome } from './test-outcome.ts'

/**
 * `npm test`: every check of the project, one after the other, going on after one that fails. The last line says
 * `N passed, N failed`: each check counts one, each test one; `, N skipped` follows where this machine lacks what a test needs.
 * With `--check` only the fast ones that run no product code.
 */
type Count = { passed: number; failed: number; failures?: string[]; flaky?: string[]; skipped?: string[] }
type Check = { name: string; run: () => Promise<Count> }

const root = resolve(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'ignite-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const quick: Check[] = [
  { name: 'lock file', run: () => tool('../scripts/complete-lock.ts', ['--verify']) },
  {
    name: 'types of server, stand-ins and tests',
    run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.json']),
  },
  { name: 'types of the client', run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.web.json']) },
  { name: 'types of the browser tests', run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.e2e.json']) },
  { name: 'lint', run: () => tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']) },
  { name: 'dead code', run: () => tool('knip/bin/knip.js', []) },
]
const slow: Check[] = [
  { name: 'client build', run: () => ensureClient().then(() => ({ passed: 1, failed: 0 })) },
  { name: 'unit and API tests', run: vitest },
  { name: 'browser tests', run: playwright },
]

const total = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
const onlyQuick = process.argv.includes('--check')
const lacking = onlyQuick ? [] : installMissing()
for (const check of onlyQuick ? quick : [...quick, ...slow]) {
  say(`\n── ${check.name} ${'─'.repeat(Math.max(2, 60 - check.name.length))}`)
  const before = performance.now()
  const { passed, failed, failures, flaky, skipped } = await check.run().catch((error): Count => {
    say(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  total.skipped += skipped?.length ?? 0
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  summary.push(`${failed === 0 ? '✓' : '✗'} ${check.name}: ${passed} passed, ${failed} failed (${seconds} s)`)
  say(summary.at(-1) ?? '')
  // At the very end, where they are found in a log that is long or cut.
  for (const name of failures ?? []) summary.push(`    ✗ ${name}`)
  for (const name of flaky ?? []) summary.push(`    passed only at its second attempt: ${name}`)
  for (const name of skipped ?? []) summary.push(`    skipped: ${name}`)
}
if (lacking.length > 0)
  summary.push(
    `\nNot on this machine: ${lacking.join(', ')}. To run their tests: ${installCommand(lacking).join(' ')}`,
  )
const skipping = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
say(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${skipping}`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

async function tool(path: string, args: string[]): Promise<Count> {
  const code = await run(path, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'test-outcome.ts')}`]
  const code = await run('vitest/vitest.mjs', ['run', ...reporters], { NODE_ENV: 'test', OUTCOME_FILE: file })
  const outcome: Outcome = JSON.parse(readFileSync(file, 'utf8'))
  return honest(code, countOf(outcome))
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json')
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    NODE_ENV: 'test',
    CHROME_PATH: await findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const { suites }: Suite = JSON.parse(readFileSync(file, 'utf8'))
  const tests = (suites ?? []).flatMap(testsOf)
  const named = (status: string) => tests.filter(test => test.status === status).map(({ name }) => name)
  const flaky = named('flaky')
  return honest(
    code,
    countOf({
      passed: named('expected').length + flaky.length,
      failed: named('unexpected'),
      flaky,
      skipped: named('skipped'),
    }),
  )
}

type Suite = { suites?: Suite[]; specs?: { file: string; title: string; tests: { status: string }[] }[] }

function testsOf({ suites = [], specs = [] }: Suite): { name: string; status: string }[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status }) => ({ name: `${file} › ${title}`, status })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function countOf({ passed, failed, flaky, skipped }: Outcome): Count {
  return { passed, failed: failed.length, failures: failed, flaky, skipped }
}

/** A runner that ends badly without a failed test (a broken setup, an unhandled error, no tests) has failed. */
function honest(code: number, count: Count): Count {
  return count.failed === 0 && (code !== 0 || count.passed === 0) ? { ...count, failed: 1 } : count
}

function run(path: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = () => child.kill('SIGTERM')
  const ends = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
  const interrupted = () => {
    end()
    child.once('exit', () => process.exit(130))
  }
  for (const event of ends) process.once(event, interrupted)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => {
      for (const event of ends) process.off(event, interrupted)
      resolve(code ?? 1)
    })
  })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
