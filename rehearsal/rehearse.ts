/**
 * `npm run rehearse`: Ignite as `npm start` starts it, with its demo world, on the machine's own clock, which
 * it moves. Everything goes through HTTP, real sockets and the pages of the stand-ins. Exits with 1 if
 * somebody doesn't have what they should, and says who. `npm run rehearse -- cluster` does the same with three
 * servers, a Redis and a database that has a standby; `npm run rehearse -- memory` measures its idle memory.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRehearsedCluster } from '../cluster/rehearsed.ts'
import { ensureClient } from '../local/client.ts'
import { openProduct, type Product } from '../local/npm-start.ts'
import { anHourAfter, aWeekAfter, twoDaysAfter, withdrawals } from './afterwards.ts'
import { type Clock, NoFaketime, openClock } from './clock.ts'
import { nightOfTheChange, sixtyDaysLater, stepsOfTheClock } from './later.ts'
import { measureRest } from './memory.ts'
import { openPlay, say } from './play.ts'
import { reminders, today } from './today.ts'
import { tomorrow } from './tomorrow.ts'

const folder = mkdtempSync(join(tmpdir(), 'ignite-rehearsal-'))
// PostgreSQL runs as another user, and reads the clock file here.
chmodSync(folder, 0o755)
const started = new AsyncDisposableStack()
let product: Product | undefined
let ending: Promise<never> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(130))

try {
  await end(process.argv[2] === 'memory' ? await atRest() : await rehearse())
} catch (error) {
  // A call that was cut off fails, which means nothing.
  await ending
  process.stderr.write(
    `${error instanceof NoFaketime ? error.message : error instanceof Error ? error.stack : error}\n`,
  )
  if (product) process.stderr.write(`\nIgnite’s last output:\n${product.said()}\n`)
  await end(1)
}

async function rehearse(): Promise<number> {
  const clock = openClock(folder)
  // Before the clock is moved: a bundler reads it so often that it would take several times as long.
  await ensureClient()
  const begun = performance.now()
  product =
    process.argv[2] === 'cluster'
      ? await openRehearsedCluster(started, folder, clock)
      : await openProduct(join(folder, 'data'), clock.env)
  const wrongs = await perform(clock, product)
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  if (wrongs.length === 0) {
    say(`Everyone has what they should. The rehearsal took ${minutes} minutes.`)
    return 0
  }
  say(
    `${wrongs.length} things went wrong, in ${minutes} minutes:\n${wrongs.map(one => `  ✗ ${one}`).join('\n')}`,
  )
  return 1
}

async function perform(clock: Clock, ignite: Product): Promise<readonly string[]> {
  const play = await openPlay(clock, ignite)
  const plans = await today(play)
  await reminders(play, plans)
  await tomorrow(play, plans)
  const disputes = await anHourAfter(play, plans)
  await twoDaysAfter(play, plans, disputes)
  await withdrawals(play, plans)
  await aWeekAfter(play, plans)
  await sixtyDaysLater(play)
  await stepsOfTheClock(play)
  await nightOfTheChange(play)
  return play.books.wrongs
}

async function atRest(): Promise<number> {
  await ensureClient()
  product = await openProduct(join(folder, 'data'))
  return measureRest(product, process.argv.slice(3))
}

/** Ends everything that runs, once, and leaves nothing behind. */
function end(code: number): Promise<never> {
  ending ??= stopAll(code)
  return ending
}

async function stopAll(code: number): Promise<never> {
  await product?.stop().catch(error => {
    process.stderr.write(`${error}\n`)
    code ||= 1
  })
  await started.disposeAsync()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
