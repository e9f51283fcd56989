import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { showFile } from '#server/platform/sandbox/show-file.ts'
import { supervise } from '#server/platform/sandbox/supervise.ts'
import { type Conversion, type Converter, maxWaiting } from './conversion.ts'
import type { WasmConversion, WasmResult } from './wasm-office-child.ts'

type Options = { timeoutMs: number; concurrency: number; bubblewrap?: boolean }

const GiB = 1024 ** 3

/**
 * LibreOffice as WebAssembly, from npm: converts with nothing installed. A process gets work once it has converted a
 * document of ours, which is when a bad start shows. A start takes three to six seconds, a page then a tenth of one.
 */
export function createWasmOffice({ timeoutMs, concurrency, bubblewrap }: Options): Converter {
  const processes = supervise<WasmConversion, WasmResult>({
    script: join(import.meta.dirname, 'wasm-office-child.ts'),
    size: concurrency,
    maxWaiting,
    limits: { memoryBytes: 2.5 * GiB },
    // Ten times V8's own: optimizing what runs seldom would take a third of a start's processor time. Long documents take a
    // sixth longer, and few are long.
    flags: ['--wasm-tiering-budget=130000000'],
    // Most conversions take a second. While one takes longer, a second process with as much memory serves the
    // others.
    spareAfterMs: 5_000,
    recycleAfter: 100,
    prime: {
      job: { input: join(import.meta.dirname, 'ready.docx'), extension: 'docx', blankIsRight: false },
      attempts: 3,
      timeoutMs: 60_000,
    },
    ...(bubblewrap !== undefined && { bubblewrap }),
  })

  function convertOnce(
    { input, extension, output, signal }: Conversion,
    blankIsRight: boolean,
  ): Promise<void> {
    return processes.run(
      async folder => {
        const shown = await showFile(input, folder, `document.${extension}`)
        return { input: shown, extension, output: join(folder, 'out', 'document.pdf'), blankIsRight }
      },
      { timeoutMs, signal },
      (_result, folder) => rename(join(folder, 'out', 'document.pdf'), output),
    )
  }

  return {
    name: 'wasm',
    async convert(conversion) {
      try {
        await convertOnce(conversion, false).catch(error => {
          // The process itself may have failed; a new one decides.
          if (error instanceof ProcessFailure && error.reason === 'died') return convertOnce(conversion, true)
          throw error
        })
      } catch (error) {
        // The next person shouldn't wait for the restart that this one caused. Whether it starts shows then.
        if (!(error instanceof ProcessFailure) || error.reason !== 'refused') processes.warm().catch(() => {})
        throw error
      }
    },
    warm: () => processes.warm(),
    close: () => processes.close(),
  }
}
