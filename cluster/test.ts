import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './start.ts'
import { openUse, type Use } from './use.ts'

const people = 40

/** Use without a fault before and after each step. */
const quietMs = 3_000

/**
 * Restarts and kills parts of a cluster while people read, search and write messages to each other, and prints
 * what they noticed. Returns whether all of it may be.
 */
export async function testCluster(cluster: Cluster): Promise<boolean> {
  const { nodes, redis } = cluster
  const all = [...nodes.product, ...nodes.chat, ...nodes.assistant]
  const use = await openUse(cluster, people)
  const results: boolean[] = []
  const step = async (name: string, work: () => Promise<void>) => results.push(await during(name, use, work))
  try {
    await step('nothing happens', () => wait(2 * quietMs))
    await step('each node restarts, one after the other', async () => {
      for (const node of all) {
        await node.stop()
        await node.start()
        // The proxy checks it twice a second.
        await wait(2_000)
      }
    })
    await step('a product node is killed and comes back', async () => {
      await nodes.product[0]!.kill()
      await wait(quietMs)
      await nodes.product[0]!.start()
    })
    await step('a chat node is killed and comes back', async () => {
      await nodes.chat[0]!.kill()
      await wait(quietMs)
      await nodes.chat[0]!.start()
    })
    await step('Redis is killed and comes back', async () => {
      await redis.kill()
      await wait(2 * quietMs)
      await redis.startAgain()
      await wait(quietMs)
    })
  } finally {
    await use.end()
  }
  const booked = await use.book()
  console.log(
    `${booked === 1 ? '✓' : '✗'} of ${people} people who booked the same hour at once, ${booked} got it`,
  )
  results.push(booked === 1)
  return finish(use, results)
}

/** Looks what became of the messages, and prints how many results were good. */
async function finish(use: Use, results: boolean[]): Promise<boolean> {
  const { lost, doubled } = await use.messages()
  const intact = lost + doubled === 0
  console.log(
    `${intact ? '✓' : '✗'} of ${use.accepted()} accepted messages, ${lost} were lost and ${doubled} doubled`,
  )
  results.push(intact)
  const passed = results.filter(Boolean).length
  console.log(`\n${passed} passed, ${results.length - passed} failed`)
  return passed === results.length
}

/** Replaces each server of a previous version by ours, one after the other, while people use them; the first one migrates. */
export async function testUpgrade({ nodes, ...cluster }: Cluster): Promise<boolean> {
  const all = [...nodes.product, ...nodes.chat, ...nodes.assistant]
  const use = await openUse({ nodes, ...cluster }, people)
  const results: boolean[] = []
  try {
    for (const [n, node] of all.entries()) {
      const name = `server ${n + 1} of ${all.length} is replaced`
      results.push(await during(name, use, () => node.stop().then(() => node.start())))
    }
  } finally {
    await use.end()
  }
  return finish(use, results)
}

/** A step passes if no request failed for good. */
async function during(name: string, use: Use, work: () => Promise<void>): Promise<boolean> {
  use.reset()
  await wait(quietMs)
  await work()
  await wait(quietMs)
  const { asked, again, failed, slowestMs, reasons } = use.figures()
  const passed = failed === 0
  console.log(
    `${passed ? '✓' : '✗'} ${name}: ${asked} requests, ${again} asked again, ${failed} failed, the slowest ${Math.round(slowestMs)} ms`,
  )
  for (const [reason, count] of reasons) console.log(`    ${count} × ${reason}`)
  return passed
}
