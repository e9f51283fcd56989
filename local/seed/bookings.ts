import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { schedules } from '#shared/api/schedules.ts'
import type { Weekday } from '#shared/domain/schedule.ts'
import { openPayments } from '../payers.ts'
import type { Cast, Person } from './front-door.ts'
import { people } from './people.ts'

type Week = Partial<Record<Weekday, readonly string[]>>

/** The hours of the demo world's tutors, in their own zones. */
export const hours = {
  grace: {
    mon: ['15:00 - 19:00'],
    tue: ['15:00 - 19:00'],
    wed: ['09:00 - 12:00', '15:00 - 19:00'],
    thu: ['15:00 - 19:00'],
    fri: ['09:00 - 12:00'],
    sat: ['10:00 - 14:00'],
    sun: ['16:00 - 20:00'],
  },
  tomas: {
    mon: ['18:00 - 22:00'],
    tue: ['18:00 - 22:00'],
    wed: ['18:00 - 22:00'],
    thu: ['18:00 - 22:00'],
    sat: ['22:00 - 01:00'],
    sun: ['09:00 - 13:00'],
  },
  daniel: {
    mon: ['12:00 - 14:00'],
    wed: ['12:00 - 14:00', '17:00 - 20:00'],
    fri: ['12:00 - 14:00', '17:00 - 20:00'],
  },
  samuel: {
    mon: ['15:00 - 21:00'],
    tue: ['15:00 - 21:00'],
    wed: ['15:00 - 21:00'],
    thu: ['15:00 - 21:00'],
    fri: ['15:00 - 21:00'],
    sat: ['15:00 - 21:00'],
    sun: ['15:00 - 21:00'],
  },
} as const satisfies Record<string, Week>

type PlannedBooking = {
  student: string
  tutor: string
  tile: number
  message: string
  answer: 'approve' | 'none'
}

const plannedBookings: PlannedBooking[] = [
  {
    student: 'maya',
    tutor: 'grace',
    tile: 5,
    message: 'Could we go over eigenvalues before the quiz?',
    answer: 'approve',
  },
  {
    student: 'priya',
    tutor: 'grace',
    tile: 11,
    message: 'I get lost where the chain rule meets implicit functions.',
    answer: 'none',
  },
]

/** Sets the tutors' hours. */
export async function setHours(cast: Cast): Promise<void> {
  for (const [key, week] of Object.entries<Week>(hours)) {
    const timezone = people.find(person => person.key === key)!.timeZone
    await cast.of(key).call(schedules.save, { body: { schedule: wholeWeek(week), timezone } })
  }
}

/** A week as the call takes it. */
export function wholeWeek(week: Week): Record<Weekday, string[]> {
  const of = (day: Weekday) => [...(week[day] ?? [])]
  return {
    mon: of('mon'),
    tue: of('tue'),
    wed: of('wed'),
    thu: of('thu'),
    fri: of('fri'),
    sat: of('sat'),
    sun: of('sun'),
  }
}

/** Books two times: one accepted, one that waits for an answer. */
export async function addBookings(url: string, cast: Cast): Promise<void> {
  for (const planned of plannedBookings) {
    const [student, tutor] = [cast.of(planned.student), cast.of(planned.tutor)]
    const zone = people.find(person => person.key === planned.student)!.timeZone
    const recent = await student.call(posts.list, { query: { type: 'recent' } })
    const post = recent.posts.find(({ name }) => name === tutor.name)?.id
    if (!post) continue
    const { days } = await student.call(schedules.tiles, { query: { post_id: post, timezone: zone } })
    const tile = days.flatMap(day => day.tiles).filter(({ booked }) => !booked)[planned.tile]
    if (!tile) continue
    const start = Temporal.Instant.from(tile.start)
    const { id, isPaid } = await book(url, student, {
      post,
      zone,
      start,
      minutes: 30,
      message: planned.message,
    })
    if (isPaid && planned.answer === 'approve') {
      await tutor.call(bookings.approve, {
        body: { bookingId: id, remarks: 'Bring last week’s problem sheet.', terms: true },
      })
    }
  }
}

type Wanted = { post: string; zone: string; start: Temporal.Instant; minutes: number; message: string }

/** Holds a time of a post's author, and pays for it. */
export async function book(
  url: string,
  student: Person,
  { post, zone, start, minutes, message }: Wanted,
): Promise<{ id: string; checkout: string; isPaid: boolean }> {
  const [from, until] = [start, start.add({ minutes })].map(at => at.toZonedDateTimeISO(zone)) as [
    Temporal.ZonedDateTime,
    Temporal.ZonedDateTime,
  ]
  const wall = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  const held = await student.call(payments.bookSlot, {
    body: {
      post_id: post,
      date: from.toPlainDate().toString(),
      start_time: wall(from),
      end_time: wall(until),
      timezone: zone,
      start: from.toInstant().toString(),
      end: until.toInstant().toString(),
      message,
      terms: true,
    },
  })
  const booked = { id: held.booking_id, checkout: held.url }
  // Elsewhere the provider is a real one, where nobody in this world has a card.
  if (new URL(held.url).origin !== new URL(url).origin) return { ...booked, isPaid: false }
  await openPayments(url).pay(held.url, student)
  // Like the page to which Checkout returns.
  await student.call(bookings.get, { params: { id: held.booking_id }, query: {} })
  return { ...booked, isPaid: true }
}
