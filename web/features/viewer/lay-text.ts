import { type PDFPageProxy, TextLayer } from '#web/lib/pdfjs.ts'

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
