/** A word that posts use, and how often. */
export type KnownWord = { word: string; posts: number }

/**
 * The known word that a mistyped one most likely stands for, or null if none is close: one typo (a letter
 * missing, too many, wrong, or two swapped) in four to six letters, two in longer words. Shorter words and
 * those with digits (a CRN, a course code) stay as typed: corrected, they would name something else.
 */
export function nearestWord(typed: string, known: readonly KnownWord[]): string | null {
  const allowed = allowedMistakes(typed)
  const [nearest] = known
    .map(({ word, posts }) => ({ word, posts, mistakes: mistakesBetween(typed, word) }))
    .filter(({ mistakes }) => mistakes <= allowed)
    .sort((a, b) => a.mistakes - b.mistakes || b.posts - a.posts || (a.word < b.word ? -1 : 1))
  return nearest?.word ?? null
}

function allowedMistakes(word: string): number {
  const length = [...word].length
  if (/\d/.test(word) || length < 4) return 0
  return length < 7 ? 1 : 2
}

/** Optimal string alignment distance: Levenshtein's, with two swapped neighbors counted as one mistake. */
export function mistakesBetween(a: string, b: string): number {
  const [from, to] = [[...a], [...b]]
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        current[column - 1]! + 1,
        rows[row - 1]![column]! + 1,
        rows[row - 1]![column - 1]! + (same ? 0 : 1),
        swapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(current)
  }
  return rows[from.length]![to.length]!
}
