import type { Session } from '#shared/api/sessions.ts'

/** Whether nobody else can enroll: a free session has room for so many. In a paid one, each date has its own places. */
export function isFull({
  total,
  attendees,
  capacity,
}: Pick<Session, 'total' | 'attendees' | 'capacity'>): boolean {
  return total === null && attendees !== null && attendees >= capacity
}
