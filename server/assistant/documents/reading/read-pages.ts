import { type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { textAssets } from '#server/platform/sandbox/pdf-assets.ts'
import { bodySize, type DraftPassage, isHeading, makePassages } from './make-passages.ts'
import { openOnce } from './open-once.ts'
import { type Line, linesOf, type TextPiece } from './page-lines.ts'
import { withoutRunningLines } from './running-lines.ts'
import { hasPictures, mayBeStamps } from './stamped-pages.ts'

/**
 * Which pages of a document to read; `key` identifies it, so that the process opens it once for all batches.
 */
export type ReadJob = { key: string; path: string; from: number; to: number; heading: string | null }

/** `stamped`: its text may be no more than a stamp on a picture. `unreadable`: the process ended of it, twice. */
export type ReadPage = {
  number: number
  picture: boolean
  stamped: boolean
  unreadable?: true
  passages: DraftPassage[]
}
export type ReadPages = { pages: ReadPage[]; heading: string | null }

/** How many passages of a page are kept: a page of a newspaper has about 30. */
const mostPassages = 40

/** Processor time for one batch, after which it ends with the page at hand: others wait for their turn. */
const batchMicroseconds = 10_000_000

/** The passages of some pages of a PDF, and at least of the first. A page without text counts as a picture. */
export async function readPages({ key, path, from, to, heading }: ReadJob): Promise<ReadPages> {
  const document = await openOnce(key, path, textAssets)
  const lines: Line[][] = []
  const before = process.cpuUsage()
  for (let number = from; number <= to; number++) {
    lines.push(await linesOn(await document.getPage(number)))
    if (process.cpuUsage(before).user > batchMicroseconds) break
  }
  const stamped = mayBeStamps(lines)
  const pictures = stamped.includes(true) && (await hasPictures(path))
  const body = bodySize(lines)
  let under = heading
  const pages = withoutRunningLines(lines, line => isHeading(line, body)).map((ofPage, index) => {
    const made = makePassages(ofPage, body, under)
    under = made.heading
    return {
      number: from + index,
      picture: lines[index]!.length === 0,
      stamped: pictures && stamped[index]!,
      passages: made.passages.slice(0, mostPassages),
    }
  })
  return { pages, heading: under }
}

/** The lines of a page, from the text that the PDF contains. */
export async function linesOn(page: PDFPageProxy): Promise<Line[]> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  page.cleanup()
  const pieces = items.flatMap((item): TextPiece[] => {
    if (!('str' in item)) return []
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(transform, item.transform) as number[]
    // The lengths along and across the text, whichever way the page is rotated.
    const size = Math.hypot(c, d)
    const along = Math.hypot(a, b) || 1
    const [dx, dy] = [(a / along) * item.width, (b / along) * item.width]
    const [upX, upY] = [(c / (size || 1)) * size * 0.8, (d / (size || 1)) * size * 0.8]
    const xs = [x, x + dx, x + upX, x + dx + upX]
    const ys = [y, y + dy, y + upY, y + dy + upY]
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    return [
      {
        text: item.str,
        x: left / width,
        y: top / height,
        width: (Math.max(...xs) - left) / width,
        height: (Math.max(...ys) - top) / height,
        endsLine: item.hasEOL,
      },
    ]
  })
  return linesOf(pieces)
}
