import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { choose } from '../scripts/testing/choose.ts'
import { openProgress, spent } from '../scripts/testing/progress.ts'
import { type Listener, run } from '../scripts/testing/runners.ts'
import { makeTemplate } from '../test/harness/databases.ts'
import { startDatabases } from './databases.ts'

/** Tests of what one server does by itself, by words of their sentences, with the reason. */
const ofOneServer: [words: string, why: string][] = [
  ['over PostgreSQL', 'these servers have a Redis'],
  ['windows in a namespace', 'each server counts the windows at its own sockets'],
  ['reads nothing, while others read on', 'the proxy reads for it'],
  ['of five megabytes are refused', 'the proxy cuts the connection of a body that the server doesn’t read'],
]

/** The ids of docs/security.md that are about what several servers do at once. */
const ids = /^\| (?:[RLMKW]-\d+|A-9) /
/** What people hear from each other at once. */
const live = [
  'server/product/live/live.test.ts',
  'server/product/boards/live.test.ts',
  'server/product/meetings/calls.test.ts',
  'server/product/alerts/alerts.test.ts',
  'server/chat/messages/messages.test.ts',
]

/**
 * Runs the tests of races, money, crashes and live events on several servers each, with a database that has a
 * standby, or those in files whose path or text contains some words. Returns whether all passed.
 */
export async function runSuites(words: readonly string[]): Promise<boolean> {
  await using started = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ignite-cluster-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const databases = await startDatabases(folder, false)
  started.defer(() => databases.close())
  const [url] = databases.urls
  await makeTemplate(url!)
  const files = words.length > 0 ? choose(words).unit.files : promised()
  const progress = openProgress()
  const args = [
    'run',
    ...files,
    `--reporter=${resolve(import.meta.dirname, '../scripts/testing/report-unit-tests.ts')}`,
    // Three servers take as long to start as three files, on a machine that may be busy.
    '--hookTimeout=240000',
    '--testTimeout=120000',
    `--testNamePattern=^(?!.*(?:${ofOneServer.map(([words]) => words).join('|')}))`,
  ]
  // Each file has several servers, so several files at once would only wait for each other.
  const env = { NODE_ENV: 'test', CLUSTER_DATABASE_URL: url!, VITEST_MAX_WORKERS: '1' }
  const work = (on: Listener) => run('vitest/vitest.mjs', args, env, on)
  const result = await progress.follow('tests on several servers', work, { heard: true })
  progress.close()
  const whyNot = (what: string) =>
    ofOneServer.find(([words]) => what.includes(words))?.[1] ??
    (result.failed.some(file => what.startsWith(file)) ? 'its file failed' : 'this machine lacks a program')
  for (const what of result.skipped) console.log(`skipped: ${what} (${whyNot(what)})`)
  for (const what of result.failed) console.log(`✗ ${what}`)
  const { passed, skipped, tookMs } = result
  const failed = result.failed.length || Number(result.fault !== undefined)
  console.log(`In ${spent(tookMs)}.`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  return failed === 0 && passed > 0
}

/** The files that docs/security.md names for these ids, and those of live events. */
function promised(): string[] {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/security.md'), 'utf8')
  const rows = page.split('\n').filter(row => ids.test(row))
  const named = rows.flatMap(row => [...row.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => file!))
  return [...new Set([...named, ...live])].sort()
}
