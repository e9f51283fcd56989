import { withoutAccents } from '#shared/domain/accents.ts'

/** A text as it is compared: without case, accents and kinds of quotes and dashes. Line ends stay. */
export function folded(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replaceAll('ς', 'σ')
}

/**
 * Finds a query in a folded text: also over line ends, and in words hyphenated at one. Null if there is nothing to find.
 */
export function patternOf(query: string): RegExp | null {
  const wanted = folded(query).trim().replace(/\s+/g, ' ')
  if (wanted === '') return null
  let source = ''
  let before = ''
  for (const character of wanted) {
    if (isLetter(before) && isLetter(character)) source += String.raw`(?:-\s?\n|\u00ad\n?)?`
    source += sourceOf(character)
    before = character
  }
  return new RegExp(source, 'gu')
}

const isLetter = (character: string) => /^\p{L}$/u.test(character)

function sourceOf(character: string): string {
  if (character === ' ') return String.raw`\s+`
  if (character === '-') return String.raw`-\n?`
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

/** The beginnings and ends of what a pattern finds. */
export function placesOf(text: string, pattern: RegExp): { start: number; end: number }[] {
  return [...text.matchAll(pattern)].map(match => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** One match: its page, and its index among the matches on that page, from 0. */
export type Hit = { page: number; index: number }

/** How often something is found on each page, from the first. */
export type Counts = readonly number[]

/** The hit after a hit, or before it, around the document's ends. */
export function stepHit(counts: Counts, { page, index }: Hit, direction: 1 | -1): Hit | null {
  const next = index + direction
  if (next >= 0 && next < (counts[page - 1] ?? 0)) return { page, index: next }
  return nearestHit(counts, around(page + direction, counts.length), direction)
}

/** The first hit on a page or after it, or the last on it or before it, around the document's ends. */
export function nearestHit(counts: Counts, from: number, direction: 1 | -1 = 1): Hit | null {
  for (let step = 0; step < counts.length; step++) {
    const page = around(from + step * direction, counts.length)
    const count = counts[page - 1] ?? 0
    if (count > 0) return { page, index: direction === 1 ? 0 : count - 1 }
  }
  return null
}

const around = (page: number, pages: number) => ((((page - 1) % pages) + pages) % pages) + 1

/** The place of a hit among all, from 1, and how many there are. */
export function rankOf(counts: Counts, hit: Hit | null): { rank: number; total: number } {
  let [rank, total] = [0, 0]
  for (const [before, count] of counts.entries()) {
    if (hit && before + 1 === hit.page) rank = total + hit.index + 1
    total += count
  }
  return { rank, total }
}
