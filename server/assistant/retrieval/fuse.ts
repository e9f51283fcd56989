/**
 * Keeps the top few ranks from deciding alone: Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion”, SIGIR
 * 2009.
 */
const evenness = 60

/**
 * Merges several rankings: an item ranks high if it is high in one, and higher if it is in several. The first
 * ranking wins ties.
 */
export function fuse<T extends { id: string }>(...rankings: readonly (readonly T[])[]): T[] {
  const found = new Map<string, { one: T; score: number }>()
  for (const ranking of rankings) {
    for (const [rank, one] of ranking.entries()) {
      const { score } = found.get(one.id) ?? { score: 0 }
      found.set(one.id, { one, score: score + 1 / (evenness + rank + 1) })
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ one }) => one)
}
