import { rm } from 'node:fs/promises'
import { createSemaphore } from '../semaphore.ts'
import { notAdmitted } from './failure.ts'
import {
  ask,
  emptyFolder,
  freeSlot,
  hasProcess,
  makeReady,
  type ProcessOptions,
  type Slot,
  stop,
} from './slot.ts'

type Options = ProcessOptions & {
  /** How many processes, and so jobs, run at once. */
  size: number
  /** How many jobs may wait; more are refused as busy. */
  maxWaiting: number
  /** How many of them one person may have. */
  maxWaitingOfOne?: number
  /**
   * A job that takes longer than this doesn't hold up others: another process starts beside it and takes the
   * waiting jobs. One at a time.
   */
  spareAfterMs?: number
  /** A process that was idle for this long is ended, which frees its memory. */
  restMs?: number
}

type Turn = { leave: () => void }

type Pool = {
  options: Options
  semaphore: ReturnType<typeof createSemaphore>
  closing: AbortController
  slots: Slot[]
  /** Turns of slow jobs, which can be given to others. */
  slow: Set<Turn>
  /** The turn that was given to another job, of one slow job at a time. */
  givenUp: Turn | undefined
  warming: Promise<void> | undefined
  /** Resolves, and is replaced, when a slot becomes free. */
  freed: PromiseWithResolvers<void>
}

/**
 * A pool of processes for files that may be hostile. Each runs under Node's permission model (no network, no
 * processes, and of the disk only the program and its own folder), in bubblewrap's namespaces where these
 * work, with an empty environment and a memory limit; a job that times out is killed with its process.
 */
export function supervise<Job, Result>(options: Options) {
  const { size, spareAfterMs } = options
  const pool: Pool = {
    options,
    semaphore: createSemaphore(size, options.maxWaiting, options.maxWaitingOfOne),
    closing: new AbortController(),
    slots: Array.from({ length: spareAfterMs === undefined ? size : size + 1 }, freeSlot),
    slow: new Set(),
    givenUp: undefined,
    warming: undefined,
    freed: Promise.withResolvers(),
  }
  return {
    /**
     * Runs one job. `prepare` puts its files into the folder (the process can only read `in`, and write
     * `out`) and returns the job; `collect` takes the results from `out`. Then the folder is emptied.
     */
    run<Taken>(
      prepare: (folder: string) => Promise<Job>,
      /** `person` is whose turn it takes: one job of each at a time, and all in turns. */
      limits: { timeoutMs: number; signal?: AbortSignal | undefined; person?: string | undefined },
      collect: (result: Result, folder: string) => Promise<Taken>,
    ): Promise<Taken> {
      return inSlot(pool, limits, async (slot, signal) => {
        const job = await prepare(slot.folder)
        const result = (await ask(slot, job, limits.timeoutMs, signal)) as Result
        return collect(result, slot.folder)
      })
    },
    warm: () => warm(pool),
    close: () => close(pool),
  }
}

/** Takes a turn and a ready process, and returns both however it ends. */
async function inSlot<T>(
  pool: Pool,
  { signal, person }: { signal?: AbortSignal | undefined; person?: string | undefined },
  work: (slot: Slot, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { slow, closing, options } = pool
  const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
  const turn = { leave: await pool.semaphore.enter(either, person).catch(notAdmitted) }
  const slot = await takeSlot(pool)
  let slowness: NodeJS.Timeout | undefined
  const isSlow = () => {
    slow.add(turn)
    giveTurn(pool)
  }
  try {
    await makeReady(slot, options, either, closing.signal)
    if (options.spareAfterMs !== undefined) slowness = setTimeout(isSlow, options.spareAfterMs)
    return await work(slot, either)
  } finally {
    clearTimeout(slowness)
    slow.delete(turn)
    const gaveTurn = pool.givenUp === turn
    if (gaveTurn) pool.givenUp = undefined
    await release(pool, slot)
    if (!gaveTurn) turn.leave()
    giveTurn(pool)
  }
}

/** Each turn has one; while a spare one is still starting, the first free one is used. */
async function takeSlot(pool: Pool): Promise<Slot> {
  for (;;) {
    const free = pool.slots.filter(one => !one.busy)
    const slot = free.find(one => one.ready && hasProcess(one)) ?? free[0]
    if (slot) {
      clearTimeout(slot.rest)
      slot.busy = true
      return slot
    }
    await pool.freed.promise
  }
}

async function release(pool: Pool, slot: Slot): Promise<void> {
  const { closing, givenUp, options, slots } = pool
  const ready = slots.filter(one => one.ready && hasProcess(one)).length
  // Ends a process that started during shutdown, since nobody else would, or one that is no longer needed.
  if (closing.signal.aborted || ready > options.size + (givenUp ? 1 : 0)) await stop(slot)
  await emptyFolder(slot)
  slot.busy = false
  slot.rest = setTimeout(() => void stop(slot), options.restMs ?? 300_000).unref()
  pool.freed.resolve()
  pool.freed = Promise.withResolvers()
}

/** Starts a process outside of the queue: a waiting job takes whichever is ready first, and doesn't wait for this one. */
async function startSpare(pool: Pool): Promise<void> {
  const { closing, options, slots } = pool
  const slot = slots.find(one => !one.busy)
  if (!slot) return
  clearTimeout(slot.rest)
  slot.busy = true
  await makeReady(slot, options, closing.signal, closing.signal).catch(() => {})
  await release(pool, slot)
}

/** Gives the turn of one slow job to a waiting one, and starts a process for the next. */
function giveTurn(pool: Pool): void {
  const { slow, closing } = pool
  const [turn] = slow
  if (pool.givenUp || !turn || closing.signal.aborted) return
  slow.delete(turn)
  pool.givenUp = turn
  turn.leave()
  void startSpare(pool)
}

/** Starts one process ahead of its next job. */
function warm(pool: Pool): Promise<void> {
  const ready = pool.slots.find(slot => !slot.busy && slot.ready && hasProcess(slot))
  if (ready) ready.rest?.refresh()
  else pool.warming ??= inSlot(pool, {}, async () => {}).finally(() => (pool.warming = undefined))
  return pool.warming ?? Promise.resolve()
}

async function close({ closing, slots }: Pool): Promise<void> {
  closing.abort()
  for (const slot of slots) clearTimeout(slot.rest)
  await Promise.all(slots.map(slot => stop(slot)))
  const folders = slots.map(slot => slot.folder).filter(folder => folder !== '')
  await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true })))
}
