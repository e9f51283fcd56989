import type { Passage } from '#shared/api/documents.ts'
import { citationMark } from '#shared/domain/citation-mark.ts'
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
  /** The passages that the text cites, with the words that it quotes or relies on, or null. */
  cited: Map<number, string | null>
}

// Models write several as [@1][@2], [@1, @2] or [@1; 2].
const mark = /([ \t]{0,4})\[(@\d{1,2}(?:\s*[,;]\s*@?\d{1,2})*)\]/g
// Of any length, since a straight quote that closes a short term would open the text after it.
const quotation = /(["“«])([^"“”«»\n]{1,900})(["”»])(\s*)((?:\[@\d{1,2}(?:\s*[,;]\s*@?\d{1,2})*\])?)/g
/** What is shorter is a term, not a quotation. */
const shortest = 12
const endsQuotation = /["”»]\s*$/
const leftOut = '[…]'

// A model can be made to write nothing but citations, and while the server checks them, everybody waits.
/** How many citations get the sentence that they rely on: more than an honest answer has. */
const mostSupported = 200
/** How far before a citation its sentence may begin. */
const mostOfStatement = 600

/**
 * Checks an answer against the passages the model got: removes marks that name no passage, and quotations
 * that aren’t in their passage letter by letter, with their mark. A quotation without a mark that is in none
 * loses its quotation marks. Sources come from the passages only, never from the text.
 */
export function settleCitations(answer: string, passages: readonly Passage[], asked: string): Settled {
  const cited = new Map<number, Stretch[]>()
  const sources = passages.map(({ text }) => lettersOf(text))
  const known = [lettersOf(asked), ...sources]
  let supported = 0
  const cite = (number: number, stretches: readonly Stretch[]) =>
    cited.set(number, [...(cited.get(number) ?? []), ...stretches])
  const text = outsideCode(answer, prose => {
    const inFormula = formulasOf(prose)
    const settled = prose.replace(
      quotation,
      (whole, open: string, words: string, close: string, blank: string, marks: string, at: number) => {
        if (inFormula(at) || words.length < shortest) return whole
        const numbers = numbersIn(marks, passages.length)
        // Often an example of the answer's own: its words may stay, but not as if somebody else had written them.
        if (!marks) return isOwnWords(words, known) ? whole : words + blank
        for (const number of numbers) {
          const quote = findQuote(sources[number - 1]!, words)
          if (quote) {
            cite(number, quote)
            return `${open}${words}${close}${blank}${citationMark(number)}`
          }
        }
        return leftOut
      },
    )
    const inSettledFormula = formulasOf(settled)
    return settled.replace(mark, (found, blank: string, list: string, at: number, whole: string) => {
      if (inSettledFormula(at + blank.length)) return found
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
      // Without the mark, removes the space before the period.
      return numbers.length > 0 ? blank + numbers.map(citationMark).join('') : ''
    })
  })
  const quotes = [...cited].map(
    ([number, stretches]) => [number, quoteOf(passages[number - 1]!.text, stretches)] as const,
  )
  return { text, cited: new Map(quotes) }
}

/**
 * Changes an answer's prose. Code is left as it is: the model is told to indent it by four spaces, and may use
 * backquotes all the same.
 */
function outsideCode(text: string, change: (prose: string) => string): string {
  return partsOf(text)
    .map(part => (part.code ? part.text : outsideInlineCode(part.text, change)))
    .join('')
}

function outsideInlineCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/**
 * Splits a text into prose and code. Lines between two lines of backquotes are code, and so are indented lines after a blank
 * line. Indented lines below an item of a list are prose.
 */
function partsOf(text: string): { code: boolean; text: string }[] {
  const parts: { code: boolean; text: string }[] = []
  let [fenced, afterBlank, indentedCode, inList] = [false, true, false, false]
  for (const line of text.split(/(?<=\n)/)) {
    const isFence = /^\s*```[^`]*$/.test(line)
    const blank = line.trim() === ''
    if (!fenced && !isFence && !blank) {
      const indented = /^(?: {4}|\t)/.test(line)
      indentedCode = indented && !inList && (indentedCode || afterBlank)
      if (!indented) inList = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line) || (inList && !afterBlank)
    }
    const code = fenced || isFence || indentedCode
    if (isFence) fenced = !fenced
    afterBlank = blank || isFence
    const last = parts.at(-1)
    if (last && last.code === code) last.text += line
    else parts.push({ code, text: line })
  }
  return parts
}

// `\$` is no delimiter. `$$` opens a formula of several lines only at the start of a line.
const formula = /\\[\s\S]|(?<=(?:^|\n)[ \t]*)\$\$[\s\S]*?(?:\$\$|$)|\$\$[^\n]*?\$\$|\$(?:\\.|[^$\n\\])+\$/g

/** Tells whether a position of a text is in a formula (LaTeX between dollar signs, as the client shows it); asked from the start on. */
function formulasOf(text: string): (at: number) => boolean {
  const ranges = [...text.matchAll(formula)]
    .filter(([found]) => found.startsWith('$'))
    .map(({ 0: { length }, index }) => [index, index + length] as const)
  let next = 0
  return at => {
    while (next < ranges.length && ranges[next]![1] <= at) next++
    return next < ranges.length && ranges[next]![0] <= at
  }
}

function numbersIn(marks: string, most: number): number[] {
  const numbers = (marks.match(/\d+/g) ?? []).map(Number)
  return [...new Set(numbers)].filter(number => number >= 1 && number <= most)
}

/** A few words in quotation marks are just a figure of speech, and the answer may repeat the question. */
function isOwnWords(words: string, known: readonly Letters[]): boolean {
  return words.trim().split(/\s+/).length < 6 || known.some(text => findQuote(text, words) !== null)
}
