import { setTimeout as wait } from 'node:timers/promises'
import type { Kind } from './asking.ts'
import type { Cluster } from './start.ts'
import { openUse, slowestMs, type Use, usualMs } from './use.ts'
import { openVisits } from './visiting.ts'

const people = 200

/** Use without a fault before and after each step. */
const quietMs = 3_000

/** A machine that lets nobody wait for longer while nothing happens can answer all people, also while it restarts a server. */
const restedMs = 1_000

/** How long people may wait for an answer during a step, with all tries together. */
type Bounds = Partial<Record<Kind, number>>

/**
 * What people may wait where another server takes over. Everybody's live connection comes back at once, at a
 * server that has just started, and here two processors do the work of all servers, people and a browser.
 */
const takesOverMs = 10_000
/** Pictures go from browser to browser, so a call goes on whatever happens here. */
const mostFrozenMs = 2_000
/** A server writes down every five seconds who is there. */
const mostUncountedSeconds = 15
/** The assistant has one server, which is away until it is back. */
const alone: Bounds = { assistant: 20_000 }
/** Where nothing can be written for a while. */
const databaseAway: Bounds = { reading: 15_000, writing: 15_000, booking: 15_000, assistant: 15_000 }

/**
 * Restarts and kills parts of a cluster while people use it, and prints what they noticed. Returns whether all
 * of it may be.
 */
export async function testCluster(cluster: Cluster): Promise<boolean> {
  const { nodes, redis, databases } = cluster
  const all = [...nodes.product, ...nodes.chat, ...nodes.assistant]
  const use = await openUse(cluster, people)
  const results: boolean[] = []
  const step = async (name: string, work: () => Promise<void>, bounds: Bounds = {}) =>
    results.push(await during(name, use, work, bounds))
  try {
    await findPace(use)
    await step('nothing happens', () => wait(2 * quietMs))
    await step(
      'each node restarts, one after the other',
      async () => {
        for (const node of all) {
          await node.stop()
          await node.start()
          // The proxy checks it twice a second.
          await wait(2_000)
        }
      },
      alone,
    )
    for (const [name, node] of [
      ['product', nodes.product[0]!],
      ['chat', nodes.chat[0]!],
    ] as const) {
      await step(`a ${name} node is killed and comes back`, async () => {
        await node.kill()
        await wait(quietMs)
        await node.start()
      })
    }
    await step('Redis is killed and comes back', async () => {
      await redis.kill()
      await wait(2 * quietMs)
      await redis.startAgain()
      await wait(quietMs)
    })
    await step('the standby applies nothing for a while', async () => {
      await databases.pauseStandby()
      await wait(2 * quietMs)
      console.log(`  it was ${Math.round((await databases.behind()) / 1024)} kB behind`)
      await databases.resumeStandby()
    })
    await step(
      'the standby hangs, and the primary is told not to wait for it',
      async () => {
        await databases.freezeStandby()
        await wait(3 * quietMs)
        await databases.waitForStandby(false)
        await wait(quietMs)
        databases.thawStandby()
        await databases.waitForStandby(true)
      },
      databaseAway,
    )
    await step(
      'the primary is killed, and the standby takes its place',
      async () => {
        await databases.killPrimary()
        await wait(quietMs)
        await databases.promote()
        await wait(2 * quietMs)
      },
      databaseAway,
    )
  } catch (error) {
    await use.end()
    throw error
  }
  return finish(use, results)
}

