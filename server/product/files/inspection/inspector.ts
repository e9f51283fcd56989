import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { type FileSource, showFile } from '#server/platform/sandbox/show-file.ts'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'
import type {
  AcceptedType,
  CheckedPdf,
  DrawnPage,
  ImageShape,
  ImageType,
  Inspection,
  PictureOfPage,
} from './inspection.ts'

const MiB = 1024 * 1024

// The widths of a phone and of a thumbnail beside a few lines, at two device pixels per CSS pixel.
const phoneWidth = 828
const smallWidth = 640

const leastSeconds = 5
const mostSeconds = 20

/** How long checking a PDF of so many bytes may keep a processor busy. A tagged one of 1,300 pages takes 7 s, and is 2 MiB. */
function secondsFor(bytes: number): number {
  return Math.min(leastSeconds + (4 * bytes) / MiB, mostSeconds)
}

type Options = { timeoutMs?: number; bubblewrap?: boolean }

export type Inspector = ReturnType<typeof createInspector>

/**
 * Checks files that may be hostile, and redraws images, in separate processes: one file at a time per person,
 * and people take turns. The paths are ours.
 */
export function createInspector({ timeoutMs = 40_000, bubblewrap }: Options = {}) {
  const common = {
    script: join(import.meta.dirname, 'inspector-child.ts'),
    limits: { memoryBytes: 1024 * MiB, cpuSeconds: leastSeconds },
    // sharp is a native addon.
    flags: ['--allow-addons', '--max-old-space-size=512'],
    recycleAfter: 200,
    ...(bubblewrap !== undefined && { bubblewrap }),
  }
  const processes = supervise<Inspection, unknown>({
    ...common,
    // The second one is for others while one person's hostile file occupies the first.
    size: 2,
    maxWaiting: 50,
    maxWaitingOfOne: 5,
  })
  const check: typeof processes.run = (...job) =>
    processes.run(...job).catch(error => {
      // The machine may have run out of memory, which isn't the file's fault: another process decides.
      if (error instanceof ProcessFailure && error.reason === 'died') return processes.run(...job)
      throw error
    })
  // Pictures that nobody has to wait for: a page of search results asks for twenty at once.
  const illustrators = supervise<Inspection, unknown>({
    ...common,
    size: 1,
    maxWaiting: 100,
    maxWaitingOfOne: 20,
    restMs: 60_000,
  })
  const draw = (
    pool: typeof processes,
    person: string,
    source: FileSource,
    type: AcceptedType,
    picture: PictureOfPage,
    output: string,
  ): Promise<DrawnPage> =>
    pool.run(
      async folder => ({
        kind: 'page-picture',
        path: await showFile(source, folder),
        type,
        ...picture,
        output: join(folder, 'out', 'page'),
      }),
      { timeoutMs, person },
      async (result, folder) => {
        await rename(join(folder, 'out', 'page'), output)
        return result as DrawnPage
      },
    )

  return {
    /** Rewrites a PDF to `output` without active content. */
    async pdf(person: string, source: FileSource, output: string): Promise<CheckedPdf> {
      return check(
        async folder => {
          const path = await showFile(source, folder)
          const cpuSeconds = secondsFor((await stat(path)).size)
          return { kind: 'pdf', path, output: join(folder, 'out', 'pdf'), cpuSeconds }
        },
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
      source: FileSource,
      type: ImageType,
      outputs: { path: string; type: Exclude<ImageType, 'image/heic'>; shape: ImageShape }[],
    ): Promise<void> {
      const inside = (folder: string, index: number) => join(folder, 'out', String(index))
      await check(
        async folder => ({
          kind: 'image',
          path: await showFile(source, folder),
          type,
          // The number of pixels decides, and is limited: a WebP or HEIC of 40 million takes 9 s.
          cpuSeconds: mostSeconds,
          outputs: outputs.map((output, index) => ({ ...output, path: inside(folder, index) })),
        }),
        { timeoutMs, person },
        async (_result, folder) => {
          for (const [index, output] of outputs.entries()) await rename(inside(folder, index), output.path)
        },
      )
    },
    /** Draws the first page of a checked document, as a WebP at a phone's width. */
    firstPage: (person: string, source: FileSource, type: AcceptedType, output: string) =>
      draw(processes, person, source, type, { page: 1, width: phoneWidth, quality: 30 }, output),
    /** Draws a page of a checked document as a small WebP, after what others wait for. */
    smallPage: (person: string, source: FileSource, type: AcceptedType, page: number, output: string) =>
      draw(illustrators, person, source, type, { page, width: smallWidth, quality: 40 }, output),
    /** Checks an office file; writes a text file to `textTo` in the encoding that converters expect. */
    async office(
      person: string,
      source: FileSource,
      extension: OfficeExtension,
      textTo: string,
      signal?: AbortSignal,
    ): Promise<void> {
      await check(
        async folder => ({
          kind: 'office',
          path: await showFile(source, folder),
          extension,
          textTo: join(folder, 'out', 'text'),
        }),
        { timeoutMs, signal, person },
        async (_result, folder) => {
          if (extension === 'txt') await rename(join(folder, 'out', 'text'), textTo)
        },
      )
    },
    async close() {
      await Promise.all([processes.close(), illustrators.close()])
    },
  }
}
