import type { FaqCategory } from './categories.ts'
import type { Question } from './questions.ts'

/** The questions in a category (or in all) that contain every word, in the question or its answer. */
export function findQuestions(
  questions: readonly Question[],
  text: string,
  category: FaqCategory | undefined,
): readonly Question[] {
  const words = wordsOf(text)
  return questions.filter(
    ({ category: of, question, answer }) =>
      (!category || category === of) && holdsAll(`${question} ${answer.join(' ')}`, words),
  )
}

/** A text in parts, each of which is a match or not. */
export function matchesIn(text: string, search: string): { text: string; match: boolean }[] {
  const words = wordsOf(search)
  if (words.length === 0) return [{ text, match: false }]
  // If folding changes the length, positions in the two texts don't correspond.
  const folded = plain(text).length === text.length ? plain(text) : text
  const parts: { text: string; match: boolean }[] = []
  let from = 0
  for (let at = 0; at < text.length; ) {
    const word = words.find(candidate => folded.startsWith(candidate, at))
    if (!word) {
      at++
      continue
    }
    if (at > from) parts.push({ text: text.slice(from, at), match: false })
    parts.push({ text: text.slice(at, at + word.length), match: true })
    at += word.length
    from = at
  }
  if (from < text.length) parts.push({ text: text.slice(from), match: false })
  return parts
}

/** Longest first, so that of two words the more specific one is marked. */
function wordsOf(text: string): string[] {
  const words = plain(text).split(/[^\p{L}\p{N}$@.’]+/u)
  return words.filter(Boolean).sort((a, b) => b.length - a.length)
}

function holdsAll(text: string, words: string[]): boolean {
  const folded = plain(text)
  return words.every(word => folded.includes(word))
}

function plain(text: string): string {
  return text.replaceAll("'", '’').toLowerCase()
}
