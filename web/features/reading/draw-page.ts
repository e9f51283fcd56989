import type { PageBox } from '#shared/api/documents.ts'
import type { PDFPageProxy } from '#web/lib/pdfjs.ts'

// Phone browsers refuse canvases above about 16 million pixels, and every page near the screen has one.
const mostPixels = 10_000_000

/** Draws a page at a width in CSS pixels, at the screen's resolution. */
export async function drawPage(
  page: PDFPageProxy,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const natural = page.getViewport({ scale: 1 })
  const scale = width / natural.width
  const pixels = natural.width * natural.height * scale * scale
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(mostPixels / pixels))
  const viewport = page.getViewport({ scale: scale * density })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  const task = page.render({ canvas, viewport })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
    signal.throwIfAborted()
    return canvas
  } catch (error) {
    release(canvas)
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Whether a part of a drawn page, in fractions of it, is mostly dark. */
export function isDark(drawn: HTMLCanvasElement, { x, y, width, height }: PageBox): boolean {
  const sample = document.createElement('canvas')
  sample.width = sample.height = 8
  const context = sample.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  const [w, h] = [drawn.width, drawn.height]
  context.drawImage(drawn, x * w, y * h, Math.max(1, width * w), Math.max(1, height * h), 0, 0, 8, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  const light = data.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0)
  return light / (8 * 8 * 3) < 110
}

/** Frees a canvas's memory now; otherwise browsers keep it until they collect the element. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
  canvas.remove()
}

/** An element at the end of a page's text, once the text is laid out. */
export const textLaid = '.end-of-content'

/**
 * A selection that is dragged past the last line stays within the page instead of jumping to its beginning. Called again if more text
 * follows.
 */
export function endText(container: HTMLElement): void {
  const end = container.querySelector(textLaid) ?? document.createElement('div')
  end.className = 'end-of-content'
  container.append(end)
}
