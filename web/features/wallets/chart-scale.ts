export type ChartScale = {
  top: number
  bottom: number
  /** Round amounts from bottom to top, including zero. */
  lines: number[]
}

/** The approximate number of steps in a chart: fewer say little, more get crowded. */
const wantedSteps = 3

/**
 * The scale of a chart of cents: from one round amount to another, in steps of 1, 2 or 5 times a power of
 * ten.
 */
export function chartScale(cents: readonly number[]): ChartScale {
  const [highest, lowest] = [Math.max(0, ...cents), Math.min(0, ...cents)]
  const wanted = Math.max(1, (highest - lowest) / wantedSteps)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 5, 10].map(times => times * power).find(one => one >= wanted)!
  const [up, down] = [Math.ceil(highest / step), Math.ceil(-lowest / step)]
  const lines = Array.from({ length: up + down + 1 }, (_, n) => (n - down) * step)
  return { top: up * step, bottom: -down * step, lines }
}
