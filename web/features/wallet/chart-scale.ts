export type ChartScale = {
  top: number
  bottom: number
  /** Round amounts from the bottom to the top, nothing among them. */
  lines: number[]
}

/** About as many steps a chart has; with fewer its lines say little, with more they crowd. */
const wantedSteps = 3

/** The scale of a chart of cents: from a round amount to a round amount, in steps of 1, 2 or 5 by a power of ten. */
export function chartScale(cents: readonly number[]): ChartScale {
  const [highest, lowest] = [Math.max(0, ...cents), Math.min(0, ...cents)]
  const wanted = Math.max(1, (highest - lowest) / wantedSteps)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 5, 10].map(times => times * power).find(one => one >= wanted)!
  const [up, down] = [Math.ceil(highest / step), Math.ceil(-lowest / step)]
  const lines = Array.from({ length: up + down + 1 }, (_, n) => (n - down) * step)
  return { top: up * step, bottom: -down * step, lines }
}
