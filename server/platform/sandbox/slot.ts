import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bubblewrapArguments, bubblewrapWorks } from './bubblewrap.ts'
import type { Limits, Reply, Request } from './child.ts'
import { ProcessFailure } from './failure.ts'
import { killGroup } from './kill-group.ts'
import { makeOwnFolder } from './own-folder.ts'

export type ProcessOptions = {
  /** The TypeScript file that the process runs; it calls `serveJobs`. */
  script: string
  limits: Limits
  /** Node's permissions and limits beyond reading the program and using the job's folder. */
  flags?: string[]
  /** The process is replaced after this many jobs. */
  recycleAfter?: number
  /** A job that a new process must complete before it gets work; if it fails, another process tries. */
  prime?: { job: unknown; attempts: number; timeoutMs: number }
  /** Whether bubblewrap also encloses the process; by default where it works. */
  bubblewrap?: boolean
}

/** A process, or room for one, with the folder of its jobs. */
export type Slot = {
  folder: string
  process: ChildProcess | undefined
  jobs: number
  /** Working or starting up. */
  busy: boolean
  ready: boolean
  rest: NodeJS.Timeout | undefined
}

const project = join(import.meta.dirname, '../../..')
const program = ['server', 'shared', 'node_modules', 'package.json'].map(name => join(project, name))
const parts = ['in', 'out']

/** A place for a process that hasn’t been started yet. */
export function freeSlot(): Slot {
  return { folder: '', process: undefined, jobs: 0, busy: false, ready: false, rest: undefined }
}

/** Makes sure the slot has a process that accepts jobs. `signal` is the caller's, `closing` everyone's. */
export async function makeReady(
  slot: Slot,
  options: ProcessOptions,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<void> {
  if (slot.process && slot.jobs >= (options.recycleAfter ?? Number.POSITIVE_INFINITY)) await stop(slot)
  if (hasProcess(slot)) return
  const { prime } = options
  for (let attempt = 1; attempt <= (prime?.attempts ?? 1); attempt++) {
    await start(slot, options)
    slot.ready = !prime
    if (!prime) return
    try {
      // A caller who leaves doesn't cancel the start: the next one will want it.
      await ask(slot, prime.job, prime.timeoutMs, closing)
      slot.ready = true
      return
    } catch (error) {
      // A refusal leaves the process running, but nobody may use it.
      await stop(slot)
      if (!(error instanceof ProcessFailure) || closing.aborted) throw error
    }
    if (signal.aborted) throw new ProcessFailure('aborted')
  }
  throw new ProcessFailure('unready', 'The process doesn’t get ready.')
}

async function start(slot: Slot, options: ProcessOptions): Promise<void> {
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
  // The process inherits only the descriptor of the channel to us; Node finds it through these variables.
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
    // A process group of its own, so that all of it can be killed; and Ctrl-C at a terminal reaches only the
    // server.
    detached: true,
  })
  slot.process.on('error', () => {})
  slot.jobs = 0
}

/**
 * Sends a job to the slot's process. If the job ends without an answer, for any reason, so does the process.
 */
export async function ask(
  slot: Slot,
  job: unknown,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<unknown> {
  // Closed while the job was being prepared: the process is gone.
  if (signal.aborted) throw new ProcessFailure('aborted')
  const child = slot.process!
  // Killed meanwhile: nobody hears of it anymore, and its namespace, which ends a moment later, still takes the job.
  if (!isRunning(child)) throw new ProcessFailure('died')
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const died = () => reject(new ProcessFailure('died'))
  const unready = () => reject(new ProcessFailure('unready'))
  const aborted = () => reject(new ProcessFailure('aborted'))
  const timer = setTimeout(() => reject(new ProcessFailure('timeout')), timeoutMs)
  child
    .on('message', resolve as (reply: unknown) => void)
    .on('exit', died)
    .on('error', unready)
  signal.addEventListener('abort', aborted, { once: true })
  try {
    child.send({ job } as Request, error => error && died())
    const { result, refusal } = await promise
    slot.jobs++
    if (refusal) throw new ProcessFailure('refused', refusal.message, refusal.code)
    return result
  } catch (error) {
    if (!(error instanceof ProcessFailure) || error.reason !== 'refused') await stop(slot)
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

/** Whether the slot's process runs. It may still be starting; `ready` says whether it accepts jobs. */
export function hasProcess({ process }: Slot): boolean {
  return process !== undefined && isRunning(process)
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/**
 * Kills the slot's process and all that it started, and waits until it is gone; `makeReady` starts another
 * one.
 */
export async function stop(slot: Slot): Promise<void> {
  const child = slot.process
  slot.process = undefined
  if (child?.pid === undefined || !isRunning(child)) return
  killGroup(child.pid)
  await once(child, 'exit')
}

/**
 * Removes the files of the last job, but keeps the folder itself: a namespace holds on to it. If the process left something that can't be
 * removed, the slot gets another folder, and another process.
 */
export async function emptyFolder(slot: Slot): Promise<void> {
  if (!slot.folder) return
  try {
    for (const part of parts) {
      for (const name of await readdir(join(slot.folder, part)))
        await rm(join(slot.folder, part, name), { recursive: true, force: true })
    }
  } catch {
    await stop(slot)
    slot.folder = ''
  }
}
