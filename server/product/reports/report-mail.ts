import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type ReportReason, reportReasons } from '#shared/api/reports.ts'
import { mailSupport } from '../support/mail-support.ts'

const job = 'report-mail'

/** Enqueues a mail to the operators about a report, in the caller's transaction. Without a support address it only waits in their list. */
export async function mailOperators(
  trx: Trx,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  reportId: string,
): Promise<void> {
  if (config.supportEmail) await jobs.enqueue(trx, job, reportId, { reportId })
}

/** Defines how such a mail is sent; not at all once the report is decided. */
export function defineReportMail(deps: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
  const { jobs, db, config } = deps
  jobs.define<{ reportId: string }>(job, {
    sideBySide: true,
    patient: true,
    async run({ reportId }) {
      const report = await db
        .selectFrom('reports')
        .select(['reason', 'post_id', 'message_seq'])
        .where('id', '=', reportId)
        .where('state', '=', 'open')
        .executeTakeFirst()
      if (!report) return
      const thing = report.post_id ? 'post' : report.message_seq === null ? 'person' : 'message'
      const reason = reportReasons[report.reason as ReportReason]
      await mailSupport(deps, {
        // The same at every attempt, so that a mail program that got it before a crash shows it once.
        id: `report-${reportId}`,
        subject: `A report of a ${thing}: ${reason}`,
        // What was reported and what the reporter wrote stay where only operators read them, and are deleted in time.
        text: `Somebody reported a ${thing}. See it and decide here: ${config.publicUrl}/admin?tab=reports

${reason}
`,
      })
    },
  })
}
