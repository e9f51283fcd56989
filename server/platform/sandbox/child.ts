import { Worker } from 'node:worker_threads'

/** `cpuSeconds`: the job's own CPU limit. */
export type Request = { job: { cpuSeconds?: number } }
export type Reply = { result?: unknown; refusal?: { code: string; message: string } }

/** A failure that the parent passes on to the person, as a problem with this code. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The options from the parent's command line. */
export type Limits = {
  memoryBytes: number
  /** The CPU limit of a job that has none of its own. Unlike a time limit, it means the same on a busy machine. */
  cpuSeconds?: number
}

// Runs in a thread beside the main thread, however busy that is: a hostile file may push the process past its memory limit,
// and a killed parent can't tell anyone to stop.
const watchdog = `
  const { workerData: { parent, limits, current } } = require('node:worker_threads')
  let before = process.cpuUsage(), used = 0, watched = 0
  setInterval(() => {
    const now = process.cpuUsage()
    const micros = now.user + now.system - before.user - before.system
    before = now
    // Each is read once: the job may end, and the next one begin, at any moment.
    const [number, allowed] = current
    if (number !== watched) used = 0
    watched = number
    used = allowed ? used + micros : 0
    const greedy = process.memoryUsage.rss() > limits.memoryBytes || (allowed && used > allowed * 1e6)
    if (process.ppid !== parent || greedy) process.kill(process.pid, 'SIGKILL')
  }, 200)
`

/** Handles the parent's jobs, one at a time, until the parent is gone. Runs in a supervised process. */
export function serveJobs(handle: (job: never) => Promise<unknown>): void {
  const limits: Limits = JSON.parse(process.argv[2]!)
  /** The number of the job that runs, and its CPU limit, which is 0 if none does. */
  const current = new Float64Array(new SharedArrayBuffer(16))
  new Worker(watchdog, { eval: true, workerData: { parent: process.ppid, limits, current } }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ job }: Request) => {
    current[0]!++
    current[1] = job.cpuSeconds ?? limits.cpuSeconds ?? Number.POSITIVE_INFINITY
    const reply: Reply = await handle(job as never).then(
      result => ({ result }),
      error => {
        if (error instanceof Refusal) return { refusal: { code: error.code, message: error.message } }
        // After an unexpected error the process may be in a bad state: the supervisor starts a new one.
        process.exit(1)
      },
    )
    current[1] = 0
    process.send?.(reply)
  })
}
