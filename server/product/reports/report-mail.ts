import { reportReasons } from '#shared/api/reports.ts'
import { operatorMail } from '../support/operator-mail.ts'

/** The mail about a report; none once it is decided. */
export const reportMail = operatorMail<{ reportId: string }>(
  'report-mail',
  async ({ db, config }, { reportId }) => {
    const report = await db
      .selectFrom('reports')
      .select(['reason', 'post_id', 'message_seq'])
      .where('id', '=', reportId)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (!report) return null
    const thing = report.post_id ? 'post' : report.message_seq === null ? 'person' : 'message'
    const reason = reportReasons[report.reason]
    return {
      id: `report-${reportId}`,
      subject: `Reported ${thing}: ${reason}`,
      // What was reported and what the reporter wrote stay where only operators read them, and are deleted in time.
      text: `Someone reported a ${thing}. Review it here: ${config.publicUrl}/admin?tab=reports

${reason}
`,
    }
  },
)
