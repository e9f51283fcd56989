import { readFile } from 'node:fs/promises'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from '#server/platform/sandbox/child.ts'

type Options = Pick<
  NonNullable<Exclude<Parameters<typeof getDocument>[0], string | URL | ArrayBufferView | ArrayBuffer>>,
  'cMapUrl' | 'iccUrl' | 'standardFontDataUrl' | 'wasmUrl' | 'maxImageSize'
>

let opened: { key: string; loading: ReturnType<typeof getDocument> } | undefined

/** Opens a PDF, or returns the one that was opened last if it has the same key. */
export async function openOnce(key: string, path: string, options: Options): Promise<PDFDocumentProxy> {
  if (opened?.key !== key) {
    await opened?.loading.destroy()
    const data = await readFile(path)
    opened = {
      key,
      loading: getDocument({
        ...options,
        data: new Uint8Array(data.buffer, data.byteOffset, data.length),
        enableXfa: false,
        disableFontFace: true,
        useSystemFonts: false,
        useWorkerFetch: false,
        verbosity: VerbosityLevel.ERRORS,
      }),
    }
  }
  return opened.loading.promise.catch(() => {
    opened = undefined
    throw new Refusal('broken_file', 'We can’t read this PDF.')
  })
}
