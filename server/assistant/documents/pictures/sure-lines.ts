import type { Block } from 'tesseract.js'
import { type Line, readable } from '../reading/page-lines.ts'

/** The words of a page's lines, each with its box [x, y, width, height] in ten-thousandths of the page. */
export type PageWords = [text: string, x: number, y: number, width: number, height: number][][]

type Size = { width: number; height: number }
type Found = Block['paragraphs'][number]['lines'][number]

/** Percent, as Tesseract judges. Of 1,185 words on two pages of noise, two were above. */
const sure = 60

/** No page that people read has more. */
const mostWords = 5_000

/**
 * The lines that were recognized with confidence, as lines of text and as words. A line in which fewer than half of the words are sure
 * is a pattern, and so is a page without a whole word.
 */
export function sureLines(blocks: readonly Block[], size: Size): { lines: Line[]; words: PageWords } {
  const lines: Line[] = []
  const words: PageWords = []
  let count = 0
  for (const found of blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))) {
    const kept = sureWords(found, size)
    count += kept.length
    if (kept.length * 2 < found.words.length || kept.length === 0 || count > mostWords) continue
    words.push(kept)
    lines.push(lineOf(kept, found.rowAttributes.rowHeight / size.height))
  }
  const whole = lines.some(({ text }) => /[\p{L}\p{N}]{3}/u.test(text))
  return whole ? { lines, words } : { lines: [], words: [] }
}

function sureWords({ words }: Found, { width, height }: Size): PageWords[number] {
  return words.flatMap(({ text, confidence, bbox: { x0, y0, x1, y1 } }): PageWords[number] => {
    const word = readable(text)
    if (confidence < sure || word === '') return []
    return [
      [word, units(x0 / width), units(y0 / height), units((x1 - x0) / width), units((y1 - y0) / height)],
    ]
  })
}

const units = (fraction: number) => Math.round(Math.min(Math.max(fraction, 0), 1) * 10_000)

/** As high as its row: the box around a slanting line is much higher, and would make it a heading. */
function lineOf(words: PageWords[number], height: number): Line {
  const left = Math.min(...words.map(([, x]) => x)) / 10_000
  const right = Math.max(...words.map(([, x, , width]) => x + width)) / 10_000
  const top = Math.min(...words.map(([, , y]) => y)) / 10_000
  const bottom = Math.max(...words.map(([, , y, , high]) => y + high)) / 10_000
  return {
    text: words.map(([text]) => text).join(' '),
    x: left,
    y: (top + bottom - height) / 2,
    width: right - left,
    height,
  }
}
