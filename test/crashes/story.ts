import { sql } from 'kysely'
import { expect } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { accept, controlPayments, hold, pay, type Slot } from '../factories/bookings.ts'
import { eventually } from '../harness/eventually.ts'
import type { KillableStack } from '../harness/killable-stack.ts'
import { type Pause, pauseAt } from '../harness/pause.ts'
import type { Person } from '../harness/person.ts'
import { provider } from './provider.ts'

/** A booking whose server is killed at some point. */
export type Story = {
  stack: KillableStack
  student: Person
  studentName: string
  tutor: Person
  postId: string
  slot: Slot
  /** The booking, once somebody was told about it. */
  id: string
  /** What holds up the server. */
  pauses: Pause[]
}

export async function holdIt(story: Story): Promise<string> {
  const { id, url } = await hold(story.student, story.postId, story.slot)
  story.id = id
  return url
}

/** Books as before, which leads to the same Checkout, and pays there. */
export async function payIt(story: Story): Promise<void> {
  await pay(await holdIt(story))
}

export async function payOpenCheckout({ stack, id }: Story): Promise<void> {
  const { checkout_url } = await stack.db
    .selectFrom('payments')
    .select('checkout_url')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  await pay(checkout_url!)
}

async function answered(answer: Promise<{ status: number }>): Promise<void> {
  expect((await answer).status).toBe(200)
}

export function acceptIt({ tutor, id }: Story): Promise<void> {
  return accept(tutor, id)
}

export function decline({ tutor, id }: Story): Promise<void> {
  return answered(tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } }))
}

export function releaseHold({ student, id }: Story): Promise<void> {
  return answered(student.call(bookings.cancel, { body: { bookingId: id, remarks: '' } }))
}

export function settle({ student }: Story): Promise<void> {
  return answered(student.call(bookings.settle))
}

export function comeBack({ student, id }: Story): Promise<void> {
  return answered(student.call(bookings.get, { params: { id }, query: {} }))
}

export async function endHold({ stack, id }: Story): Promise<void> {
  await sql`update bookings set held_until = now() - interval '1 minute' where id = ${id}`.execute(stack.db)
}

/** A call whose caller won’t get the answer. */
export function send(call: Promise<unknown>): void {
  call.catch(() => {})
}

/** Takes a lock that stays until the server is killed or the lock is released. */
export async function pause(
  { stack, pauses }: Story,
  statement: string,
  ...values: string[]
): Promise<Pause> {
  const one = await pauseAt(stack.databaseUrl, statement, values)
  pauses.push(one)
  return one
}

type Way = { kind: 'timeout_before' | 'timeout_after' | 'slow'; path: string; delay_ms?: string }

/**
 * Leaves a call of the provider unanswered, before or after it did its work; resolves when the server waits
 * for it.
 */
export async function hangingCall({ stack }: Story, way: Way, act: () => unknown): Promise<void> {
  const { id } = (await controlPayments(stack.outside, 'faults', { method: 'POST', ...way })) as {
    id: string
  }
  await act()
  await eventually(`the server calls ${way.path}`, async () => {
    const { fault: left } = await provider(stack)
    return !left.some(one => one.id === id)
  })
}

/** Delays the provider long enough for the test to interfere with what follows. */
export function slowCall(story: Story, path: string, act: () => unknown): Promise<void> {
  return hangingCall(story, { kind: 'slow', path, delay_ms: '1500' }, act)
}

export async function rowOf({ stack, studentName }: Story) {
  const { rows } = await sql<{ id: string; state: string; amount_cents: number; bookings: number }>`
    select bookings.id, bookings.state, bookings.amount_cents, count(*) over () as bookings
    from bookings join users on users.id = student_id where username = ${studentName}`.execute(stack.db)
  return rows[0] ?? { id: '', state: 'none', amount_cents: 0, bookings: 0 }
}
