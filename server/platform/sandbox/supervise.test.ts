import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { isAlive } from './own-folder.ts'
import { supervise } from './supervise.ts'

const run = promisify(execFile)

// Else its time would run out later, with nobody to hear it: that ends the server.
test('a job that is being prepared when all is closed is given up', async () => {
  const processes = supervise<object, unknown>({
    script: join(import.meta.dirname, '../../product/files/inspection/inspector-child.ts'),
    size: 1,
    maxWaiting: 1,
    limits: { memoryBytes: 1024 ** 3, stalls: false },
    flags: ['--allow-addons'],
  })
  const prepare = async () => {
    await processes.close()
    return { kind: 'pdf', path: 'none' }
  }
  const done = processes.run(prepare, { timeoutMs: 1 }, async () => null)
  await expect(done).rejects.toMatchObject({ reason: 'aborted' })
})

describe('processes', () => {
  type Options = Partial<Parameters<typeof supervise>[0]>
  const open = (options: Options) =>
    supervise<{ ms: number }, number>({
      script: join(import.meta.dirname, 'waiting-child.ts'),
      size: 1,
      maxWaiting: 5,
      limits: { memoryBytes: 1024 ** 3, stalls: false },
      // Its own numbers of processes are the machine's, so that a test can look for them.
      bubblewrap: false,
      ...options,
    })
  type Processes = ReturnType<typeof open>
  const work = (processes: Processes, ms: number, signal?: AbortSignal) =>
    processes.run(
      async () => ({ ms }),
      { timeoutMs: 60_000, signal },
      async pid => pid,
    )
  const children = async () => {
    const { stdout } = await run('ps', ['-o', 'args=', '--ppid', String(process.pid)])
    return stdout.split('\n').filter(line => line.includes('waiting-child.ts')).length
  }
  const aborted = (work: Promise<number>) => expect(work).rejects.toMatchObject({ reason: 'aborted' })

  test('are let go once they have rested, and started anew for the next job', async () => {
    const processes = open({ restMs: 20 })
    const first = await work(processes, 0)
    await expect.poll(() => isAlive(first)).toBe(false)
    const second = await work(processes, 0)
    expect(second).not.toBe(first)
    await processes.close()
  })

  test('stay as long as one job comes soon after the other, or one is announced', async () => {
    const processes = open({ restMs: 60_000 })
    const first = await work(processes, 0)
    await Promise.all([processes.warm(), processes.warm()])
    expect(await Promise.all([work(processes, 0), work(processes, 0)])).toEqual([first, first])
    await processes.close()
  })

  test('that are announced many times take no place from a job that comes', async () => {
    const processes = open({ maxWaiting: 1 })
    await Promise.all([...Array.from({ length: 30 }, () => processes.warm()), work(processes, 0)])
    await processes.close()
  })

  test('hold up nobody with a job that is stuck, and are as many as before once it is over', async () => {
    const processes = open({ spareAfterMs: 300 })
    const stuck = new AbortController()
    const first = aborted(work(processes, 600_000, stuck.signal))
    for (let nth = 0; nth < 3; nth++) await work(processes, 0)
    await expect.poll(children).toBe(2)
    stuck.abort()
    await first
    await expect.poll(children).toBe(1)
    // A slow job that ends well leaves no second one either.
    await work(processes, 1_000)
    await expect.poll(children).toBe(1)
    await processes.close()
  })

  test('keep a third waiting for two stuck jobs no longer than the first of these may take', async () => {
    const processes = open({ spareAfterMs: 20 })
    const stuck = [new AbortController(), new AbortController()]
    const [first, second] = stuck.map(({ signal }) => aborted(work(processes, 600_000, signal)))
    const third = work(processes, 0)
    stuck[0]!.abort()
    await first
    await third
    stuck[1]!.abort()
    await second
    await processes.close()
  })
})
