import * as z from 'zod/mini'
import { zoneName } from '#shared/domain/zone-name.ts'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'
import { momentIn, shortMomentIn } from '../alerts/moments.ts'

const facts = z.object({
  booking_id: z.string(),
  /** The other person. */
  other_id: z.string(),
  /** Whether the reader is the booking's tutor. */
  teaching: z.boolean(),
  /** Whether it is a place in a group session. */
  place: z._default(z.boolean(), false),
  starts_on: z.string(),
  /** What the student paid, for the student; for the tutor only the price. */
  amount: z.string(),
  /** The refund for the student, in dollars; empty if there is none. */
  refund: z._default(z.nullable(z.string()), null),
  /** The tutor's share, in dollars, and when they may withdraw it; empty before it is earned. */
  earning: z._default(z.nullable(z.string()), null),
  available_on: z._default(z.nullable(z.string()), null),
  /** Whether the meeting was still ahead when a bank began or decided a dispute. */
  upcoming: z._default(z.boolean(), false),
  /** Whether the bank leaves some of the payment. */
  part: z._default(z.boolean(), false),
  /** Whether a bank's decision takes something from the tutor: not if it only pays what the student was owed. */
  taken: z._default(z.boolean(), true),
  /** What the tutor will earn from a meeting that isn't over; null if the news canceled it. */
  to_earn: z.optional(z.nullable(z.string())),
  /** Whether the booking was canceled. */
  cancelled: z._default(z.boolean(), false),
})
export type BookingAlertFacts = z.output<typeof facts>

type Told = BookingAlertFacts & { with: string }

type Telling = Pick<AlertKind, 'group' | 'icon' | 'mailed'> & {
  /** Whether the alert includes what the other person wrote. */
  remarks?: true
  /** Whether it mentions the student's refund. */
  refund?: true
  /** Whether it says when the money can be withdrawn. */
  available?: true
  words: (of: Told) => { subject: string; says: string }
}

function bookingKind({ group, icon, mailed, ...telling }: Telling) {
  return alertKind({
    group,
    icon,
    ...(mailed === false && { mailed }),
    facts,
    people: of => [of.other_id],
    things: of => ({ booking: of.booking_id }),
    subject: of => of.booking_id,
    link: of => `/booking/${of.booking_id}`,
    words(of, { name, zone, toldAt, topic, remarks }) {
      const { subject, says } = telling.words({ ...of, with: name(of.other_id) })
      const written = telling.remarks ? remarks(of.booking_id, of.other_id) : null
      return {
        title: subject,
        about: `${topic(of.booking_id)} · ${shortMomentIn({ zone, toldAt }, of.starts_on)}`,
        says: [
          says,
          `${topic(of.booking_id)}\n${momentIn(zone, of.starts_on)} (${zoneName(zone)})`,
          ...(written ? [`Their message: ${written}`] : []),
          ...(of.refund && !of.teaching && telling.refund
            ? [`We’re refunding ${of.refund} to the card you paid with.`]
            : []),
          ...(of.available_on && telling.available
            ? [`You can withdraw it starting ${momentIn(zone, of.available_on)} (${zoneName(zone)}).`]
            : []),
        ],
      }
    },
  })
}

