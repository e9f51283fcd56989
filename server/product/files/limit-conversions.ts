import { problem } from '#server/platform/http/problem.ts'

/** Counts a person's conversion; returns the function to call when done. */
export type BeginConversion = (personId: string) => () => void

/** Limits how many files each person converts at once on this server; another server has its own converter. */
export function limitConversions(atOnce: number): BeginConversion {
  const underWay = new Map<string, number>()
  return personId => {
    const now = underWay.get(personId) ?? 0
    if (now >= atOnce) {
      throw problem(
        'rate_limited',
        'Your other files are still being converted. Wait for them, then try again.',
        {
          retryAfterSeconds: 5,
        },
      )
    }
    underWay.set(personId, now + 1)
    return () => {
      const left = underWay.get(personId)! - 1
      if (left > 0) underWay.set(personId, left)
      else underWay.delete(personId)
    }
  }
}
