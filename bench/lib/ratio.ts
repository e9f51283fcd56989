/** The median of a list of numbers. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Measures two things alternately, A B A B …, after one warm-up of each, and returns the medians and the
 * median of the pairwise ratios A/B: these machines are noisy, and a pair shares its noise.
 */
export async function pairs(
  count: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<{ a: number; b: number; ratio: number }> {
  await a()
  await b()
  const measured: { a: number; b: number }[] = []
  for (let pair = 0; pair < count; pair++) measured.push({ a: await a(), b: await b() })
  return {
    a: median(measured.map(pair => pair.a)),
    b: median(measured.map(pair => pair.b)),
    ratio: median(measured.map(pair => pair.a / pair.b)),
  }
}
