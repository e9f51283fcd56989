/**
 * Whether a text is a piece of an index or of a table of contents: page numbers, and hardly a sentence. Such
 * pages have all the words of a book, and explain none.
 */
export function isListing(text: string): boolean {
  const plain = text.replace(leaders, ' ')
  const numbers = plain.match(pageNumber)?.length ?? 0
  const sentences = plain.match(sentenceEnd)?.length ?? 0
  return numbers >= 5 && numbers > 2 * sentences && numbers / plain.split(/\s+/).length > 0.08
}

const leaders = /(\.\s?){4,}/g
const pageNumber = /(?<=\s)\d{1,4}(?=[,;]?(\s|$))/g
const sentenceEnd = /\p{Ll}[.!?](?=\s|$)/gu
