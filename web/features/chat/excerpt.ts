/** How many characters precede the first match. */
const before = 30
const longest = 160

/** The part of a text around the first of some words, for a list of results. */
export function excerptOf(text: string, words: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  const places = words
    .toLowerCase()
    .split(/\s+/)
    .map(word => line.toLowerCase().indexOf(word))
    .filter(place => place >= 0)
  const start = Math.max(0, Math.min(...places, line.length) - before)
  if (places.length === 0 || line.length <= longest) return line.slice(0, longest)
  // Not within a word.
  const from = start === 0 ? 0 : line.indexOf(' ', start) + 1
  return `${from > 0 ? '… ' : ''}${line.slice(from, from + longest)}`
}
