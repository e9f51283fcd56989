import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { tell, type WriteMail } from '../alerts/tell.ts'
import type { BookingRow } from '../bookings/change-booking.ts'

/** What is told of a meeting's problem, and of money that the people who run Ignite give back without one. */
type ProblemNews = 'reported' | 'settled' | 'refunded'

type Facts = {
  booking_id: string
  topic: string
  /** The other person: by id, so that no alert keeps the name of someone who left. */
  other_id: string
  /** Whether the reader is the booking's tutor. */
  teaching: boolean
  /** What the student gets back, and what of it leaves the tutor's wallet; empty where nothing does. */
  refund: string | null
  taken: string | null
  /** Why, in the words of the people who run Ignite. */
  answer: string | null
}

/** What went back with a decision, in cents, and why. */
type Decision = { cents: number; priceCents: number; answer: string }

/** Tells one of a booking's people of its problem. What the student wrote is told to nobody. */
export async function tellOfProblem(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  news: ProblemNews,
  readerId: string,
  decision?: Decision,
): Promise<void> {
  const teaching = readerId === booking.tutor_id
  const facts: Facts = {
    booking_id: booking.id,
    topic: booking.topic,
    other_id: teaching ? booking.student_id : booking.tutor_id,
    teaching,
    refund: decision && decision.cents > 0 ? formatDollars(decision.cents) : null,
    taken: decision && decision.priceCents > 0 ? formatDollars(decision.priceCents) : null,
    answer: decision?.answer ?? null,
  }
  await tell(trx, deps, readerId, { kind: `problem_${news}`, facts })
}

/** The mail of an alert about a problem; null for other kinds. */
export async function problemMail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  kind: string,
  facts: unknown,
): Promise<WriteMail | null> {
  if (!kind.startsWith('problem_')) return null
  const stored = facts as Facts
  const other = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', stored.other_id)
    .executeTakeFirstOrThrow()
  const { subject, says } = words[kind.slice('problem_'.length) as ProblemNews]({
    ...stored,
    with: other.name,
  })
  const lines = [
    ...says,
    stored.topic,
    ...(stored.answer ? [`The reason: ${stored.answer}`] : []),
    `See it here: ${config.publicUrl}/booking/${stored.booking_id}`,
    'Ignite',
  ]
  return ({ name }) => ({ subject, text: `${[`Hello ${name},`, ...lines].join('\n\n')}\n` })
}

type Told = Facts & { with: string }

const words: Record<ProblemNews, (of: Told) => { subject: string; says: string[] }> = {
  reported: of => ({
    subject: 'A problem with a meeting of yours was reported',
    says: [
      `${of.with} reported a problem with a meeting of yours. We look at it; until it is settled, what you earned with it waits in your wallet.`,
      'There is nothing you have to do. If you want to tell your side of it, answer through Contact Support.',
    ],
  }),
  settled: of => ({
    subject: of.teaching
      ? 'The problem with your meeting is settled'
      : 'We looked at the problem you reported',
    says: [of.teaching ? settledForTutor(of) : settledForStudent(of)],
  }),
  refunded: of =>
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
}

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
