import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  pdfOptions,
} from '#web/lib/pdfjs.ts'
import { layText } from './lay-text.ts'
import type { StoredFile } from './offline-document.ts'
import { inkOfPage } from './page-ink.ts'
import { type ReadText, textsOf } from './page-texts.ts'
import type { SignedFile } from './signed-file.ts'

const chunk = 65_536

// Loads only the visible parts.
const options = { ...pdfOptions, disableAutoFetch: true, disableStream: true, rangeChunkSize: chunk }

type PdfFile = SignedFile | StoredFile

export type OpenPdf = {
  pdf: PDFDocumentProxy
  firstAspect: number
  layText: typeof layText
  readText: ReadText
  inkOfPage: typeof inkOfPage
}

/**
 * Opens a document far enough to know its number of pages and the shape of the first. `onLost` reports a part
 * that fails to load later. Aborting the signal closes the document.
 */
export async function openPdf(
  file: PdfFile,
  signal: AbortSignal,
  onLost: (error: unknown) => void,
): Promise<OpenPdf> {
  const worker = takeWorker()
  signal.addEventListener('abort', () => worker.destroy())
  const { bytes, total } = await file.read(0, chunk, signal)
  signal.throwIfAborted()
  const source =
    bytes.length >= total ? { data: bytes } : { range: new Ranges(file, bytes, total, signal, onLost) }
  const task = getDocument({ ...options, ...source, worker })
  signal.addEventListener('abort', () => void task.destroy())
  const pdf = await task.promise
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return { pdf, firstAspect: height / width, layText, readText: textsOf(pdf), inkOfPage }
}

// Starts with this module, so that its code loads before we know what to open.
let spare: PDFWorker | null = new PDFWorker()

function takeWorker(): PDFWorker {
  const worker = spare ?? new PDFWorker()
  spare = null
  return worker
}

class Ranges extends PDFDataRangeTransport {
  readonly #file: PdfFile
  readonly #signal: AbortSignal
  readonly #onLost: (error: unknown) => void

  constructor(
    file: PdfFile,
    start: Uint8Array,
    total: number,
    signal: AbortSignal,
    onLost: (error: unknown) => void,
  ) {
    super(total, start)
    this.#file = file
    this.#signal = signal
    this.#onLost = onLost
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file.readPatiently(begin, end, this.#signal).then(
      ({ bytes }) => {
        if (!this.#signal.aborted) this.onDataRange(begin, bytes)
      },
      error => {
        if (!this.#signal.aborted) this.#onLost(error)
      },
    )
  }
}
