import { find } from 'linkifyjs'

/** A piece of a text; if it is an address, `href` has it. */
type Piece = { start: number; text: string; href: string | null }

/** Splits a text into pieces, recognizing addresses. The visible text is always what was written. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const plain = (until: number) => {
    if (until > end) pieces.push({ start: end, text: text.slice(end, until), href: null })
  }
  for (const found of find(text, 'url', { defaultProtocol: 'https' })) {
    if (!isSafe(found.href)) continue
    plain(found.start)
    pieces.push({ start: found.start, text: text.slice(found.start, found.end), href: found.href })
    end = found.end
  }
  plain(text.length)
  return pieces
}

/**
 * Only web pages. A name before the host (`https://ignite.example@elsewhere.example`) is there to mislead.
 */
function isSafe(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, username, password } = new URL(href)
  return (protocol === 'https:' || protocol === 'http:') && !username && !password
}
