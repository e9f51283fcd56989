import { join } from 'node:path'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { showFile } from '#server/platform/sandbox/show-file.ts'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import type { ReadJob, ReadPages } from './read-pages.ts'

const MiB = 1024 * 1024

/** Twice its seconds of processor time, as it shares the processor. */
const timeoutMs = 60_000

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
     * The passages of some pages. A page that crashes the process counts as a picture; the others of its
     * batch are read one by one.
     */
    async pages(path: string, job: Omit<ReadJob, 'path'>): Promise<ReadPages> {
      try {
        return await read(path, job)
      } catch (error) {
        if (!(error instanceof ProcessFailure) || !['died', 'timeout'].includes(error.reason)) throw error
        if (job.from === job.to) {
          return {
            pages: [{ number: job.from, picture: true, stamped: false, passages: [] }],
            heading: job.heading,
          }
        }
      }
      const all: ReadPages = { pages: [], heading: job.heading }
      for (let number = job.from; number <= job.to; number++) {
        const one = await this.pages(path, { ...job, from: number, to: number, heading: all.heading })
        all.pages.push(...one.pages)
        all.heading = one.heading
      }
      return all
    },
    close: () => processes.close(),
  }
}
