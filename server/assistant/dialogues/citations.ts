import type { Passage } from '#shared/api/documents.ts'

export type Settled = {
  text: string
  /** The passages the text goes by, from their numbers; with the words of them it quotes, or null. */
  cited: Map<number, string | null>
}

const mark = /\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/g
const quotation = /(["“«])([^"“”«»\n]{12,900})(["”»])(\s*)((?:\[\d{1,2}(?:\s*,\s*\d{1,2})*\])?)/g
const leftOut = '[…]'

/**
 * Checks an answer against the passages it was given: numbers that name none go, and a quotation that isn’t in its passage
 * letter by letter is left out with its number. What is cited comes from the passages alone, never from the text.
 */
export function settleCitations(answer: string, passages: readonly Passage[], asked: string): Settled {
  const cited = new Map<number, string | null>()
  const text = outsideCode(answer, prose =>
    prose
      .replace(
        quotation,
        (whole, open: string, words: string, close: string, blank: string, marks: string) => {
          const numbers = numbersIn(marks, passages.length)
          if (!marks) return isOwnWords(words, passages, asked) ? whole : leftOut
          for (const number of numbers) {
            const quote = findQuote(passages[number - 1]!.text, words)
            if (quote) {
              cited.set(number, cited.get(number) ?? quote)
              return `${open}${words}${close}${blank}[${number}]`
            }
          }
          return leftOut
        },
      )
      .replace(mark, (_, list: string) => {
        const numbers = numbersIn(list, passages.length)
        for (const number of numbers) if (!cited.has(number)) cited.set(number, null)
        return numbers.map(number => `[${number}]`).join('')
      }),
  )
  return { text, cited }
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

/** A few words in quotation marks are a manner of speaking, and what was asked may be said again. */
function isOwnWords(words: string, passages: readonly Passage[], asked: string): boolean {
  return (
    words.trim().split(/\s+/).length < 6 ||
    [asked, ...passages.map(({ text }) => text)].some(text => findQuote(text, words) !== null)
  )
}

/** The words of a text that a quotation gives again, whatever became of its blanks, hyphens and marks; null where it has none. */
function findQuote(text: string, quotation: string): string | null {
  const source = lettersOf(text)
  let start = -1
  let end = 0
  for (const part of quotation.split(/…|\.\.\.|\[…\]/)) {
    const wanted = lettersOf(part).letters
    if (wanted === '') continue
    const at = source.letters.indexOf(wanted, end)
    if (at < 0) return null
    if (start < 0) start = at
    end = at + wanted.length
  }
  if (start < 0) return null
  return text.slice(source.places[start], source.places[end - 1]! + 1)
}

/** The letters and digits of a text, with where each stands in it. */
function lettersOf(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  for (let place = 0; place < text.length; place++) {
    const character = text[place]!.toLowerCase()
    if (character.length !== 1 || !/[\p{L}\p{N}=<>+*/%]/u.test(character)) continue
    letters += character
    places.push(place)
  }
  return { letters, places }
}
