import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'

const facts = z.object({
  booking_id: z.string(),
  /** The other person. */
  other_id: z.string(),
  /** Whether the reader is the booking's tutor. */
  teaching: z.boolean(),
  /** The student's refund, and how much of it leaves the tutor's wallet; empty if there is none. */
  refund: z.nullable(z.string()),
  taken: z.nullable(z.string()),
  /** Without a refund: how much the student gets back in other ways. */
  before: z.optional(z.enum(['part', 'all'])),
  /** What the tutor will earn from a meeting that isn't over; null if it was canceled. */
  to_earn: z.optional(z.nullable(z.string())),
  place: z.optional(z.boolean()),
  /** The reason, in the operators' words. */
  answer: z.nullable(z.string()),
})
export type ProblemFacts = z.output<typeof facts>

type Told = ProblemFacts & { with: string }
type Words = { subject: string; says: string[] }
type Telling = Pick<AlertKind, 'icon'> & { words: (of: Told) => Words }

function problemKind({ icon, words }: Telling) {
  return alertKind({
    group: 'money',
    icon,
    facts,
    people: of => [of.other_id],
    things: of => ({ booking: of.booking_id }),
    subject: of => of.booking_id,
    link: of => `/booking/${of.booking_id}`,
    words(of, { name, topic }) {
      const { subject, says } = words({ ...of, with: name(of.other_id) })
      return {
        title: subject,
        about: topic(of.booking_id),
        says: [...says, topic(of.booking_id), ...(of.answer ? [`Reason: ${of.answer}`] : [])],
      }
    },
  })
}

/** The alerts about a problem with a meeting, and about refunds that operators make without one. */
export const problemKinds = alertKinds({
  problem_reported: problemKind({
    icon: 'flag',
    words: of => ({
      subject: 'A student reported a problem with your meeting',
      says: [
        `${of.with} reported a problem with your meeting. We’ll look into it. What you earned from it is on hold until we settle it.`,
        'You don’t need to do anything. If you want to tell us your side, use Contact Support.',
      ],
    }),
  }),
  problem_settled: problemKind({
    icon: 'flag',
    words: of => ({
      subject: of.teaching
        ? 'The problem with your meeting is settled'
        : 'We looked into the problem you reported',
      says: [of.teaching ? settledForTutor(of) : settledForStudent(of)],
    }),
  }),
  problem_paid_otherwise: problemKind({
    icon: 'money',
    words: of => ({
      subject: `You got ${of.refund} back`,
      says: [
        `Your bank rejected our ${of.refund} refund for your meeting with ${of.with}, so we paid you another way.`,
      ],
    }),
  }),
  problem_refunded: problemKind({
    icon: 'money',
    words: of => (of.teaching ? refundedForTutor(of) : refundedForStudent(of)),
  }),
})

function refundedForStudent(of: Told): Words {
  const says = `We’re refunding ${of.refund} for your meeting with ${of.with} to the card you paid with`
  if (of.to_earn !== null) return { subject: `We’re refunding you ${of.refund}`, says: [`${says}.`] }
  return of.place
    ? { subject: 'You lost your place', says: [`${says}, so you don’t have a place anymore.`] }
    : { subject: `Your meeting with ${of.with} is canceled`, says: [`${says}, so it won’t happen.`] }
}

function refundedForTutor(of: Told): Words {
  const says = `We’re refunding ${of.refund} for your meeting with ${of.with}`
  if (of.to_earn === null) {
    return of.place
      ? { subject: `${of.with} lost their place`, says: [`${says}, so they don’t have a place anymore.`] }
      : { subject: `Your meeting with ${of.with} is canceled`, says: [`${says}, so it won’t happen.`] }
  }
  const wallet =
    of.to_earn === undefined
      ? `Your share of it${of.taken ? `, ${of.taken},` : ''} comes out of what you earned from the meeting.`
      : `You’ll earn ${of.to_earn} for it.`
  return { subject: `We’re refunding ${of.refund} to ${of.with}`, says: [`${says}. ${wallet}`] }
}

function settledForStudent(of: Told): string {
  const none = {
    nothing: 'You won’t get a refund.',
    part: 'You get part of your money back. There’s no further refund.',
    all: 'You get your money back.',
  }
  const decision = of.refund
    ? `We’re refunding ${of.refund} to the card you paid with.`
    : none[of.before ?? 'nothing']
  return `We looked into the problem you reported with your meeting with ${of.with}. ${decision}`
}

function settledForTutor(of: Told): string {
  const none = {
    nothing: 'There’s no refund. You keep what you earned from the meeting.',
    part: 'They get part of their money back. You keep the rest of what you earned from the meeting.',
    all: 'They get their money back.',
  }
  const decision = of.refund
    ? `We’re refunding them ${of.refund}; ${of.taken ?? 'none'} of that comes out of what you earned from the meeting, and you keep the rest.`
    : none[of.before ?? 'nothing']
  return `We looked into the problem ${of.with} reported. ${decision}`
}
