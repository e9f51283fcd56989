import { GlobalWorkerOptions, VerbosityLevel, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pdfWorkerUrl } from './pdfjs-worker.ts'

// The legacy build, with its worker, supports browsers some years old; the other one needs this year's.
GlobalWorkerOptions.workerSrc = pdfWorkerUrl

// Copied there by the build (scripts/build/pdfjs-assets.ts); pdf.js fetches from them what a document needs.
const assets = `/assets/pdfjs-${version}`

/**
 * The options for every document. Documents come from strangers: no XFA forms, and without pdf.js's viewer no
 * scripts run.
 */
export const pdfOptions = {
  cMapUrl: `${assets}/cmaps/`,
  iccUrl: `${assets}/iccs/`,
  standardFontDataUrl: `${assets}/standard_fonts/`,
  wasmUrl: `${assets}/wasm/`,
  enableXfa: false,
  // Fonts that a document doesn't contain look the same on every machine.
  useSystemFonts: false,
  // A picture that claims to be larger than this is left out rather than unpacked.
  maxImageSize: 100_000_000,
  verbosity: VerbosityLevel.ERRORS,
}

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
export {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
