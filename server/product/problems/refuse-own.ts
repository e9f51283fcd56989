import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { PaidBooking } from '../money/remaining.ts'

/** Refuses operators who decide about money of their own. */
export function refuseOwn({ userId }: Login, { student_id, tutor_id }: PaidBooking): void {
  if (userId !== student_id && userId !== tutor_id) return
  throw problem('forbidden', 'This is your own booking. Another operator has to decide about it.')
}
