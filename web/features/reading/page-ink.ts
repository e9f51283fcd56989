import type { PDFPageProxy } from '#web/lib/pdfjs.ts'
import { release } from './draw-page.ts'
import { type Frame, inkIn, wholePage } from './page-frame.ts'

/** Enough to see thin letters. */
const width = 400

/** Where the ink of a page is, by a small drawing of it. */
export async function inkOfPage(page: PDFPageProxy): Promise<Frame | null> {
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const canvas = canvasOf(width, viewport.height)
  try {
    await page.render({ canvas, viewport }).promise
    return inkOn(canvas)
  } finally {
    release(canvas)
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

function inkOn(canvas: HTMLCanvasElement): Frame | null {
  const { width, height } = canvas
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  return data ? inkIn(data, width, height) : wholePage
}
