import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, serveJobs } from './child.ts'

/**
 * For the tests of `supervise`: takes as long as it is told, and returns its process number. Refuses less than no
 * time.
 */
serveJobs(async ({ ms }: { ms: number }) => {
  if (ms < 0) throw new Refusal('too_short', 'No job takes less than no time.')
  await wait(ms)
  return process.pid
})
