import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, serveJobs } from './child.ts'

/**
 * For the tests of `supervise`: waits and then works as long as it is told, and returns its process number. Refuses
 * less than no time.
 */
serveJobs(async ({ ms, busyMs = 0 }: { ms: number; busyMs?: number }) => {
  if (ms < 0) throw new Refusal('too_short', 'No job takes less than no time.')
  await wait(ms)
  const before = process.cpuUsage()
  for (let used = 0; used < busyMs; ) {
    const { user, system } = process.cpuUsage(before)
    used = (user + system) / 1000
  }
  return process.pid
})
