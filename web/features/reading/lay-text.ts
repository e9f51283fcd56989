import { type PDFPageProxy, TextLayer } from '#web/lib/pdfjs.ts'
import { endText } from './draw-page.ts'
import { layRecognized, mayBeStamp, type ReadRecognized } from './recognized.ts'

/**
 * Lays a page's text over it, unseen and selectable, and later what was recognized on it if it has hardly any; its size
 * follows `--total-scale-factor`.
 */
export async function layText(
  page: PDFPageProxy,
  container: HTMLElement,
  recognized: ReadRecognized,
  signal: AbortSignal,
): Promise<void> {
  const viewport = page.getViewport({ scale: 1 })
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport,
  })
  const cancel = () => layer.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await layer.render()
    endText(container)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (!mayBeStamp(container.textContent)) return
  // Not awaited: no other page is drawn until this returns.
  recognized(page.pageNumber).then(
    lines => {
      if (signal.aborted || lines.length === 0) return
      layRecognized(container, lines, viewport)
      endText(container)
    },
    () => {},
  )
}
