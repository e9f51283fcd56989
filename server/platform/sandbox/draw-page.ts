import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp, { type Sharp } from 'sharp'

type Size = { width: number; height: number }
type Pixels = { data: Uint8ClampedArray }
type Context = { getImageData(left: number, top: number, width: number, height: number): Pixels }
type Canvas = Parameters<PDFPageProxy['render']>[0]['canvas']
type Canvases = { create(width: number, height: number): { canvas: Canvas; context: Context } }

/** Draws a page of a PDF, at a scale that depends on its size in points. */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  scaleOf: (natural: Size) => number,
): Promise<{ picture: Sharp; aspect: number }> {
  const page = await document.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: scaleOf(natural) })
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
  const { canvas, context } = (document.canvasFactory as Canvases).create(width, height)
  await page.render({ canvas, viewport }).promise
  page.cleanup()
  const { data } = context.getImageData(0, 0, width, height)
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  return { picture, aspect: natural.height / natural.width }
}
