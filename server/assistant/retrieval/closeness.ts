/** About a sentence, in words. */
const nearby = 30

/** Where a text has a word of the question, counted in words. */
export type WordPosition = { place: number; term: number }

/**
 * The most that different words of the question weigh together which stand within about a sentence of each
 * other.
 */
export function mostNearby(positions: readonly WordPosition[], weights: readonly number[]): number {
  const inOrder = [...positions].sort((a, b) => a.place - b.place)
  const counts = weights.map(() => 0)
  let first = 0
  let together = 0
  let most = 0
  for (const { place, term } of inOrder) {
    if (counts[term]!++ === 0) together += weights[term]!
    for (; inOrder[first]!.place < place - nearby; first++) {
      const left = inOrder[first]!.term
      if (--counts[left]! === 0) together -= weights[left]!
    }
    most = Math.max(most, together)
  }
  return most
}

/** The share of the pairs of words that a text has word for word. Both are in plain words. */
export function shareOf(wording: readonly string[], plain: string): number {
  const text = ` ${plain} `
  return wording.filter(pair => text.includes(` ${pair} `)).length / Math.max(wording.length, 1)
}
