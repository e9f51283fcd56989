import type { Passage } from '#shared/api/documents.ts'
import {
  findQuote,
  type Letters,
  lastSentence,
  lettersOf,
  quoteOf,
  type Stretch,
  supportOf,
} from './stretches.ts'

export type Settled = {
  text: string
  /** The passages that the text cites by number, with the words that it quotes or relies on, or null. */
  cited: Map<number, string | null>
}

const mark = /([ \t]{0,4})\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/g
const quotation = /(["“«])([^"“”«»\n]{12,900})(["”»])(\s*)((?:\[\d{1,2}(?:\s*,\s*\d{1,2})*\])?)/g
const endsQuotation = /["”»]\s*$/
const leftOut = '[…]'

// A model can be made to write nothing but citations, and while the server checks them, everybody waits.
/** How many citations get the sentence that they rely on: more than an honest answer has. */
const mostSupported = 200
/** How far before a citation its sentence may begin. */
const mostOfStatement = 600

/**
 * Checks an answer against the passages the model got: removes numbers that name no passage, and quotations
 * that aren’t in their passage letter by letter, with their number. Sources come from the passages only,
 * never from the text.
 */
export function settleCitations(answer: string, passages: readonly Passage[], asked: string): Settled {
  const cited = new Map<number, Stretch[]>()
  const sources = passages.map(({ text }) => lettersOf(text))
  const known = [lettersOf(asked), ...sources]
  let supported = 0
  const cite = (number: number, stretches: readonly Stretch[]) =>
    cited.set(number, [...(cited.get(number) ?? []), ...stretches])
  const text = outsideCode(answer, prose =>
    prose
      .replace(
        quotation,
        (whole, open: string, words: string, close: string, blank: string, marks: string) => {
          const numbers = numbersIn(marks, passages.length)
          if (!marks) return isOwnWords(words, known) ? whole : leftOut
          for (const number of numbers) {
            const quote = findQuote(sources[number - 1]!, words)
            if (quote) {
              cite(number, quote)
              return `${open}${words}${close}${blank}[${number}]`
            }
          }
          return leftOut
        },
      )
      .replace(mark, (_, blank: string, list: string, at: number, whole: string) => {
        const numbers = numbersIn(list, passages.length)
        const before = whole.slice(Math.max(0, at - mostOfStatement), at)
        for (const number of numbers) {
          // A quotation says by itself which words it means.
          if (cited.has(number) && endsQuotation.test(before)) continue
          const support =
            supported++ < mostSupported
              ? supportOf(passages[number - 1]!.text, lastSentence(before.replace(mark, ' ')))
              : null
          cite(number, support ? [support] : [])
        }
        // Without the number, removes the space before the period.
        return numbers.length > 0 ? blank + numbers.map(number => `[${number}]`).join('') : ''
      }),
  )
  const quotes = [...cited].map(
    ([number, stretches]) => [number, quoteOf(passages[number - 1]!.text, stretches)] as const,
  )
  return { text, cited: new Map(quotes) }
}

function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

function numbersIn(marks: string, most: number): number[] {
  const numbers = (marks.match(/\d+/g) ?? []).map(Number)
  return [...new Set(numbers)].filter(number => number >= 1 && number <= most)
}

/** A few words in quotation marks are just a figure of speech, and the answer may repeat the question. */
function isOwnWords(words: string, known: readonly Letters[]): boolean {
  return words.trim().split(/\s+/).length < 6 || known.some(text => findQuote(text, words) !== null)
}
