import { join } from 'node:path'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { showFile } from '#server/platform/sandbox/show-file.ts'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import type { ReadJob, ReadPages } from './read-pages.ts'

const MiB = 1024 * 1024

/** Twice its seconds of processor time, as it shares the processor. */
const timeoutMs = 60_000

/** How long pages are read one by one before others have their turn. */
const oneByOneMs = 10_000

export type Reader = ReturnType<typeof createReader>

/** Reads the text of PDFs, which may be hostile, in a process of its own. The paths come from us. */
export function createReader() {
  const processes = supervise<ReadJob, ReadPages>({
    script: join(import.meta.dirname, 'reader-child.ts'),
    size: 1,
    maxWaiting: 50,
    limits: { memoryBytes: 1024 * MiB, cpuSeconds: 30 },
    flags: ['--max-old-space-size=640'],
    recycleAfter: 400,
  })

  async function read(path: string, job: Omit<ReadJob, 'path'>): Promise<ReadPages> {
    return processes.run(
      async folder => ({ ...job, path: await showFile(path, folder) }),
      { timeoutMs },
      async pages => pages,
    )
  }

  return {
    /**
     * The passages of some pages, at least of the first. A page that ends the process counts as a picture; those before it in the
     * batch are read one by one, and those after it aren't.
     */
    async pages(path: string, job: Omit<ReadJob, 'path'>): Promise<ReadPages> {
      const whole = await read(path, job).catch(ofFile)
      if (whole) return whole
      const since = performance.now()
      const all: ReadPages = { pages: [], heading: job.heading }
      for (let number = job.from; number <= job.to; number++) {
        const one = await read(path, { ...job, from: number, to: number, heading: all.heading }).catch(ofFile)
        if (!one) {
          all.pages.push({ number, picture: true, stamped: false, unreadable: true, passages: [] })
          return all
        }
        all.pages.push(...one.pages)
        all.heading = one.heading
        if (performance.now() - since > oneByOneMs) return all
      }
      return all
    },
    close: () => processes.close(),
  }
}

/** Null in place of an error that the file may be the reason of; throws any other. */
function ofFile(error: unknown): null {
  if (error instanceof ProcessFailure && ['died', 'timeout'].includes(error.reason)) return null
  throw error
}
