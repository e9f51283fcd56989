import { readFile } from 'node:fs/promises'
import { drawPage } from '#server/platform/sandbox/draw-page.ts'
import { drawingAssets } from '#server/platform/sandbox/pdf-assets.ts'
import type { DrawnPage, Inspection } from './inspection.ts'
import { openPdf } from './open-pdf.ts'
import { openCommon } from './render-image.ts'

type Job = Extract<Inspection, { kind: 'page-picture' }>

/** Draws a page of a document that was checked, as small as it may be and still be read. */
export async function drawPagePicture(job: Job): Promise<DrawnPage> {
  const { picture, aspect } =
    job.type === 'application/pdf' ? await pageOf(job) : await imageOf(job, job.type)
  await picture.webp({ quality: job.quality, effort: 5 }).toFile(job.output)
  return { aspect }
}

async function imageOf({ path, width: widest }: Job, type: Exclude<Job['type'], 'application/pdf'>) {
  const image = await openCommon(path, type)
  const { width, height } = await image.metadata()
  const picture = image.resize(widest, tallest(widest), { fit: 'inside', withoutEnlargement: true })
  return { picture, aspect: height / width }
}

async function pageOf({ path, page, width: widest }: Job) {
  return openPdf(
    await readFile(path),
    document =>
      drawPage(document, page, ({ width, height }) => Math.min(widest / width, tallest(widest) / height)),
    drawingAssets,
  )
}

const tallest = (widest: number) => 2 * widest
