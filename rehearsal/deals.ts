import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { payments as calls } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import type { Payments } from '../local/payers.ts'
import type { Books, Deal } from './books.ts'
import type { Person } from './person.ts'

export const zone = 'America/New_York'

/** Times that each of some tutors has free, as a student finds them, the next one first. */
export async function freeTimes(student: Person, tutors: Person[]): Promise<Temporal.Instant[]> {
  const free: Set<string>[] = []
  for (const tutor of tutors) {
    const query = { post_id: await postOf(tutor), timezone: zone }
    const { days } = await student.call(schedules.tiles, { query })
    free.push(
      new Set(days.flatMap(day => day.tiles.filter(({ booked }) => !booked)).map(({ start }) => start)),
    )
  }
  const common = [...free[0]!].filter(start => free.every(one => one.has(start)))
  return common.sort().map(start => Temporal.Instant.from(start))
}

/** The first of some times, from a moment on, at which so many half hours are free. */
export function roomFrom(
  times: Temporal.Instant[],
  from: Temporal.Instant,
  halfHours: number,
): Temporal.Instant {
  const known = new Set(times.map(String))
  const isRoom = (start: Temporal.Instant) =>
    Array.from({ length: halfHours }, (_, n) => start.add({ minutes: 30 * n })).every(one =>
      known.has(String(one)),
    )
  const found = times.find(start => Temporal.Instant.compare(start, from) >= 0 && isRoom(start))
  if (!found) throw new Error(`Nobody has ${halfHours} half hours free from ${from} on.`)
  return found
}

type Plan = { student: Person; tutor: Person; at: Temporal.Instant; minutes?: number; story: string }

/** Bookings and places the way people get them: held, paid, answered. */
export function createDeals(books: Books, payments: Payments) {
  const self = { hold, ask, agree, place }

  /** Holds a time without paying for it yet. */
  async function hold({ student, tutor, at, minutes = 30, story }: Plan): Promise<Deal> {
    const [start, end] = [at, at.add({ minutes })].map(moment => moment.toZonedDateTimeISO(zone))
    const wall = (moment: Temporal.ZonedDateTime) => moment.toPlainTime().toString({ smallestUnit: 'minute' })
    const held = await student.call(calls.bookSlot, {
      body: {
        post_id: await postOf(tutor),
        date: start!.toPlainDate().toString(),
        start_time: wall(start!),
        end_time: wall(end!),
        timezone: zone,
        start: start!.toInstant().toString(),
        end: end!.toInstant().toString(),
        message: 'Could we go through last week’s sheet?',
        terms: true,
      },
    })
    const deal = {
      id: held.booking_id,
      student,
      tutor,
      checkout: held.url,
      story,
      state: 'held' as const,
      paid: 0,
    }
    return books.open(deal)
  }

  /** Books a time and pays for it: the tutor gets the request. */
  async function ask(plan: Plan): Promise<Deal> {
    const deal = await hold(plan)
    return paid(deal, 'requested')
  }

  /** The same, and the tutor accepts. */
  async function agree(plan: Plan): Promise<Deal> {
    const deal = await ask(plan)
    await deal.tutor.call(bookings.approve, {
      body: { bookingId: deal.id, remarks: 'Bring a pen.', terms: true },
    })
    deal.state = 'approved'
    return deal
  }

  /** Enrolls in a session and pays for a place in its next occurrence. */
  async function place(student: Person, tutor: Person, session_id: string, story: string): Promise<Deal> {
    const { session } = await student.call(enrolments.enrol, { body: { id: session_id } })
    const held = await student.call(calls.bookSession, {
      body: { session_id, occurrence_id: session.upcoming[0]!.id, timezone: zone, terms: true },
    })
    const deal = {
      id: held.booking_id,
      student,
      tutor,
      checkout: held.url,
      story,
      state: 'held' as const,
      paid: 0,
    }
    return paid(books.open(deal), 'approved')
  }

  async function paid(deal: Deal, state: 'requested' | 'approved'): Promise<Deal> {
    await payments.pay(deal.checkout, deal.student)
    // Like the page to which Checkout returns.
    const { booking } = await deal.student.call(bookings.get, { params: { id: deal.id }, query: {} })
    deal.state = state
    deal.paid = decimalToCents(booking.total)!
    return deal
  }

  return self
}

/** Plans a one-time session of half an hour for a few people. Returns it with its occurrence. */
export async function planSession(
  tutor: Person,
  title: string,
  at: Temporal.Instant,
): Promise<{ id: string; occurrence: string }> {
  const start = at.toZonedDateTimeISO(zone)
  const wall = (moment: Temporal.ZonedDateTime) => moment.toPlainTime().toString({ smallestUnit: 'minute' })
  const { session } = await tutor.call(sessions.create, {
    body: {
      title,
      description: 'A few of us and a whiteboard.',
      starts_on: start.toPlainDate().toString(),
      start_time: wall(start),
      end_time: wall(start.add({ minutes: 30 })),
      timezone: zone,
      rate: '12.00',
      capacity: 3,
    },
  })
  return { id: session.id, occurrence: session.upcoming[0]!.id }
}

const postIds = new Map<Person, string>()

/** The post through which a tutor is booked. */
export async function postOf(tutor: Person): Promise<string> {
  const known = postIds.get(tutor)
  if (known) return known
  const { profile } = await tutor.call(profiles.own, {})
  const { posts: own } = await tutor.call(posts.ofPerson, { query: { username: profile.username } })
  if (!own[0]) throw new Error(`${tutor.name} has no post to be booked through.`)
  postIds.set(tutor, own[0].id)
  return own[0].id
}
