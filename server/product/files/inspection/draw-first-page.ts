import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp, { type Sharp } from 'sharp'
import type { FirstPage, Inspection } from './inspection.ts'
import { openPdf } from './open-pdf.ts'
import { openCommon } from './render-image.ts'

type Job = Extract<Inspection, { kind: 'first-page' }>

// A phone's width, at two pixels for each of CSS's.
const widest = 828
const tallest = 2 * widest

/** Draws the first page of a document that was checked, as small as it may be and still be read. */
export async function drawFirstPage({ path, type, output }: Job): Promise<FirstPage> {
  const { picture, aspect } = type === 'application/pdf' ? await pageOf(path) : await imageOf(path, type)
  await picture.webp({ quality: 30, effort: 5 }).toFile(output)
  return { aspect }
}

async function imageOf(path: string, type: Exclude<Job['type'], 'application/pdf'>) {
  const image = await openCommon(path, type)
  const { width, height } = await image.metadata()
  const picture = image.resize(widest, tallest, { fit: 'inside', withoutEnlargement: true })
  return { picture, aspect: height / width }
}

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const assets = {
  cMapUrl: `${library}/cmaps/`,
  iccUrl: `${library}/iccs/`,
  standardFontDataUrl: `${library}/standard_fonts/`,
  wasmUrl: `${library}/wasm/`,
}

async function pageOf(path: string) {
  return openPdf(await readFile(path), draw, assets)
}

type Pixels = { data: Uint8ClampedArray }
type Context = { getImageData(left: number, top: number, width: number, height: number): Pixels }
type Canvases = { create(width: number, height: number): { canvas: object; context: Context } }

async function draw(document: PDFDocumentProxy): Promise<{ picture: Sharp; aspect: number }> {
  const page = await document.getPage(1)
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(widest / natural.width, tallest / natural.height)
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
  const { canvas, context } = (document.canvasFactory as Canvases).create(width, height)
  await page.render({ canvas, viewport }).promise
  const { data } = context.getImageData(0, 0, width, height)
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  return { picture, aspect: natural.height / natural.width }
}
