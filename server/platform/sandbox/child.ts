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

/** What the parent passes on the command line. */
export type Limits = {
  memoryBytes: number
  /** What one job may use of the processor. Unlike a time limit, it means the same on a busy machine. */
  cpuSeconds?: number
  /** Whether a job may get stuck with its threads waiting for each other, and such a process is to be ended. */
  stalls: boolean
}

// Runs beside whatever keeps the main thread busy. A hostile file may grow the process past its limit, a parent that
// was killed can tell nobody to stop, and a thread that waits for ever doesn't notice: each ends the process from
// here, as nothing else can. LibreOffice's threads, once stuck, wake a thousand times a second to find nothing to do:
// 16 to 48 µs of the processor a time were seen, and more than 300 while it worked, however busy the machine.
const watchdog = `
  const { workerData: { parent, limits, busy } } = require('node:worker_threads')
  const step = 200, patience = 2000 / step, idleMicros = 60, wakings = 60
  let before = process.resourceUsage(), idle = 0, used = 0
  setInterval(() => {
    const now = process.resourceUsage()
    const micros = now.userCPUTime + now.systemCPUTime - before.userCPUTime - before.systemCPUTime
    const wakes = now.voluntaryContextSwitches - before.voluntaryContextSwitches
    before = now
    idle = busy[0] && wakes > wakings && micros / wakes < idleMicros ? idle + 1 : 0
    used = busy[0] ? used + micros : 0
    const stuck = limits.stalls && idle > patience
    const greedy = process.memoryUsage.rss() > limits.memoryBytes || used > limits.cpuSeconds * 1e6
    if (process.ppid !== parent || stuck || greedy) process.kill(process.pid, 'SIGKILL')
  }, step)
`

/** Answers the parent's jobs, one at a time, until the parent goes. Runs in a supervised process. */
export function serveJobs(handle: (job: never) => Promise<unknown>): void {
  const limits: Limits = JSON.parse(process.argv[2]!)
  const busy = new Int32Array(new SharedArrayBuffer(4))
  new Worker(watchdog, { eval: true, workerData: { parent: process.ppid, limits, busy } }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ job }: Request) => {
    busy[0] = 1
    const reply: Reply = await handle(job as never).then(
      result => ({ result }),
      error => {
        if (error instanceof Refusal) return { refusal: { code: error.code, message: error.message } }
        // Anything unforeseen may have left the process in a bad state: the supervisor starts a new one.
        process.exit(1)
      },
    )
    busy[0] = 0
    process.send?.(reply)
  })
}
