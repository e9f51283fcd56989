import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tooDeep } from '../../../test/harness/too-deep.ts'
import { processExists } from '../process-exists.ts'
import { supervise } from './supervise.ts'

const run = promisify(execFile)

// Otherwise its timeout would fire later without a handler, and end the server.
test('a job that is being prepared at shutdown is dropped', async () => {
  const processes = supervise<object, unknown>({
    script: join(import.meta.dirname, '../../product/files/inspection/inspector-child.ts'),
    size: 1,
    maxWaiting: 1,
    limits: { memoryBytes: 1024 ** 3 },
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
    supervise<{ ms: number; busyMs?: number; cpuSeconds?: number }, number>({
      script: join(import.meta.dirname, 'waiting-child.ts'),
      size: 1,
      maxWaiting: 5,
      limits: { memoryBytes: 1024 ** 3 },
      // Process counts are global to the machine, so the test looks only for its own.
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

  test('are ended when idle, and restarted for the next job', async () => {
    const processes = open({ restMs: 20 })
    const first = await work(processes, 0)
    await expect.poll(() => processExists(first)).toBe(false)
    const second = await work(processes, 0)
    expect(second).not.toBe(first)
    await processes.close()
  })

  test('stay while one job follows soon after the other, or one is announced', async () => {
    const processes = open({ restMs: 60_000 })
    const first = await work(processes, 0)
    await Promise.all([processes.warm(), processes.warm()])
    expect(await Promise.all([work(processes, 0), work(processes, 0)])).toEqual([first, first])
    await processes.close()
  })

  test('that refuse their first job get no other, and none of them stays', async () => {
    const processes = open({ prime: { job: { ms: -1 }, attempts: 2, timeoutMs: 60_000 } })
    for (let nth = 0; nth < 2; nth++)
      await expect(work(processes, 0)).rejects.toMatchObject({ reason: 'unready' })
    expect(await children()).toBe(0)
    await processes.close()
  })

  test('are ended by a job that keeps the processor busy for longer than all may, or it itself says', async () => {
    const processes = open({ limits: { memoryBytes: 1024 ** 3, cpuSeconds: 0.2 } })
    const busy = (job: { cpuSeconds?: number }) =>
      processes.run(
        async () => ({ ms: 0, busyMs: 700, ...job }),
        { timeoutMs: 60_000 },
        async pid => pid,
      )
    await expect(busy({})).rejects.toMatchObject({ reason: 'died' })
    expect(await busy({ cpuSeconds: 30 })).toBeGreaterThan(0)
    await processes.close()
  })

  test('give each job its whole time, however soon it follows another', async () => {
    const processes = open({ limits: { memoryBytes: 1024 ** 3, cpuSeconds: 0.9 } })
    const busy = () =>
      processes.run(
        async () => ({ ms: 0, busyMs: 250 }),
        { timeoutMs: 60_000 },
        async pid => pid,
      )
    const served = await Promise.all(Array.from({ length: 6 }, busy))
    expect(new Set(served).size).toBe(1)
    await processes.close()
  })

  test('that are announced many times don’t take a place from a real job', async () => {
    const processes = open({ maxWaiting: 1 })
    await Promise.all([...Array.from({ length: 30 }, () => processes.warm()), work(processes, 0)])
    await processes.close()
  })

  test('don’t hold up others with a stuck job, and return to their normal number once it is over', async () => {
    const processes = open({ spareAfterMs: 300 })
    const stuck = new AbortController()
    const first = aborted(work(processes, 600_000, stuck.signal))
    for (let nth = 0; nth < 3; nth++) await work(processes, 0)
    await expect.poll(children).toBe(2)
    stuck.abort()
    await first
    await expect.poll(children).toBe(1)
    // A slow job that ends well leaves no second process either.
    await work(processes, 1_000)
    await expect.poll(children).toBe(1)
    await processes.close()
  })

  test('are ended by a job that times out, and the next job gets another one', async () => {
    const processes = open({})
    const stuck = processes.run(
      async () => ({ ms: 600_000 }),
      { timeoutMs: 1 },
      async pid => pid,
    )
    await expect(stuck).rejects.toMatchObject({ reason: 'timeout' })
    expect(await children()).toBe(0)
    expect(await work(processes, 0)).toBeGreaterThan(0)
    await processes.close()
  })

  test('are replaced with their folder if they leave something that can’t be removed', async () => {
    const processes = open({})
    const [first, folder] = await processes.run(
      async () => ({ ms: 0 }),
      { timeoutMs: 60_000 },
      async (pid, of) => {
        await tooDeep(join(of, 'out'))
        return [pid, of] as const
      },
    )
    onTestFinished(() => run('rm', ['-rf', folder]).then(() => {}))
    expect(processExists(first)).toBe(false)
    expect(await readdir(join(folder, 'in'))).toEqual([])
    expect(await work(processes, 0)).not.toBe(first)
    await processes.close()
  })

  test('make a third job wait for two stuck ones no longer than the timeout of the first', async () => {
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
