/**
 * The rows of a list without repetitions, each in its first place: while a person pages, a new row pushes
 * another onto the next page, and one that changes comes again.
 */
export function eachOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row.id, row])).values()]
}
