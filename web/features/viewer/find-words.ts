import type { PageBox } from '#shared/api/documents.ts'

/** A letter or digit of a page, as it is compared, with where it stands. */
type Letter = { node: Text; start: number; end: number }

/**
 * Where words stand on a page, line by line, in fractions of it: they are looked for letter by letter in the text that lies over
 * the page. Where they stand there more than once, those in the passage are meant. None where they aren’t there.
 */
export function findWords(page: Element, quote: string, passage: readonly PageBox[]): PageBox[] {
  const frame = page.getBoundingClientRect()
  const { letters, places } = lettersOf(page)
  return quote.split('…').flatMap(part => {
    const wanted = folded(part)
    if (wanted === '') return []
    const found = occurrences(letters, wanted).map(at => linesOf(places.slice(at, at + wanted.length), frame))
    return found.find(lines => lines[0] && passage.some(box => meet(box, lines[0]!))) ?? found[0] ?? []
  })
}

function lettersOf(page: Element): { letters: string; places: Letter[] } {
  let letters = ''
  const places: Letter[] = []
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    let start = 0
    for (const character of node.data) {
      const end = start + character.length
      // A ligature is several letters in one place.
      for (const letter of folded(character)) {
        letters += letter
        for (let unit = 0; unit < letter.length; unit++) places.push({ node, start, end })
      }
      start = end
    }
  }
  return { letters, places }
}

/** The letters and digits of a text, without what tells fonts, cases and accents apart. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
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
