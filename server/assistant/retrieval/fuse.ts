/** What keeps the first few places from deciding alone: Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion”, SIGIR 2009. */
const evenness = 60

/** One ranking of several: what stands high in any of them, and most of all what stands high in more. At a tie the first counts. */
export function fuse<T extends { id: string }>(...rankings: readonly (readonly T[])[]): T[] {
  const found = new Map<string, { one: T; score: number }>()
  for (const ranking of rankings) {
    for (const [place, one] of ranking.entries()) {
      const { score } = found.get(one.id) ?? { score: 0 }
      found.set(one.id, { one, score: score + 1 / (evenness + place + 1) })
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ one }) => one)
}
