import { constants } from 'node:fs'
import { createRequire } from 'node:module'
import createModule from '@neslinesli93/qpdf-wasm'

type Qpdf = {
  callMain(args: string[]): number
  FS: {
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void
    readFile(path: string): Uint8Array
  }
}

const wasm = createRequire(import.meta.url)
  .resolve('@neslinesli93/qpdf-wasm')
  .replace(/\.js$/, '.wasm')

// Emscripten asks for the constants of files by a call that Node's permission model denies; they are no secret.
if (process.permission) Object.assign(process, { binding: () => constants })

/**
 * Writes a PDF anew: without encryption, without what nothing refers to, and each name, length and string in qpdf's one way.
 * `objects` stand one by one in the file, or packed into streams, from which a reader sees the first page sooner. Null where
 * qpdf can't read it: it is too damaged, or asks for a password.
 */
export async function writeAnew(pdf: Uint8Array, objects: 'plain' | 'packed'): Promise<Buffer | null> {
  // qpdf keeps what a run leaves in the memory of its module, so each run has its own.
  const qpdf = (await createModule({ locateFile: () => wasm })) as unknown as Qpdf
  const [input, output] = ['/in.pdf', '/out.pdf']
  qpdf.FS.writeFile(input, pdf, { canOwn: true })
  const streams = objects === 'plain' ? 'disable' : 'generate'
  try {
    const code = qpdf.callMain([
      '--no-warn',
      '--decrypt',
      '--deterministic-id',
      `--object-streams=${streams}`,
      input,
      output,
    ])
    // 3 is a success with warnings: the file was damaged and is mended.
    if (code !== 0 && code !== 3) return null
  } catch {
    // A hostile file may bring the module to a fault, or use up its memory.
    return null
  }
  const written = qpdf.FS.readFile(output)
  return Buffer.from(written.buffer, written.byteOffset, written.length)
}
