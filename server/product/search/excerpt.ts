/** Around what PostgreSQL finds in a text's plain words, which contain no control characters. */
export const startMark = '\u0002'
export const endMark = '\u0003'

type Piece = { text: string; found: boolean }
type Range = { start: number; end: number }

/** An excerpt, and between which shares of the text (0 to 1) its words that were found stand. */
export type Excerpt = { pieces: Piece[]; from: number; to: number }

/** The length of an excerpt, and how far before the first word it may begin a sentence. */
const longest = 220
const longestBefore = 80

/**
 * The part of a text with most of the words that were found, from where they begin: in whole words and, where
 * they fit, sentences. `plain` are the text's plain words (plain_words, 0002), with marks around the found ones.
 */
export function excerptOf(passage: string, plain: string): Excerpt {
  const text = passage.replace(/\s+/g, ' ').trim()
  const ranges = findMarked(text, plain)
  const best = densest(text, ranges)
  const start = startOf(text, best)
  const end = endOf(text, start, best)
  const pieces: Piece[] = []
  const add = (from: number, to: number, found: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), found })
  }
  let at = start
  for (const range of ranges.filter(range => range.start >= start && range.end <= end)) {
    add(at, range.start, false)
    add(range.start, range.end, true)
    at = range.end
  }
  add(at, end, false)
  if (start > 0) pieces.unshift({ text: '… ', found: false })
  if (end < text.length) pieces.push({ text: ' …', found: false })
  return { pieces, from: best.start / text.length, to: best.end / text.length }
}

const wordPattern = /[[^\p{White_Space}\p{P}\p{S}\p{Cc}]\p{Alphabetic}]+/gv

/** How many words further than expected a plain word may stand: some symbols become words of their own. */
const slack = 4

/** Where a text has the marked ones of its plain words. */
function findMarked(text: string, plain: string): Range[] {
  const words = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    plain: word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    range: { start: index, end: index + word.length },
  }))
  const ranges: Range[] = []
  let next = 0
  let missed = 0
  for (const word of plain.split(' ')) {
    const bare = word.replaceAll(startMark, '').replaceAll(endMark, '')
    const at = words.slice(next, next + missed + slack).findIndex(({ plain }) => plain === bare)
    missed = at < 0 ? missed + 1 : 0
    if (at < 0) continue
    if (bare !== word) ranges.push(words[next + at]!.range)
    next += at + 1
  }
  return ranges
}

/** The first and the last of the marks that fit into one excerpt, where it has the most different words. */
function densest(text: string, ranges: readonly Range[]): Range {
  let best = { start: 0, end: 0 }
  let most = 0
  for (const first of ranges) {
    const { start } = first
    const latest = Math.max(first.end, start + longest - longestBefore)
    const near = ranges.filter(range => range.start >= start && range.end <= latest)
    const different = new Set(near.map(range => text.slice(range.start, range.end).toLowerCase())).size
    if (different <= most) continue
    most = different
    best = { start, end: near.at(-1)!.end }
  }
  return best
}

function startOf(text: string, { start }: Range): number {
  const earliest = Math.max(0, start - longestBefore)
  const before = text.slice(earliest, start)
  if (earliest === 0 && !/[.!?] /.test(before)) return 0
  const sentence = [...before.matchAll(/[.!?] /g)].at(-1)
  if (sentence) return earliest + sentence.index + 2
  return earliest + Math.max(0, before.indexOf(' ') + 1)
}

function endOf(text: string, start: number, { end }: Range): number {
  const latest = Math.max(end, start + longest)
  if (latest >= text.length) return text.length
  const after = text.slice(end, latest)
  const sentence = [...after.matchAll(/[.!?](?= )/g)].at(-1)
  if (sentence) return end + sentence.index + 1
  return end + Math.max(0, after.lastIndexOf(' '))
}
