import { problem } from '#server/platform/http/problem.ts'

export type TakeTurn = ReturnType<typeof createTurns>

/** Lets each person do something at most so many times at once; answers the function to call when done. */
export function createTurns(atOnce: number) {
  const taken = new Map<string, number>()
  return (personId: string): (() => void) => {
    const now = taken.get(personId) ?? 0
    if (now >= atOnce) {
      throw problem(
        'rate_limited',
        'Your other files are still being converted. Wait for them, then try again.',
        {
          retryAfterSeconds: 5,
        },
      )
    }
    taken.set(personId, now + 1)
    return () => {
      const left = taken.get(personId)! - 1
      if (left > 0) taken.set(personId, left)
      else taken.delete(personId)
    }
  }
}
