import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { tell, type WriteMail } from '../alerts/tell.ts'
import type { BookingRow } from './change-booking.ts'

/** What can be told of a booking; each has its words below. */
export type BookingNews =
  | 'requested'
  | 'approved'
  | 'declined'
  | 'cancelled'
  | 'lapsed'
  | 'missed'
  | 'paid_late'

type Facts = {
  booking_id: string
  topic: string
  /** The other person: by id, so that no alert keeps the name of someone who left. */
  other_id: string
  /** Whether the reader is the booking's tutor. */
  teaching: boolean
  /** Whether it is a place in a group session. */
  place: boolean
  starts_on: string
  amount: string
  /** What comes back to the student, in dollars; empty when nothing does. */
  refund: string | null
  remarks: string | null
}

/** Tells one of a booking's people what became of it. */
export async function tellOfBooking(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  news: BookingNews,
  readerId: string,
): Promise<void> {
  const { refunded } = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(({ fn }) => fn.sum<number | null>('refunds.amount_cents').as('refunded'))
    .where('payments.booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const facts: Facts = {
    booking_id: booking.id,
    topic: booking.topic,
    other_id: readerId === booking.tutor_id ? booking.student_id : booking.tutor_id,
    teaching: readerId === booking.tutor_id,
    place: booking.kind === 'place',
    starts_on: booking.starts_at.toISOString(),
    amount: centsToDecimal(booking.amount_cents),
    refund: refunded === null ? null : formatDollars(Number(refunded)),
    remarks: booking.remarks,
  }
  await tell(trx, deps, readerId, { kind: `booking_${news}`, facts })
}

/** The mail of an alert about a booking; null for other kinds. */
export async function bookingMail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: string,
  facts: unknown,
): Promise<WriteMail | null> {
  if (!kind.startsWith('booking_')) return null
  const news = kind.slice('booking_'.length) as BookingNews
  const stored = facts as Facts
  const other = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', stored.other_id)
    .executeTakeFirstOrThrow()
  const of: Told = { ...stored, with: other.name }
  return ({ name, zone }) => {
    const { subject, says } = words[news](of)
    const when = new Date(of.starts_on).toLocaleString('en-US', {
      timeZone: zone,
      dateStyle: 'full',
      timeStyle: 'short',
    })
    const lines = [
      `Hello ${name},`,
      says,
      `${of.topic}\n${when} (${zone})`,
      ...(of.remarks && news !== 'requested' ? [`They write: ${of.remarks}`] : []),
      ...(of.refund && !of.teaching ? [`${of.refund} is on its way back to the card you paid with.`] : []),
      `See it here: ${config.publicUrl}/booking/${of.booking_id}`,
      'Ignite',
    ]
    return { subject, text: `${lines.join('\n\n')}\n` }
  }
}

type Told = Facts & { with: string }

const words: Record<BookingNews, (of: Told) => { subject: string; says: string }> = {
  requested: of => ({
    subject: `${of.with} asks for a session`,
    says: `${of.with} has paid for a session with you and waits for your answer. Unanswered at its start, it lapses and the money goes back.`,
  }),
  approved: of => ({
    subject: `${of.with} accepted your request`,
    says: `${of.with} accepted. You can join from ten minutes before the start.`,
  }),
  declined: of => ({
    subject: `${of.with} declined your request`,
    says: `${of.with} can’t take this session.`,
  }),
  cancelled: of =>
    of.place && of.teaching
      ? {
          subject: `${of.with} gave up a place`,
          says: `${of.with} gave up their place in this session.`,
        }
      : { subject: `${of.with} cancelled a session`, says: `${of.with} cancelled this session.` },
  lapsed: of =>
    of.teaching
      ? {
          subject: 'A request lapsed',
          says: `You didn’t answer ${of.with} before the start, so the request lapsed.`,
        }
      : { subject: 'Your request lapsed', says: `${of.with} didn’t answer before the start.` },
  missed: of => ({
    subject: 'A session didn’t take place',
    says: `You and ${of.place && of.teaching ? 'your students' : of.with} were not in the meeting together, so it counts as cancelled${of.teaching ? '' : ' and isn’t charged'}.`,
  }),
  paid_late: of => ({
    subject: 'Your payment came too late',
    says: `Your payment for a session with ${of.with} came after the time was given up. It goes back in full.`,
  }),
}
