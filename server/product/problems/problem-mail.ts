import { sql } from 'kysely'
import { type ProblemReason, problemReasons } from '#shared/api/bookings.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { operatorMail } from '../support/operator-mail.ts'

type Reported = {
  topic: string
  reason: ProblemReason
  details: string
  paid: number
  student: string
  student_email: string | null
  tutor: string
}

/** The mail about a problem that a student reported. */
export const problemMail = operatorMail<{ bookingId: string }>(
  'problem-mail',
  async ({ db, config }, { bookingId }) => {
    const { rows } = await sql<Reported>`
      select topic, reason, details, amount_cents + fee_cents as paid,
        student.name as student, case when student.email_verified then student.email end as student_email, tutor.name as tutor
      from booking_problems join bookings on bookings.id = booking_id
        join users student on student.id = student_id join users tutor on tutor.id = tutor_id
      where booking_id = ${bookingId}`.execute(db)
    const reported = rows[0]
    if (!reported) return null
    return {
      id: `problem-${bookingId}`,
      ...(reported.student_email && { replyTo: reported.student_email }),
      subject: `A problem with a meeting: ${problemReasons[reported.reason]}`,
      text: `${reported.student} reported a problem with a meeting with ${reported.tutor}, which cost ${formatDollars(reported.paid)}. The tutor’s earnings are on hold until you settle it here: ${config.publicUrl}/admin?tab=problems
${reported.student_email ? `Reply to this email to answer ${reported.student}.` : `${reported.student} has no confirmed email address, so answer them there.`}

${reported.topic}
${problemReasons[reported.reason]}

${reported.details}
`,
    }
  },
)
