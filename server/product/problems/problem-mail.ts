import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type ProblemReason, problemReasons } from '#shared/api/bookings.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { mailSupport } from '../support/mail-support.ts'

const job = 'problem-mail'

/**
 * Enqueues a mail to the operators about a reported problem, in the caller's transaction. Without a support
 * address it only waits in their list.
 */
export async function mailOperators(
  trx: Trx,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  bookingId: string,
): Promise<void> {
  if (config.supportEmail) await jobs.enqueue(trx, job, bookingId, { bookingId })
}

type Reported = {
  topic: string
  reason: ProblemReason
  details: string
  paid: number
  student: string
  student_email: string | null
  tutor: string
}

/** Defines how such a mail is sent. */
export function defineProblemMail(deps: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
  const { jobs, db, config } = deps
  jobs.define<{ bookingId: string }>(job, {
    sideBySide: true,
    patient: true,
    async run({ bookingId }) {
      const { rows } = await sql<Reported>`
        select topic, reason, details, amount_cents + fee_cents as paid,
          student.name as student, case when student.email_verified then student.email end as student_email, tutor.name as tutor
        from booking_problems join bookings on bookings.id = booking_id
          join users student on student.id = student_id join users tutor on tutor.id = tutor_id
        where booking_id = ${bookingId}`.execute(db)
      const reported = rows[0]
      if (!reported) return
      await mailSupport(deps, {
        // The same at every attempt, so that a mail program that got it before a crash shows it once.
        id: `problem-${bookingId}`,
        ...(reported.student_email && { replyTo: reported.student_email }),
        subject: `A problem with a meeting: ${problemReasons[reported.reason]}`,
        text: `${reported.student} reported a problem with a meeting with ${reported.tutor}, which cost ${formatDollars(reported.paid)}. The tutor’s earnings are on hold until you settle it here: ${config.publicUrl}/admin?tab=problems
${reported.student_email ? `Reply to this email to answer ${reported.student}.` : `${reported.student} has no confirmed email address, so answer them there.`}

${reported.topic}
${problemReasons[reported.reason]}

${reported.details}
`,
      })
    },
  })
}
