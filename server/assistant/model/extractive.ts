import type { AnswerMode } from '#shared/api/dialogues.ts'
import type { Passage } from '#shared/api/documents.ts'
import { wordsOf } from '../dialogues/stretches.ts'

export type Extract = { text: string; quotes: (string | null)[] }

/**
 * The answer where no model is configured: the passages that were found, quoted with their pages. As hints, only where to
 * look, and how that begins.
 */
export function extract(passages: readonly Passage[], question: string, mode: AnswerMode): Extract {
  const quotes = passages.map(({ text }) => (mode === 'hint' ? null : bestSentences(text, question)))
  const pieces = passages.map((passage, index) => {
    const quote = quotes[index]
    const place = `**${plain(passage.title)}**, page ${passage.page}${passage.heading ? `, under “${plain(passage.heading)}”` : ''} [${index + 1}]`
    return quote ? `${place}\n\n> ${plain(quote)}` : `- ${place}`
  })
  const opening =
    mode === 'hint'
      ? 'No AI model is configured, so here is where your documents may help you on:'
      : 'No AI model is configured, so here is what your documents say, word for word:'
  return { text: [opening, ...pieces].join(mode === 'hint' ? '\n' : '\n\n'), quotes }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const mostQuoted = 420

/**
 * The stretch of whole sentences of a passage that has most of the question’s words; its beginning where it has none, having
 * been found by its meaning.
 */
function bestSentences(text: string, question: string): string {
  const wanted = new Set(wordsOf(question))
  const sentences = [...segmenter.segment(text)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
    hits: new Set(wordsOf(segment).filter(word => wanted.has(word))).size,
  }))
  if (sentences.every(({ hits }) => hits === 0)) {
    return text.slice(0, sentences.findLast(({ end }) => end <= mostQuoted)?.end ?? mostQuoted).trim()
  }
  let best = { start: 0, end: 0, score: -1 }
  for (const [first, { start }] of sentences.entries()) {
    let hits = 0
    for (const { end, hits: more } of sentences.slice(first)) {
      if (end - start > mostQuoted && hits > 0) break
      hits += more
      const score = hits - (end - start) / 2000
      if (score > best.score) best = { start, end: Math.min(end, start + mostQuoted), score }
    }
  }
  return text.slice(best.start, best.end).trim()
}

/** Text that Markdown shows as it is. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#+\-.!|~$^=:@&]/g, character => `\\${character}`)
}
