import * as z from 'zod/mini'
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
  /** What the student paid, for them; for the tutor the price alone. */
  amount: z.string(),
  /** What of it goes back to the student, in dollars; empty when nothing does. */
  refund: z._default(z.nullable(z.string()), null),
  /** What is left for the tutor, in dollars, and from when they may withdraw it; empty before it is earned. */
  earning: z._default(z.nullable(z.string()), null),
  available_on: z._default(z.nullable(z.string()), null),
})
export type BookingFacts = z.output<typeof facts>

type Told = BookingFacts & { with: string }

type Telling = Pick<AlertKind, 'group' | 'icon' | 'mailed'> & {
  /** Whether what the other person wrote belongs to it. */
  remarks?: true
  /** Whether it says that money goes back to the student. */
  refund?: true
  /** Whether it says from when the money can be withdrawn. */
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
    words(of, { name, zone, topic, remarks }) {
      const { subject, says } = telling.words({ ...of, with: name(of.other_id) })
      const written = telling.remarks ? remarks(of.booking_id, of.other_id) : null
      return {
        title: subject,
        about: `${topic(of.booking_id)} · ${shortMomentIn(zone, of.starts_on)}`,
        says: [
          says,
          `${topic(of.booking_id)}\n${momentIn(zone, of.starts_on)} (${zone})`,
          ...(written ? [`They write: ${written}`] : []),
          ...(of.refund && !of.teaching && telling.refund
            ? [`${of.refund} is on its way back to the card you paid with.`]
            : []),
          ...(of.available_on && telling.available
            ? [`You can withdraw it from ${momentIn(zone, of.available_on)} (${zone}) on.`]
            : []),
        ],
      }
    },
  })
}

/** What can be told of a booking. */
export const bookingKinds = alertKinds({
  booking_requested: bookingKind({
    group: 'requests',
    icon: 'question',
    words: of => ({
      subject: `${of.with} asks for a session`,
      says: `${of.with} has paid for a session with you and waits for your answer. Unanswered at its start, it lapses and the money goes back.`,
    }),
  }),
  booking_paid: bookingKind({
    group: 'money',
    icon: 'money',
    mailed: false,
    words: of => ({
      subject: `You paid $${of.amount}`,
      says: of.place
        ? `You have a place in a session of ${of.with}.`
        : `${of.with} has been asked, and answers before the start. Should they not, your money goes back.`,
    }),
  }),
  booking_approved: bookingKind({
    group: 'meetings',
    icon: 'calendar',
    remarks: true,
    words: of => ({
      subject: `${of.with} accepted your request`,
      says: `${of.with} accepted. You can join from ten minutes before the start.`,
    }),
  }),
  booking_declined: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    remarks: true,
    refund: true,
    words: of => ({
      subject: `${of.with} declined your request`,
      says: `${of.with} can’t take this session.`,
    }),
  }),
  booking_cancelled: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    remarks: true,
    refund: true,
    words: of =>
      of.place && of.teaching
        ? {
            subject: `${of.with} gave up a place`,
            says: `${of.with} gave up their place in this session.`,
          }
        : { subject: `${of.with} cancelled a session`, says: `${of.with} cancelled this session.` },
  }),
  booking_lapsed: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    refund: true,
    words: of =>
      of.teaching
        ? {
            subject: 'A request lapsed',
            says: `You didn’t answer ${of.with} before the start, so the request lapsed.`,
          }
        : { subject: 'Your request lapsed', says: `${of.with} didn’t answer before the start.` },
  }),
  booking_missed: bookingKind({
    group: 'meetings',
    icon: 'cancelled',
    refund: true,
    words: of => ({
      subject: 'A session didn’t take place',
      says: `You and ${of.place && of.teaching ? 'your students' : of.with} were not in the meeting together, so it counts as cancelled${of.teaching ? '' : ' and isn’t charged'}.`,
    }),
  }),
  booking_paid_late: bookingKind({
    group: 'money',
    icon: 'money',
    refund: true,
    words: of => ({
      subject: 'Your payment came too late',
      says: `Your payment for a session with ${of.with} came after the time was given up. It goes back in full.`,
    }),
  }),
  booking_earned: bookingKind({
    group: 'money',
    icon: 'money',
    available: true,
    words: of => ({
      subject: `You earned ${of.earning}`,
      says: `${of.earning} of your session with ${of.with} is in your wallet. ${of.with} can report a problem until you can withdraw it.`,
    }),
  }),
  booking_refunded: bookingKind({
    group: 'money',
    icon: 'money',
    refund: true,
    words: of =>
      of.teaching
        ? {
            subject: `${of.with} gets money back`,
            says: `${of.refund} of the price of this session goes back to ${of.with}, and comes out of what you earn with it.`,
          }
        : { subject: 'You get money back', says: 'Money you paid for this session goes back to you.' },
  }),
  booking_refund_failed: bookingKind({
    group: 'money',
    icon: 'money',
    words: of => ({
      subject: 'We couldn’t give your money back',
      says: `Your bank didn’t take back what we sent you for this session with ${of.with}. It is still yours: write to our support, and we find another way.`,
    }),
  }),
  booking_disputed: bookingKind({
    group: 'money',
    icon: 'flag',
    words: of => ({
      subject: `${of.with}’s bank disputes a payment`,
      says: `The bank of ${of.with} has taken back what was paid for this session. Until it decides, what you earned with it can’t be withdrawn.`,
    }),
  }),
  booking_dispute_won: bookingKind({
    group: 'money',
    icon: 'money',
    words: of => ({
      subject: 'A disputed payment is yours again',
      says: `The bank of ${of.with} has decided that the payment for this session stands.`,
    }),
  }),
  booking_dispute_lost: bookingKind({
    group: 'money',
    icon: 'flag',
    words: of =>
      of.teaching
        ? {
            subject: 'A disputed payment is lost',
            says: `The bank of ${of.with} has decided that they keep what was paid for this session. What you earned with it is gone.`,
          }
        : {
            subject: 'Your session is cancelled',
            says: `Your bank has given you back what you paid for this session with ${of.with}, so it doesn’t take place.`,
          },
  }),
})
