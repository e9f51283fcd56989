/** A list by time as far as it is loaded. */
type Source = { rows: readonly { at: string }[]; hasNextPage: boolean }

/**
 * Lists by time as one, as far as every one of them is known, and which of them must load more before it goes on: its next page may
 * hold what comes before the last rows of the others.
 */
export function merged<From extends Source>(
  sources: readonly From[],
  order: 'rising' | 'falling',
): { rows: From['rows'][number][]; behind: From | null } {
  const compare = (a: string, b: string) => (order === 'rising' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)
  const lastOf = ({ rows }: From) => rows.at(-1)!.at
  const [behind = null] = sources
    .filter(({ hasNextPage }) => hasNextPage)
    .sort((a, b) => compare(lastOf(a), lastOf(b)))
  const isKnown = ({ at }: { at: string }) => behind === null || compare(at, lastOf(behind)) <= 0
  const rows = sources.flatMap(source => source.rows.filter(isKnown)).sort((a, b) => compare(a.at, b.at))
  return { rows, behind }
}
