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

// Emscripten requests file constants with a call that Node's permission model denies; they aren't secret.
if (process.permission) Object.assign(process, { binding: () => constants })

/**
 * Rewrites a PDF: without encryption, unreferenced objects and what it says of its author and origin, with
 * each name, length and string in qpdf's one way. `objects` are separate in the file, or packed into streams, with which a reader sees the first
 * page sooner. Null if qpdf can't read it: too damaged, or password-protected.
 */
export async function writeAnew(pdf: Uint8Array, objects: 'plain' | 'packed'): Promise<Buffer | null> {
  // qpdf leaves the data of a run in its module's memory, so each run gets its own.
  const qpdf = (await createModule({ locateFile: () => wasm })) as unknown as Qpdf
  const [input, output] = ['/in.pdf', '/out.pdf']
  qpdf.FS.writeFile(input, pdf, { canOwn: true })
  const streams = objects === 'plain' ? 'disable' : 'generate'
  try {
    const code = qpdf.callMain([
      '--no-warn',
      '--decrypt',
      '--deterministic-id',
      '--remove-info',
      '--remove-metadata',
      `--object-streams=${streams}`,
      input,
      output,
    ])
    // 3 is a success with warnings: the file was damaged and is repaired.
    if (code !== 0 && code !== 3) return null
  } catch {
    // A hostile file may crash the module, or use up its memory.
    return null
  }
  const written = qpdf.FS.readFile(output)
  return Buffer.from(written.buffer, written.byteOffset, written.length)
}
