import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { drawPage } from '#server/platform/sandbox/draw-page.ts'
import { drawingAssets } from '#server/platform/sandbox/pdf-assets.ts'
import { type Sharp, sharp } from '#server/platform/sandbox/sharp.ts'
import type { RecognizedLine } from '#shared/api/documents.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { bodySize, type DraftPassage, makePassages } from '../reading/make-passages.ts'
import { openOnce } from '../reading/open-once.ts'
import type { Line } from '../reading/page-lines.ts'
import { linesOn } from '../reading/read-pages.ts'
import { pictureShare } from './picture-share.ts'
import { sureLines } from './sure-lines.ts'

/** A page to recognize the text of; `key` identifies its document, so that a PDF is opened once for all its pages. */
export type OcrJob = { key: string; path: string; pdf: boolean; page: number }

export type RecognizedPage = { passages: DraftPassage[]; lines: RecognizedLine[] }

/** A page of letter size at 200 dots per inch has as many pixels. More take longer and read no better. */
const pixels = 4_000_000

/** Small pictures, such as screenshots, are drawn larger: the model was trained on letters of a book page. */
const largest = { picture: 2, page: 4 }

/** A scan leaves less of its page free. The picture on a slide covers less of it. */
const leastShare = 0.6

/** The text of a page that is a picture, as passages and as words with their places; without what the page has as text. */
export async function recognizePage(job: OcrJob): Promise<RecognizedPage> {
  if (!job.pdf) return recognize(await pictureOf(job.path), [])
  // pdf.js decodes pictures at their full size, and leaves out larger ones.
  const document = await openOnce(job.key, job.path, { ...drawingAssets, maxImageSize: fileLimits.pixels })
  const page = await document.getPage(job.page)
  const own = await linesOn(page)
  if (own.length > 0 && (await pictureShare(page)) < leastShare) return { passages: [], lines: [] }
  return recognize(await drawnPage(document, job.page), own)
}

async function recognize(picture: Sharp, own: readonly Line[]): Promise<RecognizedPage> {
  const { data, info } = await picture
    .flatten({ background: 'white' })
    .grayscale()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  worker ??= startWorker()
  const { data: found } = await (await worker).recognize(data, {}, { text: false, blocks: true })
  const { lines, recognized } = sureLines(found.blocks ?? [], info, own)
  return { passages: makePassages(lines, bodySize([lines]), null).passages, lines: recognized }
}

async function drawnPage(document: PDFDocumentProxy, page: number): Promise<Sharp> {
  const { picture } = await drawPage(document, page, size => scaleOf(size, largest.page))
  return picture
}

async function pictureOf(path: string): Promise<Sharp> {
  const image = sharp(path, { limitInputPixels: fileLimits.pixels, failOn: 'error', animated: false })
  const { width, height } = await image.metadata()
  return image.resize(Math.round(width * scaleOf({ width, height }, largest.picture)))
}

function scaleOf({ width, height }: { width: number; height: number }, most: number): number {
  return Math.min(Math.sqrt(pixels / (width * height)), most)
}

let worker: Promise<Worker> | undefined

function startWorker(): Promise<Worker> {
  const data = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng')))
  return createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
  })
}
