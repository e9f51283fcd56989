import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bubblewrapArguments, bubblewrapWorks } from './bubblewrap.ts'
import type { Limits, Reply, Request } from './child.ts'
import { JobFailure } from './failure.ts'
import { killGroup } from './kill-group.ts'
import { makeOwnFolder } from './own-folder.ts'
import { createSemaphore } from './semaphore.ts'

type Options = {
  /** The TypeScript file the process runs; it calls `serveJobs`. */
  script: string
  /** How many processes, and so jobs, at once. */
  size: number
  /** Jobs that may wait; more are refused as busy. */
  maxWaiting: number
  /** And how many of them one person's. */
  maxWaitingOfOne?: number
  limits: Limits
  /** Node's permissions and limits beyond reading the program and using the job's folder. */
  flags?: string[]
  /** A job that takes longer holds up nobody: another process gets ready beside it and takes what waits. One at a time. */
  spareAfterMs?: number
  /** A process that has had no work for so long is ended, and with it goes its memory. */
  restMs?: number
  /** A process is replaced after so many jobs. */
  recycleAfter?: number
  /** A job that a new process must do before it gets work; another process tries where one doesn't. */
  prime?: { job: unknown; attempts: number; timeoutMs: number }
  /** Whether bubblewrap encloses the process too; by default where it works. */
  bubblewrap?: boolean
}

type Slot = {
  folder: string
  process: ChildProcess | undefined
  jobs: number
  /** At work or getting ready. */
  busy: boolean
  ready: boolean
  rest: NodeJS.Timeout | undefined
}

const project = join(import.meta.dirname, '../../..')
const program = ['server', 'shared', 'node_modules', 'package.json'].map(name => join(project, name))
const parts = ['in', 'out']

/**
 * Processes for work on files that may be hostile. Each runs under Node's permission model (no network, no
 * processes, of the disk only the program and its own folder), in bubblewrap's namespaces where these work, with an
 * empty environment and a limit of memory; a job that outlives its time is killed with the process.
 */
