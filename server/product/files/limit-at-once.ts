import { problem } from '#server/platform/http/problem.ts'

/** Counts a person's work of one kind; returns the function to call when done. */
export type Begin = (personId: string) => () => void

/** Limits how much work of one kind each person has done at once on this server, each of which does its own. */
export function limitAtOnce(atOnce: number, refusal: string): Begin {
  const underWay = new Map<string, number>()
  return personId => {
    const now = underWay.get(personId) ?? 0
    if (now >= atOnce) throw problem('rate_limited', refusal, { retryAfterSeconds: 5 })
    underWay.set(personId, now + 1)
    return () => {
      const left = underWay.get(personId)! - 1
      if (left > 0) underWay.set(personId, left)
      else underWay.delete(personId)
    }
  }
}
