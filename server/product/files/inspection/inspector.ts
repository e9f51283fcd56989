import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { showFile } from '#server/platform/sandbox/show-file.ts'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'
import type { AcceptedType, CheckedPdf, FirstPage, ImageShape, ImageType, Inspection } from './inspection.ts'

const MiB = 1024 * 1024

type Options = { timeoutMs?: number; bubblewrap?: boolean }

export type Inspector = ReturnType<typeof createInspector>

/**
 * Checks files that may be hostile, and redraws images, in separate processes: one file at a time per person,
 * and people take turns. The paths are ours.
 */
export function createInspector({ timeoutMs = 40_000, bubblewrap }: Options = {}) {
  const processes = supervise<Inspection, unknown>({
    script: join(import.meta.dirname, 'inspector-child.ts'),
    // The second one is for others while one person's hostile file occupies the first.
    size: 2,
    maxWaiting: 50,
    maxWaitingOfOne: 5,
    limits: { memoryBytes: 1024 * MiB, cpuSeconds: 5, stalls: false },
    // sharp is a native addon.
    flags: ['--allow-addons', '--max-old-space-size=512'],
    recycleAfter: 200,
    ...(bubblewrap !== undefined && { bubblewrap }),
  })

  return {
    /** Rewrites a PDF to `output` without active content. */
    async pdf(person: string, path: string, output: string): Promise<CheckedPdf> {
      return processes.run(
        async folder => ({
          kind: 'pdf',
          path: await showFile(path, folder),
          output: join(folder, 'out', 'pdf'),
        }),
        { timeoutMs, person },
        async (result, folder) => {
          await rename(join(folder, 'out', 'pdf'), output)
          return result as CheckedPdf
        },
      )
    },
    /** Redraws an image, once for each output. */
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
          path: await showFile(path, folder),
          type,
          outputs: outputs.map((output, index) => ({ ...output, path: inside(folder, index) })),
        }),
        { timeoutMs, person },
        async (_result, folder) => {
          for (const [index, output] of outputs.entries()) await rename(inside(folder, index), output.path)
        },
      )
    },
    /** Draws the first page of a checked document, as a WebP at a phone's width. */
    async firstPage(person: string, path: string, type: AcceptedType, output: string): Promise<FirstPage> {
      return processes.run(
        async folder => ({
          kind: 'first-page',
          path: await showFile(path, folder),
          type,
          output: join(folder, 'out', 'page'),
        }),
        { timeoutMs, person },
        async (result, folder) => {
          await rename(join(folder, 'out', 'page'), output)
          return result as FirstPage
        },
      )
    },
    /** Checks an office file; writes a text file to `textTo` in the encoding that converters expect. */
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
          path: await showFile(path, folder),
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