export function supervise<Job, Result>(options: Options) {
  const { size, restMs = 300_000, spareAfterMs } = options
  const semaphore = createSemaphore(size, options.maxWaiting, options.maxWaitingOfOne)
  const closing = new AbortController()
  const slots = Array.from(
    { length: spareAfterMs === undefined ? size : size + 1 },
    (): Slot => ({ folder: '', process: undefined, jobs: 0, busy: false, ready: false, rest: undefined }),
  )
  const slow = new Set<{ leave: () => void }>()
  let givenUp: { leave: () => void } | undefined
  let warming: Promise<void> | undefined
  let freed = Promise.withResolvers<void>()

  /** Takes a turn with a process that is ready, and gives both back however it ends. */
  async function inSlot<T>(
    { signal, person }: { signal?: AbortSignal | undefined; person?: string | undefined },
    work: (slot: Slot, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    const turn = { leave: await semaphore.enter(either, person) }
    const slot = await takeSlot()
    let slowness: NodeJS.Timeout | undefined
    const isSlow = () => {
      slow.add(turn)
      giveTurn()
    }
    try {
      await makeReady(slot, either)
      if (spareAfterMs !== undefined) slowness = setTimeout(isSlow, spareAfterMs)
      return await work(slot, either)
    } finally {
      clearTimeout(slowness)
      slow.delete(turn)
      const gaveTurn = givenUp === turn
      if (gaveTurn) givenUp = undefined
      await release(slot)
      if (!gaveTurn) turn.leave()
      giveTurn()
    }
  }

  /** There is one for each turn; where a spare one still gets ready, whichever is free first. */
  async function takeSlot(): Promise<Slot> {
    for (;;) {
      const free = slots.filter(one => !one.busy)
      const slot = free.find(one => one.ready && isAlive(one)) ?? free[0]
      if (slot) {
        clearTimeout(slot.rest)
        slot.busy = true
        return slot
      }
      await freed.promise
    }
  }

  async function release(slot: Slot): Promise<void> {
    const ready = slots.filter(one => one.ready && isAlive(one)).length
    // A process that was started while all others were stopped: nobody else ends it. Nor one that is needed no more.
    if (closing.signal.aborted || ready > size + (givenUp ? 1 : 0)) await stop(slot)
    await empty(slot.folder)
    slot.busy = false
    slot.rest = setTimeout(() => void stop(slot), restMs).unref()
    freed.resolve()
    freed = Promise.withResolvers()
  }

  /** Takes no turn, so that nobody waits for it who could have another process before. */
  async function startSpare(): Promise<void> {
    const slot = slots.find(one => !one.busy)
    if (!slot) return
    clearTimeout(slot.rest)
    slot.busy = true
    await makeReady(slot, closing.signal).catch(() => {})
    await release(slot)
  }

  /** Gives the turn of one slow job to whoever waits, and gets a process ready for whoever comes. */
  function giveTurn(): void {
    const [turn] = slow
    if (givenUp || !turn || closing.signal.aborted) return
    slow.delete(turn)
    givenUp = turn
    turn.leave()
    void startSpare()
  }

  /** Gets one process ready ahead of its next job. */
  function warm(): Promise<void> {
    const ready = slots.find(slot => !slot.busy && slot.ready && isAlive(slot))
    if (ready) ready.rest?.refresh()
    else warming ??= inSlot({}, async () => {}).finally(() => (warming = undefined))
    return warming ?? Promise.resolve()
  }

  async function makeReady(slot: Slot, signal: AbortSignal): Promise<void> {
    if (slot.process && slot.jobs >= (options.recycleAfter ?? Number.POSITIVE_INFINITY)) await stop(slot)
    if (isAlive(slot)) return
    const { prime } = options
    for (let attempt = 1; attempt <= (prime?.attempts ?? 1); attempt++) {
      await start(slot)
      slot.ready = !prime
      if (!prime) return
      try {
        // A caller who leaves doesn't undo the start: the next one will want it.
        await ask(slot, prime.job, prime.timeoutMs, closing.signal)
        slot.ready = true
        return
      } catch (error) {
        if (!(error instanceof JobFailure) || closing.signal.aborted) throw error
      }
      if (signal.aborted) throw new JobFailure('aborted')
    }
    throw new JobFailure('unready', 'The process doesn’t get ready.')
  }

  async function start(slot: Slot): Promise<void> {
    if (!slot.folder) {
      slot.folder = await makeOwnFolder()
      for (const part of parts) await mkdir(join(slot.folder, part))
    }
    const { folder } = slot
    const node = [
      process.execPath,
      '--permission',
      '--allow-worker',
      '--disable-warning=SecurityWarning',
      ...[...program, folder].map(path => `--allow-fs-read=${path}`),
      `--allow-fs-write=${join(folder, 'out')}`,
      ...(options.flags ?? []),
      options.script,
      JSON.stringify(options.limits),
    ]
    // The channel to us is the one descriptor the process inherits; Node finds it by these variables.
    const channel = { NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'json' }
    const env = { HOME: folder, ...channel }
    const enclosure = {
      readable: [...program, dirname(process.execPath), folder],
      writable: [join(folder, 'out')],
      env,
    }
    const enclosed = options.bubblewrap ?? (await bubblewrapWorks())
    const [command, ...rest] = enclosed ? ['bwrap', ...bubblewrapArguments(enclosure, node)] : node
    slot.process = spawn(command!, rest, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: enclosed ? { PATH: '/usr/local/bin:/usr/bin:/bin' } : { HOME: folder },
      cwd: folder,
      // A process group of its own, to be killed whole; and Ctrl-C at a terminal reaches the server alone.
      detached: true,
    })
    slot.process.on('error', () => {})
    slot.jobs = 0
  }

  /** Sends a job to the slot's process. Whatever ends the job without an answer ends the process. */
  async function ask(slot: Slot, job: unknown, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    // Closed while the job was prepared: the process is gone.
    if (signal.aborted) throw new JobFailure('aborted')
    const child = slot.process!
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const died = () => reject(new JobFailure('died'))
    const unready = () => reject(new JobFailure('unready'))
    const aborted = () => reject(new JobFailure('aborted'))
    const timer = setTimeout(() => reject(new JobFailure('timeout')), timeoutMs)
    child
      .on('message', resolve as (reply: unknown) => void)
      .on('exit', died)
      .on('error', unready)
    signal.addEventListener('abort', aborted, { once: true })
    try {
      child.send({ job } satisfies Request, error => error && died())
      const { result, refusal } = await promise
      slot.jobs++
      if (refusal) throw new JobFailure('refused', refusal.message, refusal.code)
      return result
    } catch (error) {
      if (!(error instanceof JobFailure) || error.reason !== 'refused') await stop(slot)
      throw error
    } finally {
      clearTimeout(timer)
      child
        .off('message', resolve as (reply: unknown) => void)
        .off('exit', died)
        .off('error', unready)
      signal.removeEventListener('abort', aborted)
    }
  }

  return {
    /**
     * Runs one job. `prepare` puts its files into the folder (`in` is read-only to the process, `out` writable) and
     * answers the job; `collect` takes what it left in `out`. The folder is emptied afterwards.
     */
    run<Taken>(
      prepare: (folder: string) => Promise<Job>,
      /** `person` is whose turn it takes: one of each at a time, and all by turns. */
      limits: { timeoutMs: number; signal?: AbortSignal | undefined; person?: string | undefined },
      collect: (result: Result, folder: string) => Promise<Taken>,
    ): Promise<Taken> {
      return inSlot(limits, async (slot, signal) => {
        const job = await prepare(slot.folder)
        const result = (await ask(slot, job, limits.timeoutMs, signal)) as Result
        return collect(result, slot.folder)
      })
    },
    warm,
    async close(): Promise<void> {
      closing.abort()
      for (const slot of slots) clearTimeout(slot.rest)
      await Promise.all(slots.map(slot => stop(slot)))
      const folders = slots.map(slot => slot.folder).filter(folder => folder !== '')
      await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true })))
    },
  }
}

function isAlive({ process }: Slot): boolean {
  return process !== undefined && process.exitCode === null && process.signalCode === null
}

async function stop(slot: Slot): Promise<void> {
  const child = slot.process
  slot.process = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  killGroup(child.pid)
  await once(child, 'exit')
}

// The folders themselves stay: a namespace holds on to them.
async function empty(folder: string): Promise<void> {
  if (!folder) return
  for (const part of parts) {
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      await rm(join(folder, part, name), { recursive: true, force: true })
    }
  }
}
