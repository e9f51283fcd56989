import { isListing } from './listing.ts'

/** A part of a document, or a document, as a question names it by its number: “section 3.2”, “Theorem 4”, “Act III”. */
export type Place = { kind: Kind; number: string }

type Kind = {
  /** What it is called, without the ending of the plural. */
  words: string[]
  /** Whether it goes on until the next of its kind. */
  holds: boolean
  /** How it begins where only its number says what it is: “3.2 Samplers”, “7. Show that”. # is the number, @ the Roman one. */
  bare: string | null
}

const part = (words: string, bare: string | null = null): Kind => ({
  words: words.split(' '),
  holds: true,
  bare,
})
const piece = (words: string, bare: string | null = null): Kind => ({
  words: words.split(' '),
  holds: false,
  bare,
})
const title = String.raw`#\.?\s+(?=["“(]?\p{Lu})`
const task = String.raw`#[.)]\s`

/** From the largest to the smallest: a problem is looked for in the homework that the question names, too. */
const kinds: Kind[] = [
  ...['homework hw', 'assignment', 'lab', 'quiz', 'lecture lec', 'week', 'unit', 'module', 'lesson'].map(
    words => part(words),
  ),
  part('part', String.raw`@\.?\s+(?=\p{Lu})`),
  part('act'),
  part('chapter ch', title),
  part('appendix', title),
  part('article art'),
  part('amendment'),
  part('section subsection sec', title),
  piece('scene'),
  ...['theorem thm', 'lemma', 'corollary', 'proposition prop', 'definition def', 'example'].map(words =>
    piece(words),
  ),
  ...['experiment', 'activity'].map(words => piece(words, title)),
  ...['exercise ex', 'problem', 'question'].map(words => piece(words, task)),
  piece('equation eq formula', String.raw`\(#\)`),
  ...['figure fig', 'table', 'algorithm', 'listing'].map(words => piece(words)),
]

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** A lone I or small letter is rather a word: “the part I read”, “is example a right?”. */
const number = String.raw`(?:\d{1,3}(?:\.\d{1,3}){0,4}[a-h]?|(?-i:[A-Z])(?:\.\d{1,3}){1,3}|(?-i:[A-H]|[IVXL]{2,6}|[VXL])|${spelled.slice(1).join('|')})(?![\p{L}\p{N}])`
const more = `(?:, (?:and )?| and | or | ?& ?| ?(?:-|–|to|through) ?)`
const names = kinds.flatMap(({ words }) => words)
const named = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${names.join('|')})(?:s|es)?\.? ?(?:number |no\. ?|#)?(${number}(?:${more}${number})*)`,
  'giu',
)
const one = new RegExp(number, 'giu')

const mostPlaces = 4

/** The places that a question names by their numbers, up to four. */
export function placesNamedIn(question: string): Place[] {
  return [...question.matchAll(named)]
    .flatMap(([, word = '', list = '']) => {
      const kind = kinds.find(({ words }) => words.includes(word.toLowerCase()))!
      return numbersIn(list).map(number => ({ kind, number }))
    })
    .slice(0, mostPlaces)
}

const askedOfPlaces = /\b(say|state|cover|show|contain|discuss|solve)(s|es)?\b/gi

/** A question without the names of places, and without what one asks of them. */
export function withoutPlaces(question: string): string {
  return question.replace(named, ' ').replace(askedOfPlaces, ' ')
}

const range = /^(\d+) ?(?:-|–|to|through) ?(\d+)$/i

function numbersIn(list: string): string[] {
  const [, first, last] = (range.exec(list) ?? []).map(Number)
  if (first !== undefined && last !== undefined && last > first && last - first < 5) {
    return Array.from({ length: last - first + 1 }, (_, n) => String(first + n))
  }
  return [...list.matchAll(one)].map(([number]) => plainNumber(number))
}

const letters: [string, number][] = [
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
]

function roman(value: number): string {
  let rest = value
  let written = ''
  for (const [letter, worth] of letters) for (; rest >= worth; rest -= worth) written += letter
  return written
}

const mostRoman = 39
const romans = Array.from({ length: mostRoman + 1 }, (_, value) => roman(value))

/** A number in digits, however it is written, without the letter of a part: “7b”. What is in letters stays. */
function plainNumber(written: string): string {
  const value = Math.max(romans.indexOf(written), spelled.indexOf(written.toLowerCase()))
  return value > 0 ? String(value) : written.replace(/(?<=\d)[a-h]$/i, '')
}

/** All ways to write a number: 5, V and Five. */
function writings(number: string): string[] {
  const value = Number(number)
  if (!Number.isInteger(value)) return [number]
  const word = spelled[value]
  return [number, romans[value], ...(word ? inTitles(word) : [])].filter(written => written !== undefined)
}

const shortWritings = (number: string): string[] => writings(number).slice(0, 2)

const anyOf = (written: readonly string[]): string => written.join('|').replaceAll('.', String.raw`\.`)

