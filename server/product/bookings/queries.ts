import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, type RequestPart, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import { type Booking, bookingPageSize } from '#shared/api/bookings.ts'
import { areAcquainted, canTransition, isExpected } from '#shared/domain/booking-states.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { movedTerms, refundTerms } from '#shared/domain/refund-policy.ts'
import { thumbnailUrl } from '../files/thumbnail-url.ts'
import { inStates } from '../people/booking-states.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { shownTo } from '../people/shown-to.ts'
import { visibleTo } from '../posts/visible.ts'
import { bookingDispute, bookingMoney, type MoneyColumns } from './booking-money.ts'
import { type ProblemColumns, problemOf } from './booking-problem.ts'
import { bookingFactsOf, cancelRefund } from './change-booking.ts'
import { knownToTutor } from './known-to-tutor.ts'
import type { BookingRow } from './lock-booking.ts'
import { isMoveUnseen } from './moved-place.ts'

/** Who views a booking: their side, the zone they asked for (null for their own), and the moment. */
export type Viewer = { userId: string; zone: string | null; now: Temporal.Instant }

type Row = BookingRow &
  ProblemColumns &
  MoneyColumns & {
    tutor_email: string | null
    tutor_name: string
    tutor_username: string
    tutor_picture: string | null
    tutor_zone: string | null
    tutor_gone: boolean
    student_name: string
    student_username: string
    student_picture: string | null
    student_zone: string | null
    own_zone: string
    open_post_id: string | null
    thumbnail_id: string | null
    checkout_url: string | null
    refunded: number | null
    refunded_price: number | null
    refund_done: boolean
    left_fee: number
    session_id: string | null
    location: string | null
    others: string[]
    shown_remarks: string | null
  }

/** Which of a person's bookings a list contains. A tutor never sees unpaid ones, nor ones paid too late. */
export type BookingFilter =
  | 'student'
  | 'tutor'
  | 'ahead'
  | 'passed'
  | 'requested'
  | 'to_answer'
  | 'accepted'
  | 'teaching'
  | 'attending'

function condition(filter: BookingFilter, { userId, now }: Viewer): RawBuilder<unknown> {
  const student = sql`bookings.student_id = ${userId}::uuid and bookings.state <> 'expired'`
  // A tutor sees a group session as one meeting (shared/api/enrolments.ts), not as one booking per student.
  const tutor = sql`bookings.tutor_id = ${userId}::uuid and bookings.kind = 'slot' and ${knownToTutor}`
  const either = sql`((${student}) or (${tutor}))`
  const coming = sql`bookings.ends_at > ${now}::timestamptz`
  const ahead = sql`${coming} and bookings.state in (${inStates.live})`
  const conditions: Record<BookingFilter, RawBuilder<unknown>> = {
    student: sql`${student} and ${coming}`,
    tutor: sql`${tutor} and ${coming}`,
    ahead: sql`${either} and ${ahead}`,
    requested: sql`${either} and ${coming} and bookings.state = 'requested'`,
    to_answer: sql`${tutor} and ${coming} and bookings.state = 'requested'`,
    accepted: sql`${either} and ${coming} and bookings.kind = 'slot' and bookings.state in (${inStates.agreed})`,
    teaching: sql`${tutor} and ${ahead}`,
    attending: sql`${student} and ${coming} and bookings.state in (${inStates.agreed})`,
    passed: sql`${either} and not (${ahead}) and bookings.state not in ('held', 'expired')`,
  }
  return conditions[filter]
}

/** A page of a person's bookings: the next to start first, or, for past ones, the latest first. */
export async function bookingPage(
  db: Database,
  viewer: Viewer,
  filters: readonly BookingFilter[],
  start: PageStart,
  part: RequestPart,
): Promise<{ bookings: Booking[]; cursors: string[] }> {
  const latestFirst = filters.includes('passed')
  const direction = latestFirst ? 'desc' : 'asc'
  const rows = await read(
    db,
    viewer,
    sql`(${sql.join(
      filters.map(filter => sql`(${condition(filter, viewer)})`),
      sql` or `,
    )}) and ${afterTimeCursor(start.after, sql`(bookings.starts_at, bookings.id)`, direction, part)}
      order by bookings.starts_at ${sql.raw(direction)}, bookings.id ${sql.raw(direction)}
      limit ${sql.lit(bookingPageSize)} offset ${sql.lit(start.skip)}`,
  )
  return {
    bookings: rows.map(row => card(row, viewer)),
    cursors: rows.map(row => timeCursor(row.starts_at, row.id)),
  }
}

