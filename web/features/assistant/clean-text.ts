// What no text of a call may hold (shared/api/fields.ts), and documents nevertheless do.
const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Text of a document as one line of at most `most` characters, and without what can't be sent. */
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
