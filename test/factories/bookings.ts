import { type Booking, bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { schedules } from '#shared/api/schedules.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { untilFree } from '../harness/until-free.ts'

export const zone = 'America/Los_Angeles'

export type Slot = { start: string; end: string }

/** Free tiles of a post's author, by default on the day after tomorrow for a student in Los Angeles. */
export async function freeTiles(student: Person, postId: string, day = 2): Promise<Slot[]> {
  const { body } = await student.call(schedules.tiles, { query: { post_id: postId, timezone: zone } })
  return body.days[day]!.tiles.filter(tile => !tile.booked).map(({ start, end }) => ({ start, end }))
}

/** Every free tile of the coming week, the next one first. */
export async function weekOfTiles(student: Person, postId: string): Promise<Slot[]> {
  const { body } = await student.call(schedules.tiles, { query: { post_id: postId, timezone: zone } })
  return body.days
    .flatMap(day => day.tiles)
    .filter(tile => !tile.booked)
    .map(({ start, end }) => ({ start, end }))
}

/** The moment some minutes later. */
export function plus(iso: string, minutes: number): string {
  return new Date(Date.parse(iso) + minutes * 60_000).toISOString()
}

/** Free hours of a post's author, far enough ahead that a cancellation refunds everything. */
export function freeHours({ clock }: Pick<Stack, 'clock'>, postId: string) {
  /** Those that a test was given and may not have booked yet. */
  const given = new Set<string>()

  /** An hour that no test was given, left for the next test. */
  async function free(student: Person): Promise<Slot> {
    const soon = clock.now().add({ hours: 13 }).epochMilliseconds
    // Tests that look for a time of their own take some of them.
    const tiles = (await Promise.all([2, 3, 4, 5].map(day => freeTiles(student, postId, day)))).flat()
    const open = new Set(tiles.map(({ start }) => start))
    const isHour = ({ start }: Slot) =>
      start.includes(':00:') && open.has(plus(start, 30)) && Date.parse(start) > soon
    const hours = tiles.filter(isHour).map(({ start }) => ({ start, end: plus(start, 60) }))
    const fresh = hours.find(({ start }) => !given.has(start))
    if (fresh) return fresh
    given.clear()
    return hours[0]!
  }

  /** The same, for this test alone. */
  async function take(student: Person): Promise<Slot> {
    const hour = await free(student)
    given.add(hour.start)
    return hour
  }

  return { free, take }
}

/** The bookslot body for a time. */
export function bookingOf(postId: string, { start, end }: Slot, message = '') {
  const wall = (iso: string) => Temporal.Instant.from(iso).toZonedDateTimeISO(zone)
  return {
    post_id: postId,
    date: wall(start).toPlainDate().toString(),
    start_time: wall(start).toPlainTime().toString({ smallestUnit: 'minute' }),
    end_time: wall(end).toPlainTime().toString({ smallestUnit: 'minute' }),
    timezone: zone,
    // The night in which clocks go back shows some times twice.
    start,
    end,
    message,
    terms: true as const,
  }
}

/** Books a time up to the Checkout; returns the booking and its Checkout. */
export async function hold(student: Person, postId: string, slot: Slot, message?: string) {
  const { status, body, problem } = await untilFree(() =>
    student.call(payments.bookSlot, { body: bookingOf(postId, slot, message) }),
  )
  if (status !== 200) throw new Error(`The booking was refused: ${problem.code} ${problem.detail}`)
  return { id: body.booking_id, url: body.url }
}

/** Pays on a Checkout's page; returns where that leads. */
export async function pay(url: string, card = '4242424242424242'): Promise<string | null> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card }),
  })
  await answer.body?.cancel()
  return answer.headers.get('location')
}

/** Uses the controls of the local payments (local/payments/control.ts). */
export async function controlPayments(
  { url }: Pick<Stack, 'url'>,
  path: string,
  params: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(`${url}/local/payments/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(params),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Resolves when every event has been delivered and all resulting work is done. */
export async function moneyDone(stack: Stack): Promise<void> {
  await controlPayments(stack, 'webhooks/settle')
  await stack.jobsDone()
  await controlPayments(stack, 'webhooks/settle')
  await stack.jobsDone()
}

/** Books and pays; returns the booking's id once the tutor has the request. */
export async function request(
  stack: Stack,
  student: Person,
  postId: string,
  slot: Slot,
  message?: string,
): Promise<string> {
  const { id, url } = await hold(student, postId, slot, message)
  await pay(url)
  await moneyDone(stack)
  return id
}

/** Accepts a request as its tutor. */
export async function accept(tutor: Person, bookingId: string, remarks = ''): Promise<void> {
  const { status, problem } = await untilFree(() =>
    tutor.call(bookings.approve, { body: { bookingId, remarks, terms: true } }),
  )
  if (status !== 200) throw new Error(`The request can’t be accepted: ${problem.code} ${problem.detail}`)
}

/** A tutor's answer to a request, however that ends. */
export function decide(
  tutor: Person,
  call: typeof bookings.approve | typeof bookings.reject,
  bookingId: string,
  remarks = '',
) {
  return tutor.call(call, { body: { bookingId, remarks, terms: true } })
}

/** A booking as one of its people sees it. */
export async function readBooking(person: Person, id: string): Promise<Booking> {
  return (await person.call(bookings.get, { params: { id }, query: {} })).body.booking
}
