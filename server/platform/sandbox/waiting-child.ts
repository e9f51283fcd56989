import { setTimeout as wait } from 'node:timers/promises'
import { serveJobs } from './child.ts'

/** For the tests of `supervise`: takes as long as it is told, and returns its process number. */
serveJobs(async ({ ms }: { ms: number }) => {
  await wait(ms)
  return process.pid
})
