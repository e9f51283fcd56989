import { getDocument, type PDFDocumentProxy, pdfOptions } from '#web/lib/pdfjs.ts'
import type { ProblemError } from '#web/lib/problem-error.ts'
import { toJpeg, whiteCanvas } from './canvas.ts'
import { refused } from './check-file.ts'

const scale = 0.5
const longestSide = 1200

/**
 * The first page of a PDF at scale 0.5. Throws a ProblemError if the PDF can't be opened, and returns null if
 * only drawing failed.
 */
export async function pdfThumbnail(file: Blob, signal: AbortSignal): Promise<Blob | null> {
  const opening = getDocument({ ...pdfOptions, data: await file.arrayBuffer() })
  const stop = () => void opening.destroy()
  signal.addEventListener('abort', stop)
  try {
    return await drawFirstPage(await opening.promise)
  } catch (error) {
    signal.throwIfAborted()
    const refusal = refusalOf(error)
    if (refusal) throw refusal
    return null
  } finally {
    signal.removeEventListener('abort', stop)
    await opening.destroy()
  }
}

async function drawFirstPage(pdf: PDFDocumentProxy): Promise<Blob> {
  const page = await pdf.getPage(1)
  const natural = page.getViewport({ scale })
  // A poster's page may be meters wide; its thumbnail needn't be.
  const fit = Math.min(1, longestSide / Math.max(natural.width, natural.height))
  const viewport = page.getViewport({ scale: scale * fit })
  const canvas = whiteCanvas(viewport.width, viewport.height)
  await page.render({ canvas, viewport }).promise
  return toJpeg(canvas)
}

function refusalOf(error: unknown): ProblemError | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') {
    return refused('encrypted_file', 422, 'This PDF has a password.')
  }
  if (name === 'InvalidPDFException') {
    return refused('broken_file', 422, 'This PDF is damaged, so we can’t open it.')
  }
  return null
}
