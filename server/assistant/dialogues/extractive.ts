import type { AnswerMode } from '#shared/api/dialogues.ts'
import type { Passage } from '#shared/api/documents.ts'
import { citationMark } from '#shared/domain/citation-mark.ts'
import { cutAt, cutText } from '../cut-text.ts'
import { withoutPages } from '../retrieval/kinds.ts'
import { wordsOf } from './stretches.ts'

export type Extract = { text: string; quotes: (string | null)[] }

/**
 * The answer without a model: quotes the passages found, with their pages. As a hint, it says only where to
 * look and how the passage begins.
 */
export function extract(passages: readonly Passage[], question: string, mode: AnswerMode): Extract {
  const quotes = passages.map(({ text }) => (mode === 'hint' ? null : bestSentences(text, question)))
  const pieces = passages.map((passage, index) => {
    const quote = quotes[index]
    const place = `**${plain(passage.title)}**, page ${passage.page}${passage.heading ? `, under “${plain(passage.heading)}”` : ''} ${citationMark(index + 1)}`
    return quote ? `${place}\n\n> ${plain(quote)}` : `- ${place}`
  })
  const opening =
    mode === 'hint'
      ? 'There’s no AI model set up, so here are parts of your documents that may help:'
      : 'There’s no AI model set up, so here’s what your documents say, word for word:'
  return { text: [opening, ...pieces].join(mode === 'hint' ? '\n' : '\n\n'), quotes }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const mostQuoted = 420
/** Less is a heading, which goes on with the sentences below it. */
const leastQuoted = 60

/**
 * The run of whole sentences of a passage with the most words of the question. A passage found by meaning, or by its page, may
 * have none of them: then its first sentences.
 */
function bestSentences(text: string, question: string): string {
  const wanted = new Set(wordsOf(withoutPages(question)))
  const sentences = [...segmenter.segment(text)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
    hits: new Set(wordsOf(segment).filter(word => wanted.has(word))).size,
  }))
  if (sentences.every(({ hits }) => hits === 0)) {
    return cutText(text, sentences.findLast(({ end }) => end <= mostQuoted)?.end ?? mostQuoted).trim()
  }
  let best = { start: 0, end: 0, score: -1 }
  for (const [first, { start }] of sentences.entries()) {
    let hits = 0
    for (const { end, hits: more } of sentences.slice(first)) {
      if (end - start > mostQuoted && hits > 0) break
      hits += more
      const score = hits - (end - start) / 2000
      if (score > best.score) best = { start, end: Math.min(end, cutAt(text, start + mostQuoted)), score }
    }
  }
  const last = sentences.find(({ end }) => end >= best.start + leastQuoted)
  const most = cutAt(text, best.start + mostQuoted)
  return text.slice(best.start, Math.max(best.end, Math.min(last?.end ?? text.length, most))).trim()
}

/** Escapes text so that Markdown shows it as it is. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#+\-.!|~$^=:@&]/g, character => `\\${character}`)
}
