import { placesOf } from './find-in-text.ts'
import type { ReadText } from './page-texts.ts'

/** The browser gets to draw and to answer people after so long. */
const sliceMs = 10

type Search = {
  pages: number
  /** The page to begin with. */
  from: number
  read: ReadText
  pattern: RegExp
  signal: AbortSignal
  onCounts: (counts: readonly number[], done: boolean) => void
}

/** Counts what is found on each page, from the one being read to the end and around. */
export async function searchPages({ pages, from, read, pattern, signal, onCounts }: Search): Promise<void> {
  const counts = new Array<number>(pages).fill(0)
  let slice = performance.now() + sliceMs
  for (let step = 0; step < pages; step++) {
    const page = ((from - 1 + step) % pages) + 1
    // A page that can't be read doesn't keep the others from being searched.
    const text = await read(page).catch(() => '')
    if (signal.aborted) return
    counts[page - 1] = placesOf(text, pattern).length
    if (performance.now() < slice) continue
    onCounts([...counts], false)
    await new Promise(resolve => setTimeout(resolve))
    if (signal.aborted) return
    slice = performance.now() + sliceMs
  }
  onCounts(counts, true)
}
