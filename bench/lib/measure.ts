export type Times = { p50: number; p95: number; p99: number }

/** Runs a function repeatedly, alone, and returns its times in milliseconds, after eight warm-up runs, which don't count. */
export async function measure(runs: number, run: () => Promise<unknown>): Promise<Times> {
  for (let n = 0; n < 8; n++) await run()
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) }
}

/** The value below which this share of the values is; the largest for a share of 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** Milliseconds for a table: "12.3". */
export function ms(value: number): string {
  return value.toFixed(1)
}
