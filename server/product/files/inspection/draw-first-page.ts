import { readFile } from 'node:fs/promises'
import { drawingAssets, drawPage } from '#server/platform/sandbox/draw-page.ts'
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

async function pageOf(path: string) {
  return openPdf(
    await readFile(path),
    document => drawPage(document, 1, ({ width, height }) => Math.min(widest / width, tallest / height)),
    drawingAssets,
  )
}
