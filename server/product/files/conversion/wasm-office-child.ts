import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { LibreOfficeConverter, type LibreOfficeWasmOptions } from '@matbee/libreoffice-converter/server'
import { Refusal, serveJobs } from '#server/platform/sandbox/child.ts'
import type { PlainOfficeExtension } from '#shared/domain/file-types.ts'

export type WasmConversion = {
  input: string
  extension: PlainOfficeExtension
  /** Where the PDF goes; nowhere for the trial run. */
  output?: string
  /** Whether a PDF without any text or picture is acceptable because the document is empty. */
  blankIsRight: boolean
}
export type WasmResult = null

const loader = '@matbee/libreoffice-converter/wasm/loader'
let office: Promise<LibreOfficeConverter> | undefined

async function start(): Promise<LibreOfficeConverter> {
  // The loader is CommonJS and overrides globals, so only this process loads it, without an import.
  const require = createRequire(import.meta.url)
  const { createModule }: NonNullable<LibreOfficeWasmOptions['wasmLoader']> = require(loader)
  const made = new LibreOfficeConverter({
    // Else Emscripten also runs LibreOffice's own main function, in a second thread, and with that the first document
    // deadlocked in 19 of 25 starts.
    wasmLoader: { createModule: config => createModule({ ...config, noInitialRun: true }) },
    wasmPath: dirname(require.resolve(loader)),
  })
  await made.initialize()
  return made
}

serveJobs(async ({ input, extension, output, blankIsRight }: WasmConversion): Promise<WasmResult> => {
  office ??= start()
  const converter = await office
  const options = { outputFormat: 'pdf', inputFormat: extension } as const
  const { data } = await converter
    .convert(await readFile(input), options, `document.${extension}`)
    .catch(() => {
      throw new Refusal('broken_file', 'This file is damaged, so we can’t convert it.')
    })
  if (!blankIsRight && isBlank(data)) throw new Error('A blank PDF: the start of this process went wrong.')
  if (output) await writeFile(output, data)
  return null
})

// LibreOffice writes its font and picture dictionaries uncompressed.
function isBlank(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  return !bytes.includes('/FontDescriptor') && !bytes.includes('/Image')
}
