import { ensureClient } from '../local/client.ts'
import { installMissing } from '../test/harness/programs.ts'
import { startCluster } from './start.ts'
import { testCluster } from './test.ts'

/**
 * `npm run cluster`: starts Ignite on several nodes of this machine and prints its address, until Ctrl-C.
 * `npm run cluster -- test`: restarts and kills them while people use it, and prints what they noticed.
 */
const missing = await installMissing()
if (missing.includes('haproxy') || missing.includes('redis-server')) {
  console.error('The cluster needs HAProxy and Redis: apt-get install haproxy redis-server')
  process.exit(1)
}
await ensureClient()
const cluster = await startCluster()
if (process.argv[2] === 'test') {
  try {
    if (!(await testCluster(cluster))) process.exitCode = 1
  } finally {
    await cluster.close()
  }
} else {
  console.log(
    `Ignite is ready at ${cluster.url}: 2 × product, 2 × chat, 1 × assistant. Press Ctrl-C to stop.`,
  )
  process.once('SIGINT', () => void cluster.close().then(() => process.exit()))
}
