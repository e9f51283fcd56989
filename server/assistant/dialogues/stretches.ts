/** A range of a text’s characters: from `start` to before `end`. */
export type Stretch = { start: number; end: number }

/** Joins the pieces of a quotation that skips words. */
const gap = ' … '

/** The words of the ranges in the order of their text. Leaves out only gaps longer than the separator. */
export function quoteOf(text: string, stretches: readonly Stretch[]): string | null {
  const joined: Stretch[] = []
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start - last.end <= gap.length) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined.map(({ start, end }) => text.slice(start, end)).join(gap) || null
}

/**
 * The words of a text that a quotation repeats, ignoring spaces, hyphens and punctuation; null if there are
 * none.
 */
export function findQuote(source: Letters, quotation: string): Stretch[] | null {
  const found: Stretch[] = []
  let end = 0
  for (const part of quotation.split(/…|\.\.\.|\[…\]/)) {
    const wanted = lettersOf(part).letters
    if (wanted === '') continue
    const at = source.letters.indexOf(wanted, end)
    if (at < 0) return null
    end = at + wanted.length
    found.push({ start: source.positions[at]!, end: source.positions[end - 1]! + 1 })
  }
  return found.length > 0 ? found : null
}

export type Letters = { letters: string; positions: number[] }

/** The letters and digits of a text, with their positions. */
export function lettersOf(text: string): Letters {
  let letters = ''
  const positions: number[] = []
  for (let position = 0; position < text.length; position++) {
    const character = text[position]!.toLowerCase()
    if (character.length !== 1 || !/[\p{L}\p{N}=<>+*/%]/u.test(character)) continue
    letters += character
    positions.push(position)
  }
  return { letters, positions }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** With fewer words in common, another sentence is just as likely to support it. */
const leastCommon = 2

/**
 * The sentence of a passage that most likely supports a statement: the one that shares most of its words,
 * with more weight on words that few sentences have. Null if none shares enough, as in a passage in another
 * language.
 */
export function supportOf(passage: string, statement: string): Stretch | null {
  const stated = new Set(wordsOf(statement))
  const sentences = [...segmenter.segment(passage)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.trimEnd().length,
    shared: [...new Set(wordsOf(segment))].filter(word => stated.has(word)),
  }))
  const having = (word: string) => sentences.filter(({ shared }) => shared.includes(word)).length
  const weight = (shared: readonly string[]) => shared.reduce((sum, word) => sum + 1 / having(word), 0)
  let best: { stretch: Stretch; weight: number } | null = null
  for (const { start, end, shared } of sentences) {
    if (shared.length < leastCommon || weight(shared) <= (best?.weight ?? 0)) continue
    best = { stretch: { start, end }, weight: weight(shared) }
  }
  return best?.stretch ?? null
}

/** The last sentence of a text: what the citation after it supports. */
export function lastSentence(text: string): string {
  const line = text.trimEnd().split('\n').at(-1)!
  return [...segmenter.segment(line)].at(-1)?.segment ?? ''
}

/** Compares words by their beginnings, so that “buffers” finds “buffer”. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(word => word.slice(0, 6))
}
