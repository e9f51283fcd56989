import { type PDFPageProxy, TextLayer } from '#web/lib/pdfjs.ts'

// Browsers of phones refuse canvases above some 16 million pixels, and every page near the screen holds one.
const mostPixels = 10_000_000

/** Draws a page at a width in CSS pixels, as sharp as the screen is. */
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

/** Gives a canvas's memory back now; browsers keep it until they collect the element otherwise. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
  canvas.remove()
}

/** What stands at the end of a page's text, once all of it is laid. */
export const textLaid = '.end-of-content'

/** Lays a page's text over it, unseen and selectable; its size follows `--total-scale-factor`. */
export async function layText(
  page: PDFPageProxy,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale: 1 }),
  })
  const cancel = () => layer.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await layer.render()
    // A selection that is dragged past the last line stays within the page instead of jumping to its beginning.
    const end = document.createElement('div')
    end.className = 'end-of-content'
    container.append(end)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
