/** What a list by time shows of the rows that are loaded. */
type Source = {
  rows: readonly { at: string }[]
  /** The time of the last loaded row, shown or not; null if there are no more to load. */
  until: string | null
}

/**
 * Lists by time as one, as far as every one of them is known, and which of them must load more before it goes on: its next page may
 * hold what comes before the last rows of the others.
 */
export function merged<From extends Source>(
  sources: readonly From[],
  order: 'rising' | 'falling',
): { rows: From['rows'][number][]; behind: From | null } {
  const compare = (a: string, b: string) => (order === 'rising' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)
  const [behind = null] = sources
    .filter(({ until }) => until !== null)
    .sort((a, b) => compare(a.until!, b.until!))
  const isKnown = ({ at }: { at: string }) => behind === null || compare(at, behind.until!) <= 0
  const rows = sources.flatMap(source => source.rows.filter(isKnown)).sort((a, b) => compare(a.at, b.at))
  return { rows, behind }
}
