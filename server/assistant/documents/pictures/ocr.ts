import { join } from 'node:path'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { showFile } from '#server/platform/sandbox/show-file.ts'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import type { OcrJob, RecognizedPage } from './recognize-page.ts'

const MiB = 1024 * 1024

/** Longer than its seconds of processor time: at low priority it waits for everything else. */
const timeoutMs = 180_000

export type Ocr = ReturnType<typeof createOcr>

/** Recognizes the text on pictures, which may be hostile, in a process of its own at low priority. The paths come from us. */
export function createOcr() {
  const processes = supervise<OcrJob, RecognizedPage>({
    script: join(import.meta.dirname, 'ocr-child.ts'),
    size: 1,
    maxWaiting: 50,
    limits: { memoryBytes: 1024 * MiB, cpuSeconds: 45 },
    // sharp and pdf.js's canvas are native addons.
    flags: ['--allow-addons', '--max-old-space-size=640'],
    recycleAfter: 200,
  })
  return {
    /** A page that doesn't open has no text. Null for one that takes too long or whose process ends, which the machine may be the reason of. */
    async page(path: string, job: Omit<OcrJob, 'path'>, signal: AbortSignal): Promise<RecognizedPage | null> {
      try {
        return await processes.run(
          async folder => ({ ...job, path: await showFile(path, folder) }),
          { timeoutMs, signal },
          async page => page,
        )
      } catch (error) {
        if (!(error instanceof ProcessFailure)) throw error
        if (error.reason === 'refused') return { passages: [], lines: [] }
        if (error.reason === 'died' || error.reason === 'timeout') return null
        throw error
      }
    },
    close: () => processes.close(),
  }
}
