import type { ServerResponse } from 'node:http'
import { problem } from '#server/platform/http/problem.ts'

/** Counts a person's work of one kind until its response is over, if only because they hung up. */
export type Begin = (personId: string, response: ServerResponse) => void

/** Limits how much work of one kind each person has done at once on this server, each of which does its own. */
export function limitAtOnce(atOnce: number, refusal: string): Begin {
  const underWay = new Map<string, number>()
  return (personId, response) => {
    // A client can hang up before the handler runs: that response never emits 'close' again.
    if (response.closed) throw problem('malformed', 'The upload was cut off.')
    const now = underWay.get(personId) ?? 0
    if (now >= atOnce) throw problem('rate_limited', refusal, { retryAfterSeconds: 5 })
    underWay.set(personId, now + 1)
    response.once('close', () => {
      const left = underWay.get(personId)! - 1
      if (left > 0) underWay.set(personId, left)
      else underWay.delete(personId)
    })
  }
}
