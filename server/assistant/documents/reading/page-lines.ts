import { joinAccents } from '#shared/domain/accents.ts'

/** A piece of text as pdf.js finds it, placed in fractions of the page from its upper left corner. */
export type TextPiece = {
  text: string
  x: number
  y: number
  width: number
  height: number
  endsLine: boolean
}

/** `size` is the height of most of its letters: a raised letter or a formula makes the line higher than these. */
export type Line = { text: string; x: number; y: number; width: number; height: number; size: number }

/**
 * Groups the pieces of a page into lines, in the order of the page. Leaves out text outside the page, which
 * nobody sees.
 */
export function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = []
  let line: Extent | null = null
  let parts: TextPiece[] = []
  const close = () => {
    const text = readable(parts.map(({ text }) => text).join(''))
    if (line && text) lines.push({ ...line, text, size: sizeOf(parts) })
    line = null
    parts = []
  }
  for (const piece of pieces) {
    if (line && !sameLine(line, piece)) close()
    if (piece.text !== '' && onPage(piece)) {
      line = around(line ?? piece, piece)
      // pdf.js may return the space between words as a piece of its own.
      parts.push(piece)
    }
    if (piece.endsLine) close()
  }
  close()
  return lines
}

function onPage({ x, y, width, height }: TextPiece): boolean {
  return x < 1 && y < 1 && x + width > 0 && y + height > 0
}

function sameLine(line: Extent, piece: TextPiece): boolean {
  const middle = piece.y + piece.height / 2
  return middle > line.y - line.height * 0.3 && middle < line.y + line.height * 1.3
}

type Extent = { x: number; y: number; width: number; height: number }

function around(one: Extent, other: Extent): Extent {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

function sizeOf(parts: readonly TextPiece[]): number {
  const letters = new Map<number, number>()
  for (const { text, height } of parts) {
    const step = Math.round(height * 10_000)
    letters.set(step, (letters.get(step) ?? 0) + text.trim().length)
  }
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most))[0] / 10_000
}

/**
 * Text as people see it: without zero-width characters, marks that reorder text, and characters that can’t be
 * stored.
 */
export function readable(text: string): string {
  return (
    joinAccents(text.toWellFormed())
      .normalize('NFKC')
      .replace(/\s+/g, ' ')
      // A soft hyphen shows only where its word breaks.
      .replace(/\u00ad(?= ?$)/, '-')
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
  )
}
