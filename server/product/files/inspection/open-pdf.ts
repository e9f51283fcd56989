import {
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from '#server/platform/sandbox/child.ts'

type Assets = { cMapUrl: string; iccUrl: string; standardFontDataUrl: string; wasmUrl: string }

/**
 * Opens a PDF as a reader's browser does (web/lib/pdfjs.ts), for as long as `use` takes. Only what is drawn needs the assets of
 * pdf.js.
 */
export async function openPdf<R>(
  pdf: Buffer,
  use: (document: PDFDocumentProxy) => Promise<R>,
  assets?: Assets,
): Promise<R> {
  const loading = getDocument({
    ...assets,
    // pdf.js takes what it is given for its own.
    data: new Uint8Array(pdf),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // A damaged page is shown as far as it goes, as to readers.
    stopAtErrors: false,
    maxImageSize: 100_000_000,
    verbosity: VerbosityLevel.ERRORS,
  })
  const { promise: needsPassword, reject } = Promise.withResolvers<never>()
  loading.onPassword = (_update: unknown, reason: number) => {
    if (reason === PasswordResponses.NEED_PASSWORD) reject(locked())
  }
  try {
    return await use(await Promise.race([loading.promise, needsPassword]))
  } finally {
    await loading.destroy()
  }
}

const locked = () =>
  new Refusal('encrypted_file', 'This PDF has a password. Save it without one and try again.')
