import type { Deps } from '#server/deps.ts'
import { bookingMail } from '../bookings/booking-alerts.ts'
import { enrolmentMail } from '../enrolments/enrolment-alerts.ts'
import { payoutMail } from '../payouts/payout-alerts.ts'
import { problemMail } from '../problems/problem-alerts.ts'
import { sessionMail } from '../sessions/session-alerts.ts'
import { defineAlertMails, type WriteMail } from './tell.ts'

/** Writes the mail of an alert's kind and its facts; null for kinds that are another's. */
type MailWriter = (
  deps: Pick<Deps, 'db' | 'config'>,
  kind: string,
  facts: unknown,
) => Promise<WriteMail | null>

/** Who writes which mails: each noun those of its own alerts. */
const writers: readonly MailWriter[] = [bookingMail, enrolmentMail, payoutMail, problemMail, sessionMail]

/** Has every alert that has words mailed. */
export function mailAlerts(deps: Deps): void {
  defineAlertMails(deps, async (kind, facts) => {
    for (const write of writers) {
      const mail = await write(deps, kind, facts)
      if (mail) return mail
    }
    return null
  })
}
