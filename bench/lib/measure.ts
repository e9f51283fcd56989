export type Times = { p50: number; p95: number; p99: number }

/** Runs something over and over, alone, and answers its times in milliseconds. The first runs don't count. */
export async function measure(runs: number, run: () => Promise<unknown>): Promise<Times> {
  for (let n = 0; n < 8; n++) await run()
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Milliseconds for a table: "12.3". */
export function ms(value: number): string {
  return value.toFixed(1)
}