/** The alerts about a booking. */
export const bookingKinds = alertKinds({
  booking_requested: bookingKind({
    group: 'requests',
    icon: 'question',
    words: of => ({
      subject: `${of.with} requested a meeting`,
      says: `${of.with} paid for a meeting with you and is waiting for your answer. If you don’t answer before it starts, we’ll refund them.`,
    }),
  }),
  booking_paid: bookingKind({
    group: 'money',
    icon: 'money',
    mailed: false,
    words: of => ({
      subject: `You paid $${of.amount}`,
      says: of.place
        ? `You have a place in ${of.with}’s session.`
        : `We asked ${of.with} to accept. If they don’t answer before it starts, we’ll refund you.`,
    }),
  }),
  booking_approved: bookingKind({
    group: 'meetings',
    icon: 'calendar',
    remarks: true,
    words: of => ({
      subject: `${of.with} accepted your request`,
      says: `${of.with} accepted. You can join 10 minutes before it starts.`,
    }),
  }),
  booking_declined: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    remarks: true,
    refund: true,
    words: of => ({
      subject: `${of.with} declined your request`,
      says: `${of.with} can’t make this meeting.`,
    }),
  }),
  booking_cancelled: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    remarks: true,
    refund: true,
    words: of => {
      if (!of.place)
        return { subject: `${of.with} canceled a meeting`, says: `${of.with} canceled this meeting.` }
      return of.teaching
        ? {
            subject: `${of.with} gave up a place`,
            says: `${of.with} gave up their place in this session.`,
          }
        : {
            subject: `${of.with} canceled your place`,
            says: `${of.with} canceled your place in this session.`,
          }
    },
  }),
  booking_lapsed: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    refund: true,
    words: of =>
      of.teaching
        ? {
            subject: 'A request expired',
            says: `You didn’t answer ${of.with} before the meeting started, so the request expired.`,
          }
        : { subject: 'Your request expired', says: `${of.with} didn’t answer before the meeting started.` },
  }),
  booking_missed: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    refund: true,
    words: of => ({
      subject: of.place && !of.teaching ? `You and ${of.with} didn’t meet` : 'A meeting didn’t happen',
      says: `You and ${of.place && of.teaching ? 'your students' : of.with} weren’t in the meeting together, so it counts as canceled${of.teaching ? '' : ', and you aren’t charged'}.`,
    }),
  }),
  booking_paid_late: bookingKind({
    group: 'money',
    icon: 'money',
    refund: true,
    words: of => ({
      subject: 'Your payment came too late',
      says: `Your payment for a meeting with ${of.with} came after your hold ended. You’ll get a full refund.`,
    }),
  }),
  booking_earned: bookingKind({
    group: 'money',
    icon: 'money',
    available: true,
    words: of => ({
      subject: `You earned ${of.earning}`,
      says: of.cancelled
        ? `${of.earning} from your canceled meeting with ${of.with} is in your wallet.`
        : `${of.earning} from your meeting with ${of.with} is in your wallet. ${of.with} can report a problem until you can withdraw it.`,
    }),
  }),
  booking_refunded: bookingKind({
    group: 'money',
    icon: 'money',
    refund: true,
    words: of => (of.teaching ? refundedForTutor(of) : refundedForStudent(of)),
  }),
  booking_refund_failed: bookingKind({
    group: 'money',
    icon: 'money',
    words: of => ({
      subject: 'We couldn’t refund you',
      says: `Your bank rejected our refund for this meeting with ${of.with}. The money is still yours. Contact support and we’ll find another way.`,
    }),
  }),
  booking_disputed: bookingKind({
    group: 'money',
    icon: 'flag',
    words: of => ({
      subject: `${of.with}’s bank is disputing a payment`,
      says: `${of.with}’s bank took back ${paymentIn(of)} for this meeting. ${ifLost(of)}`,
    }),
  }),
  booking_dispute_won: bookingKind({
    group: 'money',
    icon: 'money',
    words: of => ({
      subject: 'You won a payment dispute',
      says: `${of.with}’s bank reviewed the payment for this meeting and decided in your favor.`,
    }),
  }),
  booking_dispute_lost: bookingKind({
    group: 'money',
    icon: 'flag',
    words: of => {
      if (of.teaching && of.upcoming) {
        const says = `${of.with}’s bank returned the payment for this meeting to them, so`
        return of.place
          ? { subject: `${of.with} lost their place`, says: `${says} they don’t have a place anymore.` }
          : { subject: `Your meeting with ${of.with} is canceled`, says: `${says} it won’t happen.` }
      }
      if (of.teaching) {
        const says = `${of.with}’s bank returned ${paymentIn(of)} for this meeting to them`
        if (!of.taken)
          return {
            subject: 'A payment dispute is over',
            says: `${says}. It was part of the refund we owed them, so it costs you nothing.`,
          }
        return {
          subject: 'You lost a payment dispute',
          says: of.to_earn
            ? `${says}. You’ll earn ${of.to_earn} for it.`
            : `${says}, so we took back ${of.part ? 'that part of ' : ''}what you earned from it.`,
        }
      }
      return of.place
        ? {
            subject: 'You lost your place',
            says: `Your bank returned your payment for this meeting with ${of.with}, so you don’t have a place anymore.`,
          }
        : {
            subject: `Your meeting with ${of.with} is canceled`,
            says: `Your bank returned your payment for this meeting with ${of.with}, so it won’t happen.`,
          }
    },
  }),
})

function refundedForStudent(of: Told) {
  const says = 'We’re refunding you for this meeting'
  if (of.to_earn !== null) return { subject: 'You’re getting a refund', says: `${says}.` }
  return of.place
    ? { subject: 'You lost your place', says: `${says}, so you don’t have a place anymore.` }
    : { subject: `Your meeting with ${of.with} is canceled`, says: `${says}, so it won’t happen.` }
}

function refundedForTutor(of: Told) {
  const says = `We’re refunding ${of.refund} for this meeting to ${of.with}`
  if (of.to_earn === null) {
    return of.place
      ? { subject: `${of.with} lost their place`, says: `${says}, so they don’t have a place anymore.` }
      : { subject: `Your meeting with ${of.with} is canceled`, says: `${says}, so it won’t happen.` }
  }
  const wallet =
    of.to_earn === undefined
      ? 'It comes out of what you earned from it.'
      : `You’ll earn ${of.to_earn} for it.`
  return { subject: `${of.with} is getting a refund`, says: `${says}. ${wallet}` }
}

function paymentIn({ part }: Told): string {
  return part ? 'a part of the payment' : 'the payment'
}

/** What follows if the bank decides for the student. */
function ifLost(of: Told): string {
  if (!of.upcoming) return 'You can’t withdraw what you earned from it until the bank decides.'
  if (of.part) return `If the bank decides for ${of.with}, you’ll earn less for it.`
  return `If the bank decides for ${of.with} before it starts, ${of.place ? 'they lose their place' : 'it won’t happen'}; if later, you won’t be paid for it.`
}
