import * as z from 'zod/mini'
import { type AlertKind, alertKind, alertKinds } from '../alerts/kind.ts'

const facts = z.object({
  booking_id: z.string(),
  /** The other person. */
  other_id: z.string(),
  /** Whether the reader is the booking's tutor. */
  teaching: z.boolean(),
  /** What the student gets back, and what of it leaves the tutor's wallet; empty where nothing does. */
  refund: z.nullable(z.string()),
  taken: z.nullable(z.string()),
  /** Why, in the words of the people who run Ignite. */
  answer: z.nullable(z.string()),
})
export type ProblemFacts = z.output<typeof facts>

type Told = ProblemFacts & { with: string }
type Telling = Pick<AlertKind, 'icon'> & { words: (of: Told) => { subject: string; says: string[] } }

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
        says: [...says, topic(of.booking_id), ...(of.answer ? [`The reason: ${of.answer}`] : [])],
      }
    },
  })
}

/** What can be told of a problem with a meeting, and of money that the people who run Ignite give back without one. */
export const problemKinds = alertKinds({
  problem_reported: problemKind({
    icon: 'flag',
    words: of => ({
      subject: 'A problem with a meeting of yours was reported',
      says: [
        `${of.with} reported a problem with a meeting of yours. We look at it; until it is settled, what you earned with it waits in your wallet.`,
        'There is nothing you have to do. If you want to tell your side of it, answer through Contact Support.',
      ],
    }),
  }),
  problem_settled: problemKind({
    icon: 'flag',
    words: of => ({
      subject: of.teaching
        ? 'The problem with your meeting is settled'
        : 'We looked at the problem you reported',
      says: [of.teaching ? settledForTutor(of) : settledForStudent(of)],
    }),
  }),
  problem_paid_otherwise: problemKind({
    icon: 'money',
    words: of => ({
      subject: `You have ${of.refund} back`,
      says: [
        `Your bank didn’t take back ${of.refund} of your meeting with ${of.with}, so we paid it to you by other means.`,
      ],
    }),
  }),
  problem_refunded: problemKind({
    icon: 'money',
    words: of =>
      of.teaching
        ? {
            subject: `${of.refund} of a meeting went back to ${of.with}`,
            says: [
              `We gave ${of.refund} of your meeting with ${of.with} back to them. Your share of it${of.taken ? `, ${of.taken},` : ''} is taken back from what the meeting brought you.`,
            ],
          }
        : {
            subject: `${of.refund} is on its way back to you`,
            says: [
              `We gave ${of.refund} of your meeting with ${of.with} back to you. It goes to the card you paid with.`,
            ],
          },
  }),
})

function settledForStudent(of: Told): string {
  return of.refund
    ? `We looked at the problem you reported with your meeting with ${of.with}. ${of.refund} is on its way back to the card you paid with.`
    : `We looked at the problem you reported with your meeting with ${of.with}. The payment stays as it is.`
}

function settledForTutor(of: Told): string {
  return of.refund
    ? `We looked at the problem that ${of.with} reported. ${of.refund} goes back to them; ${of.taken ?? 'nothing'} of it comes out of what the meeting brought you, and the rest is yours.`
    : `We looked at the problem that ${of.with} reported. Nothing goes back: what you earned with the meeting is yours.`
}
