import { isCourseId } from '#shared/domain/course-strings.ts'
import { type BookingSearch, parseBookingSearch } from '#web/features/bookings/booking-search.ts'

/** The named times to look in. The week is what can be booked: seven days, today included. */
export const named = ['tonight', 'tomorrow', 'weekend'] as const
export type Named = (typeof named)[number]

/** When to look, as in the address: a name or a date; the whole week if absent. */
export type When = { when?: string | undefined; hour?: number | undefined }

/** The filters of the page, as in its address. */
export type TutorFilters = When & {
  course?: number | undefined
  /** The highest rate, in whole dollars an hour. */
  most?: number | undefined
}

/** The page's address: the filters, and the tutor whose booking is open over it. */
export type TutorsSearch = TutorFilters & BookingSearch & { tutor?: string | undefined }

export function parseTutorsSearch(search: Record<string, unknown>): TutorsSearch {
  const { course, when, hour, most, tutor } = search
  const date = typeof when === 'string' && /^\d{4}-\d\d-\d\d$/.test(when) ? when : undefined
  const booking = parseBookingSearch(search)
  return {
    course: isCourseId(String(course)) ? Number(course) : undefined,
    when: named.includes(when as Named) ? (when as Named) : date,
    hour: date ? wholeUpTo(23, hour) : undefined,
    most: wholeUpTo(1000, most),
    tutor: booking.book && typeof tutor === 'string' && tutor !== '' ? tutor.slice(0, 60) : undefined,
    ...booking,
  }
}

function wholeUpTo(most: number, value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number <= most ? number : undefined
}