/** What a passage has to say to have one of the places, each with all of its words: “chapter 5”, “ch V”, or only “5”. */
export function writtenAs(places: readonly Place[]): string[] {
  return places.flatMap(({ kind, number }) => [
    ...kind.words.flatMap(word => writings(number).map(written => `${word} ${written}`)),
    ...(kind.bare ? shortWritings(number) : []),
  ])
}

function inTitles(word: string): string[] {
  return [word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()]
}

/** Less than this is a mention of a place elsewhere, not the place; more doesn’t tell apart. */
const clear = 3
const clearest = 4

/** A name of the place, such as “Chapter 5”. */
function calledIn({ kind, number }: Place): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${kind.words.flatMap(inTitles).join('|')})\.?\s?(?:${anyOf(writings(number))})(?![\p{L}\p{N}]|\.\d)`,
    'gu',
  )
}

/** Whether a text has the name of the place at all. */
export function mentions(text: string, place: Place): boolean {
  const called = calledIn(place)
  return new RegExp(called.source, 'iu').test(text)
}

/** Where a text has the beginning of a place, and how clearly it is one; null if it only mentions it, or doesn’t. */
export function beginningOf(place: Place, text: string): { index: number; clarity: number } | null {
  const called = [...text.matchAll(calledIn(place))].map(found => ({
    index: found.index,
    clarity: startsAt(text, found.index) + followedBy(text.slice(found.index + found[0].length)),
    named: 1,
  }))
  const bare = [...text.matchAll(bareIn(place))].map(found => ({
    index: found.index,
    clarity: bareClarityOf(text, found.index, found[0]),
    named: 0,
  }))
  const [best] = [...called, ...bare]
    .filter(({ clarity }) => clarity >= clear)
    .map(({ index, clarity, named }) => ({ index, clarity: Math.min(clarity, clearest) + named }))
    .sort((a, b) => b.clarity - a.clarity || a.index - b.index)
  // Last, as it costs most, and a book has thousands of passages.
  return best && !isListing(text) ? best : null
}

const nothing = /(?!)/gu

function bareIn({ kind, number }: Place): RegExp {
  if (!kind.bare) return nothing
  const short = shortWritings(number)
  const pattern = kind.bare.replace('#', `(?:${anyOf(short)})`).replace('@', short.at(-1)!)
  return new RegExp(String.raw`(?<=^|\s)${pattern}`, 'gu')
}

const sentenceEnd = /[.!?:;)\]”"■□∎]\s*$/
const mention =
  /((?<!\p{L})(in|see|of|by|from|and|to|the|with|at|on|or|than|our|this|that|as|also|under|per|for|both|using|use|apply|via|cf\.?|eqs?\.?|equations?|formulas?)|[,(“])\s*$/iu

function startsAt(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - 20), index)
  if (index === 0 || /\n\s*$/.test(before)) return 3
  if (mention.test(before)) return -3
  return sentenceEnd.test(before) ? 2 : 0
}

function followedBy(after: string): number {
  if (/^[^\n]{0,100}(\. ?){4,}/.test(after)) return -5
  if (/^\s?[:.]\s*($|\n|["“(]?\p{Lu}|[(\d])/u.test(after)) return 3
  if (/^\s*(\(|[–—-] )/.test(after)) return 2
  if (/^[:.]\s/.test(after)) return 1
  return /^(\s+["“]?\p{Lu}|\s*\n|\s*$)/u.test(after) ? 1 : -2
}

function bareClarityOf(text: string, index: number, found: string): number {
  const start = startsAt(text, index)
  if (found.startsWith('(')) return start < 0 ? start : 3
  if (/^.{0,100}(\. ?){4,}/.test(text.slice(index + found.length, index + found.length + 120))) return -5
  return start + (start === 3 || /\.\d|[.)]\s/.test(found) ? 1 : 0)
}

/** The places that may come right after one of a kind that holds others: the next of its kind, or of a larger one. */
export function successorsOf({ kind, number }: Place): Place[] {
  if (!kind.holds) return []
  const parts = number.split('.')
  return parts.flatMap((part, depth) => {
    const before = parts.slice(0, depth)
    // Of its own kind one may be missed.
    const next = nextOf(part).slice(0, depth === parts.length - 1 ? 2 : 1)
    return next.map(next => ({ kind, number: [...before, next].join('.') }))
  })
}

function nextOf(part: string): string[] {
  if (/^\d+$/.test(part)) return [1, 2].map(more => String(Number(part) + more))
  return [String.fromCharCode(part.charCodeAt(0) + 1)]
}

export const rankOf = ({ kind }: Place): number => kinds.indexOf(kind)

/** PostgreSQL’s pattern for titles of documents that name a place, such as “Lecture 8: Heaps” and “hw02”. */
export function titlePatternOf({ kind, number }: Place): string {
  return String.raw`\m(${kind.words.join('|')})s?[ ._#-]*0*(${anyOf(writings(number))})(?![0-9]|\.[0-9])`
}
