/** A PostgreSQL notification is shorter than 8,000 bytes: this many in base64, plus the piece's number. */
const pieceBytes = 5_850
const longestWhole = 7_900

/** Splits a notice into payloads that fit in one notification each, sent together. */
export function cut(notice: string): string[] {
  const bytes = Buffer.from(notice)
  if (bytes.length <= longestWhole) return [notice]
  const count = Math.ceil(bytes.length / pieceBytes)
  return Array.from({ length: count }, (_, index) => {
    const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes)
    return `${index + 1}/${count}:${piece.toString('base64')}`
  })
}

/**
 * Reassembles payloads: returns a notice when its last piece arrives. The pieces of one transaction arrive in
 * sequence; a notice without its beginning, because the connection was lost, is dropped.
 */
export function createJoiner(): (payload: string) => string | undefined {
  let pieces: Buffer[] = []
  return payload => {
    const [, index, count, base64] = /^(\d+)\/(\d+):(.*)$/s.exec(payload) ?? []
    if (base64 === undefined) return payload
    if (index === '1') pieces = []
    pieces.push(Buffer.from(base64, 'base64'))
    if (index !== count) return undefined
    const notice = pieces.length === Number(count) ? Buffer.concat(pieces).toString() : undefined
    pieces = []
    return notice
  }
}
