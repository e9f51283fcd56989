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
  | 'earned'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'dispute_won'
  | 'dispute_lost'

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
  /** What the student paid, for them; for the tutor the price alone. */
  amount: string
  /** What of it goes back to the student, in dollars; empty when nothing does. */
  refund: string | null
  /** What is left for the tutor, in dollars, and from when they may withdraw it; empty before it is earned. */
  earning: string | null
  available_on: string | null
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
  const teaching = readerId === booking.tutor_id
  const { refunded, earning } = await amountsOf(trx, booking.id, teaching)
  const facts: Facts = {
    booking_id: booking.id,
    topic: booking.topic,
    other_id: teaching ? booking.student_id : booking.tutor_id,
    teaching,
    place: booking.kind === 'place',
    starts_on: booking.starts_at.toISOString(),
    amount: centsToDecimal(booking.amount_cents + (teaching ? 0 : booking.fee_cents)),
    refund: refunded === null ? null : formatDollars(refunded),
    earning: earning && formatDollars(earning.cents),
    available_on: earning?.available_at.toISOString() ?? null,
    remarks: booking.remarks,
  }
  await tell(trx, deps, readerId, { kind: `booking_${news}`, facts })
}

async function amountsOf(trx: Trx, bookingId: string, teaching: boolean) {
  const { refunded } = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(({ fn }) =>
      fn.sum<number | null>(teaching ? 'refunds.price_cents' : 'refunds.amount_cents').as('refunded'),
    )
    .where('payments.booking_id', '=', bookingId)
    .where('refunds.state', '<>', 'void')
    .executeTakeFirstOrThrow()
  const earning = await trx
    .selectFrom('earnings')
    .select(({ eb }) => [eb('amount_cents', '-', eb.ref('taken_cents')).as('cents'), 'available_at'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return { refunded: refunded === null ? null : Number(refunded), earning: earning ?? null }
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
    const moment = (iso: string) =>
      new Date(iso).toLocaleString('en-US', { timeZone: zone, dateStyle: 'full', timeStyle: 'short' })
    const { subject, says } = words[news](of)
    const lines = [
      `Hello ${name},`,
      says,
      `${of.topic}\n${moment(of.starts_on)} (${zone})`,
      ...(of.remarks && withRemarks.has(news) ? [`They write: ${of.remarks}`] : []),
      ...(of.refund && !of.teaching && withRefund.has(news)
        ? [`${of.refund} is on its way back to the card you paid with.`]
        : []),
      ...(of.available_on && news === 'earned'
        ? [`You can withdraw it from ${moment(of.available_on)} (${zone}) on.`]
        : []),
      `See it here: ${config.publicUrl}/booking/${of.booking_id}`,
      'Ignite',
    ]
    return { subject, text: `${lines.join('\n\n')}\n` }
  }
}

type Told = Facts & { with: string }

const withRemarks: ReadonlySet<BookingNews> = new Set(['approved', 'declined', 'cancelled'])
const withRefund: ReadonlySet<BookingNews> = new Set([
  'declined',
  'cancelled',
  'lapsed',
  'missed',
  'paid_late',
  'refunded',
])

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
  earned: of => ({
    subject: `You earned ${of.earning}`,
    says: `${of.earning} of your session with ${of.with} is in your wallet. ${of.with} can report a problem until you can withdraw it.`,
  }),
  refunded: of =>
    of.teaching
      ? {
          subject: `${of.with} gets money back`,
          says: `${of.refund} of the price of this session goes back to ${of.with}, and comes out of what you earn with it.`,
        }
      : { subject: 'You get money back', says: 'Money you paid for this session goes back to you.' },
  refund_failed: of => ({
    subject: 'We couldn’t give your money back',
    says: `Your bank didn’t take back what we sent you for this session with ${of.with}. It is still yours: write to our support, and we find another way.`,
  }),
  disputed: of => ({
    subject: `${of.with}’s bank disputes a payment`,
    says: `The bank of ${of.with} has taken back what was paid for this session. Until it decides, what you earned with it can’t be withdrawn.`,
  }),
  dispute_won: of => ({
    subject: 'A disputed payment is yours again',
    says: `The bank of ${of.with} has decided that the payment for this session stands.`,
  }),
  dispute_lost: of =>
    of.teaching
      ? {
          subject: 'A disputed payment is lost',
          says: `The bank of ${of.with} has decided that they keep what was paid for this session. What you earned with it is gone.`,
        }
      : {
          subject: 'Your session is cancelled',
          says: `Your bank has given you back what you paid for this session with ${of.with}, so it doesn’t take place.`,
        },
}
