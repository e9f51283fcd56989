import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { boxUnits, documents, type RecognizedLine, recognizedPages } from '#shared/api/documents.ts'
import { stampLetters } from '#shared/domain/reading.ts'
import { within } from '#shared/domain/within.ts'
import { call } from '#web/lib/api.ts'
import { folded } from './find-in-text.ts'

/** The text that was recognized on a page, which its file doesn't have. */
export type ReadRecognized = (page: number) => Promise<readonly RecognizedLine[]>

type RecognizedPages = CallOutput<typeof documents.recognized>['pages']

/** The recognized text of the pages around one: of a run of pages at once, as the server sends it. */
export const recognizedQuery = (postId: string, page: number) => {
  const from = page - ((page - 1) % recognizedPages)
  return queryOptions({
    queryKey: [documents.recognized.path, postId, from],
    queryFn: async ({ signal }) =>
      (await call(documents.recognized, { params: { id: postId }, query: { from } }, { signal })).pages,
    // Pages that nobody has looked at yet may follow.
    staleTime: 30_000,
  })
}

/** Reads the recognized text of pages through the cache; no lines for a page that has none, or none yet. */
export function recognizedOf(queryClient: QueryClient, postId: string): ReadRecognized {
  return async number => linesOn(number, await queryClient.fetchQuery(recognizedQuery(postId, number)))
}

const longestWaitMs = 3_000
const pauseMs = 30_000

/** Reads recognized text for a search, which has many pages to go: while no answer comes, it takes only what is in the cache. */
export function recognizedSoonOf(queryClient: QueryClient, postId: string): ReadRecognized {
  const read = recognizedOf(queryClient, postId)
  let askAgainAt = 0
  return async number => {
    const known = linesOn(number, queryClient.getQueryData(recognizedQuery(postId, number).queryKey))
    if (performance.now() < askAgainAt) return known
    const lines = await within(longestWaitMs, read(number)).catch(() => null)
    if (lines) return lines
    askAgainAt = performance.now() + pauseMs
    return known
  }
}

function linesOn(number: number, pages: RecognizedPages = []): readonly RecognizedLine[] {
  return pages.find(({ page }) => page === number)?.lines ?? []
}

/** Whether the text that a page has in its file may be no more than a stamp on a picture, if it has any. */
export const mayBeStamp = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) < stampLetters

/** The text of recognized lines, exactly as the text layer has it (below). */
export function textOf(lines: readonly RecognizedLine[]): string {
  return folded(lines.length > 0 ? `\n${lines.map(({ text }) => `${text}\n`).join('')}` : '')
}

/** A page as it is seen, and by how many degrees its file turns it for that, clockwise: the container is turned as well. */
type Seen = { width: number; height: number; rotation?: number }

/**
 * Lays recognized words over a page, unseen and selectable; the size of all follows `--total-scale-factor`, as with
 * the text of a PDF.
 */
export function layRecognized(container: HTMLElement, lines: readonly RecognizedLine[], seen: Seen): void {
  const { rotation = 0 } = seen
  const context = document.createElement('canvas').getContext('2d')!
  if (lines.length > 0) container.append(document.createElement('br'))
  for (const { text, boxes } of lines) {
    const words = text.split(' ')
    const heights = words.map((_, index) => boxes[index * 4 + 3]!)
    // Words without tall letters stand as high as the others, so that a selection has even edges.
    const high = Math.max(...heights)
    for (const [index, word] of words.entries()) {
      const [x = 0, y = 0, width = 0, height = 0] = boxes.slice(index * 4)
      const span = document.createElement('span')
      const fontHeight = (high / boxUnits) * seen.height
      context.font = `${fontHeight}px sans-serif`
      const natural = context.measureText(word).width
      span.textContent = index < words.length - 1 ? `${word} ` : word
      span.style.fontFamily = 'sans-serif'
      const [left, top] = turnedBack(x / boxUnits, (y + height / 2 - high / 2) / boxUnits, rotation)
      span.style.left = `${left * 100}%`
      span.style.top = `${top * 100}%`
      if (rotation !== 0) span.style.setProperty('--rotate', `${-rotation}deg`)
      span.style.setProperty('--font-height', `${fontHeight}px`)
      span.style.setProperty('--scale-x', String(((width / boxUnits) * seen.width) / (natural || 1)))
      container.append(span)
    }
    container.append(document.createElement('br'))
  }
}

/** Where a place of the page as it is seen is in the container, before that is turned; both in fractions. */
function turnedBack(x: number, y: number, rotation: number): [left: number, top: number] {
  if (rotation === 90) return [y, 1 - x]
  if (rotation === 180) return [1 - x, 1 - y]
  return rotation === 270 ? [1 - y, x] : [x, y]
}
