import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { drawingAssets, drawPage } from '#server/platform/sandbox/draw-page.ts'
import type { RecognizedLine } from '#shared/api/documents.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { bodySize, type DraftPassage, makePassages } from '../reading/make-passages.ts'
import { openOnce } from '../reading/open-once.ts'
import { sureLines } from './sure-lines.ts'

/** A page to recognize the text of; `key` identifies its document, so that a PDF is opened once for all its pages. */
export type OcrJob = { key: string; path: string; pdf: boolean; page: number }

export type RecognizedPage = { passages: DraftPassage[]; lines: RecognizedLine[] }

/** A page of letter size at 200 dots per inch has as many pixels. More take longer and read no better. */
const pixels = 4_000_000

/** Small pictures, such as screenshots, are drawn larger: the model was trained on letters of a book page. */
const largest = { picture: 2, page: 4 }

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
sharp.cache(false)
sharp.concurrency(1)

/** The text of a page that is a picture, as passages and as words with their places. */
export async function recognizePage(job: OcrJob): Promise<RecognizedPage> {
  const picture = job.pdf ? await pageOf(job) : await pictureOf(job.path)
  const { data, info } = await picture
    .flatten({ background: 'white' })
    .grayscale()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  worker ??= startWorker()
  const { data: found } = await (await worker).recognize(data, {}, { text: false, blocks: true })
  const { lines, recognized } = sureLines(found.blocks ?? [], info)
  return { passages: makePassages(lines, bodySize([lines]), null).passages, lines: recognized }
}

async function pageOf({ key, path, page }: OcrJob): Promise<Sharp> {
  // pdf.js decodes pictures at their full size, and leaves out larger ones.
  const document = await openOnce(key, path, { ...drawingAssets, maxImageSize: fileLimits.pixels })
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
