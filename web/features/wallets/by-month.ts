/** Groups lines, the latest first, under the months of a zone: "November 2026". */
export function byMonth<Line extends { date: string }>(
  lines: readonly Line[],
  zone: string,
): { name: string; lines: Line[] }[] {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: zone })
  const months = Map.groupBy(lines, ({ date }) => format.format(new Date(date)))
  return [...months].map(([name, ofMonth]) => ({ name, lines: ofMonth }))
}
