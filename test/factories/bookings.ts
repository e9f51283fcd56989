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

/** A booking as one of its people sees it. */
export async function readBooking(person: Person, id: string): Promise<Booking> {
  return (await person.call(bookings.get, { params: { id }, query: {} })).body.booking
}
