/**
 * `npm run flakes -- 20`: runs the unit and API tests that many times, and the browser tests a quarter as
 * often, each time in another order. Prints what failed, how often and with which seeds. Exits with 1 if
 * anything failed.
 */

import { ensureClient } from '../local/client.ts'
import { installMissing } from '../test/harness/programs.ts'
import { findBrowser } from './browser.ts'
import type { Choice } from './testing/choose.ts'
import { openProgress, spent } from './testing/progress.ts'
import { type Listener, runBrowserTests, runUnitTests } from './testing/runners.ts'

const times = Number(process.argv[2] ?? 20)
if (!(Number.isInteger(times) && times > 0)) {
  process.stderr.write('Usage: npm run flakes -- 20\n')
  process.exit(2)
}

const seedsOf = new Map<string, number[]>()
const progress = openProgress()
const firstSeed = Date.now() % 1_000_000
await installMissing()
const browser = await findBrowser()
await ensureClient()
await repeat('unit and API tests', times, runUnitTests)
await repeat('browser tests', Math.ceil(times / 4), (...args) => runBrowserTests(browser, ...args))
progress.close()
for (const [what, seeds] of [...seedsOf].sort(([, one], [, other]) => other.length - one.length))
  process.stdout.write(`${seeds.length} times: ${what} (--seed ${seeds.join(', ')})\n`)
if (seedsOf.size === 0) process.stdout.write('Nothing failed.\n')
process.exitCode = seedsOf.size === 0 ? 0 : 1

async function repeat(
  name: string,
  rounds: number,
  run: (choice: Choice, seed: number, listener: Listener) => Promise<number>,
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const seed = firstSeed + round
    const turn = `${name}, ${round} of ${rounds}`
    const { passed, failed, fault, tookMs } = await progress.follow(turn, on => run({ files: [] }, seed, on))
    const found = fault === undefined ? failed : [`${name}: ${fault}`]
    for (const what of found) seedsOf.set(what, [...(seedsOf.get(what) ?? []), seed])
    progress.say(`${turn}: ${passed} passed, ${found.length} failed (${spent(tookMs)}, --seed ${seed})`)
  }
}
