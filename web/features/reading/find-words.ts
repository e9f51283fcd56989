import type { PageBox } from '#shared/api/documents.ts'
import { withoutAccents } from '#shared/domain/accents.ts'
import { folded, placesOf } from './find-in-text.ts'

/** A letter of a page in its comparable form, with its position. */
type Letter = { node: Text; start: number; end: number }

/**
 * Where words are on a page, line by line, in fractions of it: searches letter by letter in the text layer.
 * If they occur more than once, prefers those in the passage. Empty if they aren’t there.
 */
export function findWords(page: Element, quote: string, passage: readonly PageBox[]): PageBox[] {
  const frame = page.getBoundingClientRect()
  const { letters, places } = lettersOf(page, plain)
  return quote.split('…').flatMap(part => {
    const wanted = plain(part)
    if (wanted === '') return []
    const found = occurrences(letters, wanted).map(at => linesOf(places.slice(at, at + wanted.length), frame))
    return found.find(lines => lines[0] && passage.some(box => meet(box, lines[0]!))) ?? found[0] ?? []
  })
}

/** Where a pattern is found on a page, each time line by line, in fractions of it. */
export function findPattern(page: Element, pattern: RegExp): (() => PageBox[])[] {
  const frame = page.getBoundingClientRect()
  const { letters, places } = lettersOf(page, folded)
  return placesOf(letters, pattern).map(
    ({ start, end }) =>
      () =>
        linesOf(places.slice(start, end), frame),
  )
}

function lettersOf(page: Element, form: (text: string) => string): { letters: string; places: Letter[] } {
  let letters = ''
  const places: Letter[] = []
  const add = (formed: string, place: Letter) => {
    letters += formed
    for (let unit = 0; unit < formed.length; unit++) places.push(place)
  }
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let last: Text | undefined
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text) {
      let start = 0
      for (const character of node.data) {
        const end = start + character.length
        // A ligature is several letters in one position.
        add(form(character), { node, start, end })
        start = end
      }
      last = node
    } else if (node instanceof HTMLBRElement && last) {
      add(form('\n'), { node: last, start: last.length, end: last.length })
    }
  }
  return { letters, places }
}

/** The letters and digits of a text, ignoring fonts, case and accents. */
function plain(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function occurrences(letters: string, wanted: string): number[] {
  const found: number[] = []
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) found.push(at)
  return found
}

function linesOf(letters: readonly Letter[], frame: DOMRect): PageBox[] {
  const lines: DOMRect[] = []
  for (const { node, start, end } of piecesOf(letters)) {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    for (const box of range.getClientRects()) {
      const last = lines.at(-1)
      if (last && sameLine(last, box)) lines[lines.length - 1] = around(last, box)
      else if (box.width > 0) lines.push(box)
    }
  }
  return lines.map(({ x, y, width, height }) => ({
    x: (x - frame.x) / frame.width,
    y: (y - frame.y) / frame.height,
    width: width / frame.width,
    height: height / frame.height,
  }))
}

/** From the first to the last letter in each piece of text. */
function piecesOf(letters: readonly Letter[]): Letter[] {
  const pieces: Letter[] = []
  for (const letter of letters) {
    const last = pieces.at(-1)
    if (last?.node === letter.node) last.end = letter.end
    else pieces.push({ ...letter })
  }
  return pieces
}

function sameLine(one: DOMRect, other: DOMRect): boolean {
  const common = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return common > Math.min(one.height, other.height) / 2
}

function around(one: DOMRect, other: DOMRect): DOMRect {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  return new DOMRect(
    left,
    top,
    Math.max(one.right, other.right) - left,
    Math.max(one.bottom, other.bottom) - top,
  )
}

function meet(one: PageBox, other: PageBox): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
