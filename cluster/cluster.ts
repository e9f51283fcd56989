/**
 * `npm run cluster`: starts Ignite on several nodes of this machine and prints its address, until Ctrl-C.
 * `npm run cluster -- test`: restarts and kills them while people use it, and prints what they noticed.
 * `npm run cluster -- upgrade`: replaces the servers of the last release by ours in the same way. `upgrade REVISION`
 * replaces those of another one.
 * `npm run cluster -- suites`: runs tests of races, money, crashes and live events on several servers; `suites WORDS`
 * runs the files that `npm test -- WORDS` chooses.
 */

import { ensureClient } from '../local/client.ts'
import { installCommand, installMissing } from '../test/harness/programs.ts'
import { checkOut } from './previous.ts'
import { type Cluster, startCluster } from './start.ts'
import { runSuites } from './suites.ts'
import { testCluster, testUpgrade } from './test.ts'

const [command, ...words] = process.argv.slice(2)
// Each program that it starts listens to the end of this process.
process.setMaxListeners(30)
const signal = Promise.withResolvers<void>()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => signal.resolve())
const missing = await installMissing()
const needed = missing.filter(name => ['haproxy', 'redis-server', 'openssl'].includes(name))
if (needed.length > 0) {
  console.error(`The cluster needs more programs: ${installCommand(needed)}`)
  process.exit(1)
}
await ensureClient()
if (command === 'suites') process.exitCode = (await runSuites(words)) ? 0 : 1
else if (command === 'test') await testOn(await startCluster(), testCluster)
else if (command === 'upgrade') {
  const previous = await checkOut(words[0])
  try {
    await testOn(await startCluster(previous), testUpgrade)
  } finally {
    await previous.remove()
  }
} else {
  const cluster = await startCluster()
  console.log(
    `Ignite is ready at ${cluster.url}: 2 × product, 2 × chat, 1 × assistant. Press Ctrl-C to stop.`,
  )
  await signal.promise
  await cluster.close()
}
process.exit()

/** Ends early if it is told to, as nothing may be left running. */
async function testOn(cluster: Cluster, test: (cluster: Cluster) => Promise<boolean>): Promise<void> {
  try {
    const passed = await Promise.race([test(cluster), signal.promise.then(() => false)])
    if (!passed) process.exitCode = 1
  } finally {
    await cluster.close()
  }
}
