import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { refundPolicy } from '#shared/domain/refund-policy.ts'
import { accept, freeTiles, request, type Slot } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { failRefundOf } from '../factories/money.ts'
import { addPost } from '../factories/posts.ts'
import { takeIntoBooks } from '../factories/wallets.ts'
import type { Stack } from '../harness/stack.ts'
import { lasting } from './lasting.ts'
import type { World } from './world.ts'

const wholeDay = ['00:00 - 00:00']

export const alwaysFree = {
  mon: wholeDay,
  tue: wholeDay,
  wed: wholeDay,
  thu: wholeDay,
  fri: wholeDay,
  sat: wholeDay,
  sun: wholeDay,
}

type Bookable = { postId: string; slots: Slot[]; approved?: Promise<string>; meeting?: Promise<string> }

/** The owner's bookable things, by stack: created on first use. */
const made = new WeakMap<Stack, Promise<Bookable>>()

function bookable(world: World): Promise<Bookable> {
  const known = made.get(world.stack)
  if (known) return known
  const making = makeBookable(world)
  made.set(world.stack, making)
  return making
}

async function makeBookable({ stack, owner, joinee }: World): Promise<Bookable> {
  await owner.call(profiles.save, { body: { hourly_rate: '40.00' } })
  await owner.call(schedules.save, { body: { schedule: alwaysFree, timezone: 'UTC' } })
  const { id: postId } = await addPost(owner, await addSection(stack.db))
  // Midnight may be minutes away, and the meeting below is now.
  const days = await Promise.all([2, 3, 4, 5].map(day => freeTiles(joinee, postId, day)))
  return { postId, slots: days.flat() }
}

/** The owner's post for booking them, with hours and a rate. */
export async function makeBookablePost(world: World): Promise<string> {
  return (await bookable(world)).postId
}

/** A free time of the owner. */
export async function takeSlot(world: World): Promise<Slot> {
  return (await bookable(world)).slots.shift()!
}

/** A paid booking that waits for the owner's answer. */
export const makeRequest = lasting(async world => {
  return request(world.stack, world.joinee, await makeBookablePost(world), await takeSlot(world))
})

/** A refund of a declined request that the provider refuses. */
export const makeFailedRefund = lasting(async world => {
  const bookingId = await makeRequest(world)
  return failRefundOf(world.stack, world.owner, bookingId)
})

/** A booking that the owner accepted, always the same one. */
export async function makeApprovedBooking(world: World): Promise<string> {
  const here = await bookable(world)
  here.approved ??= makeRequest(world).then(id => acceptAs(world, id))
  return here.approved
}

/** A booking whose meeting is in progress, always the same one. */
export async function makeOpenMeeting(world: World): Promise<string> {
  const here = await bookable(world)
  here.meeting ??= arrangeMeeting(world)
  return here.meeting
}

async function acceptAs({ owner }: World, id: string): Promise<string> {
  await accept(owner, id)
  return id
}

/** A meeting of the owner and the joinee that took place, and whose earning waits. */
export const makeCompletedBooking = lasting(async world => {
  const start = world.stack.clock.now().subtract({ hours: 1 })
  const id = await arrange(world, start, 'completed')
  await world.stack.db.transaction().execute(async trx => {
    await sql`
      with paid as (
        insert into payments (booking_id, amount_cents, state, payment_intent_id, created_at, paid_at)
        select id, amount_cents, 'paid', 'pi_of_' || id, created_at, created_at from bookings where id = ${id}
      )
      insert into earnings (booking_id, tutor_id, amount_cents, available_at)
      select id, tutor_id, amount_cents, ends_at + interval '48 hours' from bookings where id = ${id}`.execute(
      trx,
    )
    await takeIntoBooks(trx, start, id)
  })
  return id
})

/** One for which the joinee has reported a problem. */
export const makeProblem = lasting(async world => {
  const bookingId = await makeCompletedBooking(world)
  await world.joinee.call(bookings.reportProblem, {
    body: { bookingId, reason: 'short', details: 'It was over after ten minutes.' },
  })
  return bookingId
})

function arrangeMeeting(world: World): Promise<string> {
  return arrange(world, world.stack.clock.now(), 'approved')
}

/** Nobody can book a time that has begun, so the test inserts it. */
async function arrange(
  world: World,
  start: Temporal.Instant,
  state: 'approved' | 'completed',
): Promise<string> {
  const postId = await makeBookablePost(world)
  const at = start.toString()
  const { rows } = await sql<{ id: string }>`
    insert into bookings (post_id, topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents,
      refund_policy, held_until, student_agreed_at, created_at)
    select ${postId}, 'Notes', tutor.id, student.id, ${at}::timestamptz, ${at}::timestamptz + interval '1 hour',
      ${state}, 4000, 4000, ${JSON.stringify(refundPolicy)}, ${at}, ${at}, ${at}
    from users tutor, users student
    where tutor.email = 'olive.owner@example.edu' and student.email = 'jo.joinee@example.edu'
    returning id`.execute(world.stack.db)
  return rows[0]!.id
}