/** Looks what became of the messages and bookings, and prints how many results were good. */
async function finish(use: Use, results: boolean[]): Promise<boolean> {
  const uncounted = await use.end()
  const messages = await use.messages()
  const bookings = await use.bookings()
  const tell = tellInto(results)
  tell(
    uncounted <= mostUncountedSeconds,
    `the two in the call were there for ${Math.round(uncounted)} seconds that their meeting doesn’t count`,
  )
  const { accepted, lost, doubled, unheard } = messages
  tell(lost + doubled === 0, `of ${accepted} accepted messages, ${lost} were lost and ${doubled} doubled`)
  tell(unheard === 0, `${unheard} messages were unknown to a page that listened`)
  tell(
    bookings.times > 0 && bookings.lost + bookings.doubled === 0,
    `of ${bookings.times} times that four people each booked at once, ${bookings.lost} were lost and ${bookings.doubled} given twice`,
  )
  const passed = results.filter(Boolean).length
  console.log(`\n${passed} passed, ${results.length - passed} failed`)
  return passed === results.length
}

/** Prints results, and adds them to the list. */
function tellInto(results: boolean[]) {
  return (good: boolean, text: string) => {
    results.push(good)
    console.log(`${good ? '✓' : '✗'} ${text}`)
  }
}

/**
 * Replaces each server of a previous version by ours, one after the other, while people use them and go from page to page in
 * browsers; the first one migrates.
 */
export async function testUpgrade(cluster: Cluster): Promise<boolean> {
  const { nodes } = cluster
  const all = [...nodes.product, ...nodes.chat, ...nodes.assistant]
  const visiting = await openVisits(cluster)
  const use = await openUse(cluster, people)
  const results: boolean[] = []
  try {
    await findPace(use)
    for (const [n, node] of all.entries()) {
      const name = `server ${n + 1} of ${all.length} is replaced`
      results.push(await during(name, use, () => node.stop().then(() => node.start()), alone))
    }
  } catch (error) {
    await visiting.end()
    await use.end()
    throw error
  }
  const { pages, longestMs, failed } = await visiting.end()
  tellInto(results)(
    failed.length === 0,
    `of ${pages} pages in browsers, ${failed.length} didn’t show; the longest wait ${Math.round(longestMs)} ms`,
  )
  for (const where of failed) console.log(`    ${where}`)
  return finish(use, results)
}

/**
 * Lets people do things more and more often, up to the usual, as long as the machine answers all of them at once. On a machine that is
 * too slow, every step would show a queue: waits of ten seconds, and servers that the proxy takes for dead.
 */
async function findPace({ asking, pace, reset }: Use): Promise<void> {
  const longestMs = () => Math.max(...asking.figures.values().map(({ longestMs }) => longestMs))
  for (;;) {
    await reset()
    await wait(4 * quietMs)
    if (longestMs() > restedMs) {
      pace.everyMs = Math.min(2 * pace.everyMs, slowestMs)
      break
    }
    if (pace.everyMs === usualMs) break
    pace.everyMs /= 2
  }
  console.log(`Each person does each thing every ${pace.everyMs / 1_000} seconds, on average.`)
}

/** A step passes if every request was answered, and within its bound. */
async function during(
  name: string,
  use: Use,
  work: () => Promise<void>,
  bounds: Bounds = {},
): Promise<boolean> {
  await use.reset()
  await wait(quietMs)
  await work()
  await wait(quietMs)
  const figures = [...use.asking.figures]
  const frozenMs = await use.frozenMs()
  const passed =
    frozenMs <= mostFrozenMs &&
    figures.every(
      ([kind, { failed, longestMs }]) => failed === 0 && longestMs <= (bounds[kind] ?? takesOverMs),
    )
  console.log(`${passed ? '✓' : '✗'} ${name}`)
  for (const [kind, { asked, again, failed, longestMs, reasons }] of figures) {
    console.log(
      `    ${kind}: ${asked} requests, ${again} asked again, ${failed} failed, the longest wait ${Math.round(longestMs)} ms`,
    )
    for (const [reason, count] of reasons) console.log(`      ${count} × ${reason}`)
  }
  const { lost, awayMs } = use.connections()
  if (lost > 0)
    console.log(`    ${lost} live connections lost, the longest time without one ${Math.round(awayMs)} ms`)
  console.log(`    call: the longest time without a new picture ${Math.round(frozenMs)} ms`)
  return passed
}
