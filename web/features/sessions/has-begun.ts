import type { Occurrence } from '#shared/api/sessions.ts'

/** Whether an occurrence is in progress or over: its session's changes leave it as it is. */
export function hasBegun({ starts_at }: Pick<Occurrence, 'starts_at'>, now: number): boolean {
  return Date.parse(starts_at) <= now
}
