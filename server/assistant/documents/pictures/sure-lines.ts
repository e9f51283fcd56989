import type { Block } from 'tesseract.js'
import { boxUnits, type RecognizedLine } from '#shared/api/documents.ts'
import { type Line, readable } from '../reading/page-lines.ts'

type Word = { text: string; x: number; y: number; width: number; height: number }

type Size = { width: number; height: number }
type Found = Block['paragraphs'][number]['lines'][number]

/** Percent, as Tesseract judges. Of 1,185 words on two pages of noise, two were above. */
const sure = 60

/** No page that people read has more. */
const mostWords = 5_000

/**
 * The lines that were recognized with confidence, as text and with the places of their words. A line in which fewer than half of the
 * words are sure is a pattern, and so is a page without a whole word. `own` are the lines that the page has as text.
 */
export function sureLines(
  blocks: readonly Block[],
  size: Size,
  own: readonly Line[],
): { lines: Line[]; recognized: RecognizedLine[] } {
  const lines: Line[] = []
  const recognized: RecognizedLine[] = []
  let count = 0
  for (const found of blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))) {
    const words = sureWords(found, size)
    count += words.length
    if (words.length * 2 < found.words.length || words.length === 0 || count > mostWords) continue
    const text = words.map(word => word.text).join(' ')
    const height = found.rowAttributes.rowHeight / size.height
    const line = { text, ...boxAround(words, height), size: height }
    if (own.some(one => isAt(one, line))) continue
    lines.push(line)
    recognized.push({
      text,
      boxes: words.flatMap(({ x, y, width, height }) => [x, y, width, height].map(inUnits)),
    })
  }
  const whole = lines.some(({ text }) => /[\p{L}\p{N}]{3}/u.test(text))
  return whole ? { lines, recognized } : { lines: [], recognized: [] }
}

function isAt(one: Line, other: Line): boolean {
  const middle = other.y + other.height / 2
  const common = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  return middle > one.y - one.height / 2 && middle < one.y + one.height * 1.5 && common > other.width / 2
}

function sureWords({ words }: Found, { width, height }: Size): Word[] {
  return words.flatMap(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => {
    // An accent by itself becomes a space with an accent.
    const word = readable(text).replaceAll(' ', '')
    if (confidence < sure || word === '') return []
    return [
      { text: word, x: x0 / width, y: y0 / height, width: (x1 - x0) / width, height: (y1 - y0) / height },
    ]
  })
}

const inUnits = (fraction: number) => Math.round(Math.min(Math.max(fraction, 0), 1) * boxUnits)

/** As high as its row: the box around a slanting line is much higher, and would make it a heading. */
function boxAround(words: readonly Word[], height: number): Omit<Line, 'text' | 'size'> {
  const left = Math.min(...words.map(({ x }) => x))
  const right = Math.max(...words.map(({ x, width }) => x + width))
  const top = Math.min(...words.map(({ y }) => y))
  const bottom = Math.max(...words.map(word => word.y + word.height))
  return { x: left, y: (top + bottom - height) / 2, width: right - left, height }
}
