import { Worker } from 'node:worker_threads'

export type Request = { job: unknown }
export type Reply = { result?: unknown; refusal?: { code: string; message: string } }

/** A failure the parent passes on to the person, as a problem with this code. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

// Runs beside whatever keeps the main thread busy. A hostile file may grow the process past its limit, and a parent
// that was killed can tell nobody to stop: both end the process from here, as nothing else can.
const watchdog = `
  const { workerData: { parent, limit } } = require('node:worker_threads')
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL')
  }, 200)
`

/** Answers the parent's jobs, one at a time, until the parent goes. Runs in a supervised process. */
export function serveJobs(handle: (job: never) => Promise<unknown>): void {
  const limit = Number(process.argv[2])
  new Worker(watchdog, { eval: true, workerData: { parent: process.ppid, limit } }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ job }: Request) => {
    const reply: Reply = await handle(job as never).then(
      result => ({ result }),
      error => {
        if (error instanceof Refusal) return { refusal: { code: error.code, message: error.message } }
        // Anything unforeseen may have left the process in a bad state: the supervisor starts a new one.
        process.exit(1)
      },
    )
    process.send?.(reply)
  })
}
