/** A piece of text as pdf.js finds it, placed in fractions of the page from its upper left corner. */
export type Piece = { text: string; x: number; y: number; width: number; height: number; endsLine: boolean }

export type Line = { text: string; x: number; y: number; width: number; height: number }

/**
 * Groups the pieces of a page into lines, in the order of the page. Leaves out text outside the page, which
 * nobody sees.
 */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = []
  let line: Line | null = null
  const close = () => {
    const text = line ? readable(line.text) : ''
    if (line && text) lines.push({ ...line, text })
    line = null
  }
  for (const piece of pieces) {
    if (line && !sameLine(line, piece)) close()
    if (piece.text !== '' && onPage(piece)) line = line ? joined(line, piece) : lineOf(piece)
    if (piece.endsLine) close()
  }
  close()
  return lines
}

function onPage({ x, y, width, height }: Piece): boolean {
  return x < 1 && y < 1 && x + width > 0 && y + height > 0
}

function sameLine(line: Line, piece: Piece): boolean {
  const middle = piece.y + piece.height / 2
  return middle > line.y - line.height * 0.3 && middle < line.y + line.height * 1.3
}

function lineOf({ text, x, y, width, height }: Piece): Line {
  return { text, x, y, width, height }
}

function joined(line: Line, piece: Piece): Line {
  const [left, top] = [Math.min(line.x, piece.x), Math.min(line.y, piece.y)]
  return {
    // pdf.js may return the space between words as a piece of its own.
    text: line.text + piece.text,
    x: left,
    y: top,
    width: Math.max(line.x + line.width, piece.x + piece.width) - left,
    height: Math.max(line.y + line.height, piece.y + piece.height) - top,
  }
}

/**
 * Text as people see it: without zero-width characters, marks that reorder text, and characters that can’t be
 * stored.
 */
export function readable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}