/** What the feed says of a person's bookings: the next meeting, and the requests to answer. */
export async function nextBookings(db: Database, viewer: Viewer) {
  const firstOf = async (filter: BookingFilter) => {
    const [row] = await read(
      db,
      viewer,
      sql`${condition(filter, viewer)} order by bookings.starts_at, bookings.id limit 1`,
    )
    return row ? card(row, viewer) : null
  }
  const { rows } = await sql<{ requests: number }>`
    select count(*)::int as requests from bookings where ${condition('to_answer', viewer)}`.execute(db)
  return { next: await firstOf('accepted'), request: await firstOf('to_answer'), ...rows[0]! }
}

/** One booking of a person's own, or null. */
export async function bookingById(db: Database, viewer: Viewer, id: string): Promise<Booking | null> {
  const [row] = await read(
    db,
    viewer,
    sql`bookings.id = ${id}::uuid and (bookings.student_id = ${viewer.userId}::uuid or (
      bookings.tutor_id = ${viewer.userId}::uuid and ${knownToTutor}))`,
  )
  return row ? card(row, viewer) : null
}

async function read(db: Database, { userId }: Viewer, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select bookings.*,
      case when tutor.email_verified and ${shownTo(userId, sql`tutor.id`)} then tutor.email end as tutor_email, tutor.name as tutor_name,
      tutor.username as tutor_username, tutor.picture_id as tutor_picture, coalesce(schedules.time_zone, tutor.time_zone) as tutor_zone,
      tutor.suspended_at is not null or tutor.deleted_at is not null or not ${shownTo(userId, sql`tutor.id`)} as tutor_gone,
      student.name as student_name, student.username as student_username, student.picture_id as student_picture,
      student.time_zone as student_zone,
      (select coalesce(users.time_zone, schedules.time_zone, 'UTC')
        from users left join schedules on schedules.user_id = users.id where users.id = ${userId}::uuid) as own_zone,
      case when sessions.deleted_at is null or (
        bookings.student_id = ${userId}::uuid and bookings.state in (${inStates.acquainted})) then sessions.id end as session_id,
      case when ${shownTo(userId, sql`bookings.tutor_id`)} or bookings.state in (${inStates.agreed}) then sessions.location end as location,
      array(
        select name from bookings others join users on users.id = others.student_id
        where others.occurrence_id = bookings.occurrence_id and others.id <> bookings.id
          and others.state in (${inStates.acquainted}) and bookings.state in (${inStates.acquainted})
          and ${shownTo(userId, sql`users.id`)}
        order by lower(name), users.id) as others,
      case when ${shownTo(userId, sql`coalesce(cancelled_by, bookings.tutor_id)`)} then bookings.remarks end as shown_remarks,
      posts.id as open_post_id, case when posts.visible then posts.thumbnail_id end as thumbnail_id, payment.checkout_url, payment.paid_at,
      given.refunded, given.refunded_price, coalesce(given.done, false) as refund_done,
      given.failed as refund_failed, coalesce(given.settled, false) as refund_settled, case when given.done then given.done_at end as sent_back_at,
      (bookings.amount_cents - coalesce(given.price, 0) - coalesce(lost.price, 0))::int as left_price,
      (bookings.fee_cents - coalesce(given.fee, 0) - coalesce(lost.fee, 0))::int as left_fee,
      reported.reason as problem_reason, reported.details as problem_details, reported.created_at as problem_at,
      reported.outcome as problem_outcome, reported.answer as problem_answer,
      earnings.state as earning_state, earnings.available_at as earning_free_at,
      case when earnings.state = 'pending' and taken_cents < earnings.amount_cents then available_at end as earning_waits_until,
      latest.state as dispute_state, latest.opened_at as dispute_opened_at, latest.answer_by as dispute_answer_by,
      latest.amount_cents as dispute_cents
    from bookings
      join users tutor on tutor.id = bookings.tutor_id
      join users student on student.id = bookings.student_id
      join payments payment on payment.booking_id = bookings.id
      left join schedules on schedules.user_id = bookings.tutor_id
      left join occurrences on occurrences.id = bookings.occurrence_id
      left join sessions on sessions.id = occurrences.session_id
      left join posts on posts.id = bookings.post_id and ${visibleTo(userId)}
      left join lateral (
        select sum(amount_cents) filter (where state <> 'void')::int as refunded,
          sum(price_cents) filter (where state <> 'void')::int as refunded_price, sum(price_cents) as price, sum(fee_cents) as fee,
          bool_and(state in ('done', 'settled')) filter (where state <> 'void') as done, sum(amount_cents) filter (where state = 'failed')::int as failed,
          bool_or(state = 'settled') as settled, max(done_at) as done_at
        from refunds where refunds.payment_id = payment.id
      ) given on true
      left join lateral (
        select sum(price_cents) as price, sum(fee_cents) as fee from disputes where disputes.payment_id = payment.id
      ) lost on true
      left join lateral (
        select state, opened_at, answer_by, amount_cents from disputes where disputes.payment_id = payment.id
        order by disputes.state = 'open' desc, opened_at desc limit 1
      ) latest on true
      left join earnings on earnings.booking_id = bookings.id
      left join booking_problems reported on reported.booking_id = bookings.id
    where ${where}`.execute(db)
  return rows
}

function card(row: Row, { userId, zone, now }: Viewer): Booking {
  const role = row.tutor_id === userId ? 'tutor' : 'student'
  const held = row.state === 'held'
  const refunded = role === 'tutor' ? row.refunded_price : row.refunded
  const cancellable = canTransition(bookingFactsOf(row), 'cancelled', role, now)
  return {
    id: row.id,
    topic: row.topic,
    date: wallClock(row.starts_at, zone ?? row.own_zone).date,
    starts_on: isoTime(row.starts_at),
    ends_on: isoTime(row.ends_at),
    status: row.state,
    role,
    admin: role === 'tutor' || areAcquainted(row.state) ? row.tutor_email : null,
    admin_name: row.tutor_name,
    admin_username: row.tutor_username,
    admin_profile_image: pictureUrl(row.tutor_picture),
    admin_time_zone: row.tutor_zone,
    admin_gone: row.tutor_gone,
    joinee_name: row.student_name,
    joinee_username: row.student_username,
    joinee_profile_image: pictureUrl(row.student_picture),
    joinee_time_zone: row.student_zone,
    other_joinee: row.others,
    thumb_url: thumbnailUrl(row.thumbnail_id),
    booking_remarks: row.shown_remarks,
    message: row.message,
    post_id: row.open_post_id,
    course_id: row.course_id,
    amount: centsToDecimal(row.amount_cents),
    fee: centsToDecimal(row.fee_cents),
    total: centsToDecimal(row.amount_cents + row.fee_cents),
    refunded: refunded === null ? null : centsToDecimal(refunded),
    refund_done: row.refund_done,
    money: bookingMoney(row, role),
    dispute: bookingDispute(row, role),
    is_session: row.kind === 'place',
    session_id: row.session_id,
    location: row.location,
    cancelled_by: row.cancelled_by === null ? null : row.cancelled_by === row.tutor_id ? 'tutor' : 'student',
    held_until: held ? isoTime(row.held_until) : null,
    checkout_url: held && role === 'student' ? row.checkout_url : null,
    moved_from: row.moved_from && isoTime(row.moved_from),
    move_unseen: role === 'student' && isMoveUnseen(row, now),
    // A place that is paid has a deadline for leaving it once it moves.
    moved_unpaid: row.moved_from !== null && row.leave_until === null,
    cancel_refund:
      cancellable && !held
        ? centsToDecimal(cancelRefund(row, { price: row.left_price, fee: row.left_fee }, role, now))
        : null,
    refund_terms:
      row.moved_from === null
        ? refundTerms(
            row.refund_policy,
            role,
            row.kind === 'place' || isExpected(row.state) ? 'accepted' : 'open',
          )
        : movedTerms(role),
    ...problemOf(row, role, now),
  }
}
