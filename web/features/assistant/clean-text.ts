// Characters that calls refuse (shared/api/fields.ts), but that documents contain.
const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Text of a document as one line of at most `most` characters, without characters that calls refuse. */
export function cleanLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ').replace(unwanted, '').trim()
  const letters = [...line]
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
