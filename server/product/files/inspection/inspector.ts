import { link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'
import type { CheckedPdf, ImageShape, ImageType, Inspection } from './inspection.ts'

const MiB = 1024 * 1024

type Options = { timeoutMs?: number; bubblewrap?: boolean }

export type Inspector = ReturnType<typeof createInspector>

/**
 * Looks into files that may be hostile, and draws images anew, in processes of their own: of each person one file at a time,
 * and people by turns. Paths are ours.
 */
export function createInspector({ timeoutMs = 40_000, bubblewrap }: Options = {}) {
  const processes = supervise<Inspection, unknown>({
    script: join(import.meta.dirname, 'inspector-child.ts'),
    // The second is for who comes while one person's hostile file holds the first.
    size: 2,
    maxWaiting: 50,
    maxWaitingOfOne: 5,
    limits: { memoryBytes: 1024 * MiB, cpuSeconds: 5, stalls: false },
    // sharp is a native addon.
    flags: ['--allow-addons', '--max-old-space-size=512'],
    recycleAfter: 200,
    ...(bubblewrap !== undefined && { bubblewrap }),
  })

  /** Shows a file to the process under a name of ours; a link, since the file may be large. */
  async function show(path: string, folder: string): Promise<string> {
    const shown = join(folder, 'in', 'file')
    await link(path, shown)
    return shown
  }

  return {
    /** Writes a PDF anew at `output`, without what acts in it. */
    async pdf(person: string, path: string, output: string): Promise<CheckedPdf> {
      return processes.run(
        async folder => ({ kind: 'pdf', path: await show(path, folder), output: join(folder, 'out', 'pdf') }),
        { timeoutMs, person },
        async (result, folder) => {
          await rename(join(folder, 'out', 'pdf'), output)
          return result as CheckedPdf
        },
      )
    },
    /** Draws an image anew, once for each output. */
    async image(
      person: string,
      path: string,
      type: ImageType,
      outputs: { path: string; type: Exclude<ImageType, 'image/heic'>; shape: ImageShape }[],
    ): Promise<void> {
      const inside = (folder: string, index: number) => join(folder, 'out', String(index))
      await processes.run(
        async folder => ({
          kind: 'image',
          path: await show(path, folder),
          type,
          outputs: outputs.map((output, index) => ({ ...output, path: inside(folder, index) })),
        }),
        { timeoutMs, person },
        async (_result, folder) => {
          for (const [index, output] of outputs.entries()) await rename(inside(folder, index), output.path)
        },
      )
    },
    /** Checks an office file; a text comes back at `textTo` in the encoding converters expect. */
    async office(
      person: string,
      path: string,
      extension: OfficeExtension,
      textTo: string,
      signal?: AbortSignal,
    ): Promise<void> {
      await processes.run(
        async folder => ({
          kind: 'office',
          path: await show(path, folder),
          extension,
          textTo: join(folder, 'out', 'text'),
        }),
        { timeoutMs, signal, person },
        async (_result, folder) => {
          if (extension === 'txt') await rename(join(folder, 'out', 'text'), textTo)
        },
      )
    },
    close: () => processes.close(),
  }
}
