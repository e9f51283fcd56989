import { type PDFFont, PDFNumber, PDFOperator, PDFOperatorNames, type PDFPage } from 'pdf-lib'
import { type Colour, type Fonts, pick, type Style } from './fonts.ts'

/** A stretch of text in one font, as it will be drawn. */
type Piece = { text: string; font: PDFFont; size: number; rise: number; width: number }
type Word = { pieces: Piece[]; width: number }
export type Line = { words: Word[]; width: number; last: boolean }

type Mark = { text: string; style: Style; rise: -1 | 0 | 1 }

/** Sets a text in lines of a width. Marks: `*italic*`, `**bold**`, `` `code` ``, `x_{1}`, `x^{2}`. */
export function setLines(
  fonts: Fonts,
  text: string,
  size: number,
  width: number,
  style: Style = 'roman',
): Line[] {
  const space = fonts[style === 'bold' ? 'bold' : 'roman'].widthOfTextAtSize(' ', size)
  const lines: Line[] = []
  let words: Word[] = []
  let used = 0
  for (const word of wordsOf(fonts, text, size, style)) {
    const needed = used + (words.length > 0 ? space : 0) + word.width
    if (words.length > 0 && needed > width) {
      lines.push({ words, width: used, last: false })
      words = []
      used = 0
    }
    used += (words.length > 0 ? space : 0) + word.width
    words.push(word)
  }
  if (words.length > 0) lines.push({ words, width: used, last: true })
  return lines
}

/** Draws a line with its baseline at y; a justified one fills the width. */
export function drawLine(
  page: PDFPage,
  fonts: Fonts,
  line: Line,
  { x, y, size, colour, fill }: { x: number; y: number; size: number; colour: Colour; fill?: number },
): void {
  const natural = fonts.roman.widthOfTextAtSize(' ', size)
  const gaps = line.words.length - 1
  const glyphs = line.words.reduce((sum, word) => sum + word.width, 0)
  const space = fill && !line.last && gaps > 0 ? (fill - glyphs) / gaps : natural
  let at = x
  // Words of one font are drawn as one text, its spaces widened: so it can be selected and searched as it is read.
  let run: Run | null = null
  const flush = () => {
    if (!run) return
    const { piece, text, left } = run
    const widened = space - piece.font.widthOfTextAtSize(' ', piece.size)
    page.pushOperators(PDFOperator.of(PDFOperatorNames.SetWordSpacing, [PDFNumber.of(widened)]))
    page.drawText(text, { x: left, y: y + piece.rise, size: piece.size, font: piece.font, color: colour })
    run = null
  }
  for (const [index, word] of line.words.entries()) {
    if (index > 0) {
      at += space
      if (run) run.text += ' '
    }
    for (const piece of word.pieces) {
      if (run && isLike(run.piece, piece)) run.text += piece.text
      else {
        flush()
        run = { piece, text: piece.text, left: at }
      }
      at += piece.width
    }
  }
  flush()
  page.pushOperators(PDFOperator.of(PDFOperatorNames.SetWordSpacing, [PDFNumber.of(0)]))
}

type Run = { piece: Piece; text: string; left: number }

function isLike(a: Piece, b: Piece): boolean {
  return a.font === b.font && a.size === b.size && a.rise === b.rise
}

/** The width of a text that isn't wrapped. */
export function widthOf(fonts: Fonts, text: string, size: number, style: Style = 'roman'): number {
  return setLines(fonts, text, size, Number.POSITIVE_INFINITY, style)[0]?.width ?? 0
}

function wordsOf(fonts: Fonts, text: string, size: number, style: Style): Word[] {
  const words: Word[] = []
  let pieces: Piece[] = []
  const close = () => {
    if (pieces.length === 0) return
    words.push({ pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0) })
    pieces = []
  }
  for (const mark of marksOf(text, style)) {
    const parts = mark.text.split(/( +)/)
    for (const part of parts) {
      if (part === '') continue
      if (part.trim() === '') close()
      else pieces.push(...piecesOf(fonts, { ...mark, text: part }, size))
    }
  }
  close()
  return words
}

const marks =
  /\*\*(?<bold>[^*]+)\*\*|\*(?<italic>[^*]+)\*|`(?<code>[^`]+)`|_\{(?<sub>[^}]+)\}|\^\{(?<sup>[^}]+)\}/g

function marksOf(text: string, style: Style): Mark[] {
  const found: Mark[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > end) found.push({ text: text.slice(end, match.index), style, rise: 0 })
    const { bold, italic, code, sub, sup } = match.groups!
    if (bold) found.push({ text: bold, style: 'bold', rise: 0 })
    else if (italic) found.push({ text: italic, style: 'italic', rise: 0 })
    else if (code) found.push({ text: code, style: 'code', rise: 0 })
    else if (sub) found.push({ text: sub, style, rise: -1 })
    else if (sup) found.push({ text: sup, style, rise: 1 })
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ text: text.slice(end), style, rise: 0 })
  return found
}

function piecesOf(fonts: Fonts, mark: Mark, size: number): Piece[] {
  const ownSize = (mark.rise === 0 ? size : size * 0.7) * (mark.style === 'code' ? 0.9 : 1)
  const rise = mark.rise === 1 ? size * 0.36 : mark.rise === -1 ? -size * 0.16 : 0
  const pieces: Piece[] = []
  for (const char of mark.text) {
    const font = pick(fonts, mark.style, char)
    const last = pieces.at(-1)
    if (last?.font === font) last.text += char
    else pieces.push({ text: char, font, size: ownSize, rise, width: 0 })
  }
  for (const piece of pieces) piece.width = piece.font.widthOfTextAtSize(piece.text, ownSize)
  return pieces
}
