import { durationText } from '#shared/domain/duration-text.ts'
import { type Problem, problem } from './problem.ts'

/** The refusal of one more thing by a person who did it as often as they may in 24 hours; `oldest` is the first of them. */
export function quotaOfDay(things: string, oldest: Temporal.Instant, now: Temporal.Instant): Problem {
  const seconds = Math.ceil(now.until(oldest.add({ hours: 24 })).total('seconds'))
  const detail = `You’ve sent ${things} in 24 hours, the most you can send. Try again in ${durationText(seconds)}.`
  return problem('quota_exceeded', detail, { retryAfterSeconds: seconds })
}
