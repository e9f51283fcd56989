import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { tell } from '../alerts/tell.ts'
import { record } from '../audit/audit.ts'
import { decisionKinds } from '../audit/decision-alert-kinds.ts'
import { areAboutTheSame } from './about-the-same.ts'

type Closing = { id: string; outcome: 'upheld' | 'dismissed' }

/** Closes a report and the open ones about the same thing, with one log entry for all. */
export async function closeReport(deps: Deps, operator: Login, { id, outcome }: Closing): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    // In the order of their ids: of two operators at two reports about one thing, one waits instead of a
    // deadlock.
    const open = await trx
      .selectFrom('reports')
      .select(['id', 'reporter_id', 'person_id', 'post_id', 'post_title', 'message_seq'])
      .where('state', '=', 'open')
      .where(sql<boolean>`exists (
        select from reports as this where this.id = ${id} and ${areAboutTheSame('this', 'reports')})`)
      .orderBy('id')
      .forUpdate()
      .execute()
    const report = open.find(row => row.id === id)
    if (!report) throw await whyNot(trx, id)
    await trx
      .updateTable('reports')
      .set({ state: outcome, closed_at: deps.now() })
      .where(
        'id',
        'in',
        open.map(row => row.id),
      )
      .execute()
    await record(trx, deps, operator, {
      action: outcome === 'upheld' ? 'uphold_report' : 'dismiss_report',
      personId: report.person_id,
      ...(report.post_id && { post: { id: report.post_id, title: report.post_title! } }),
      reportId: id,
    })
    for (const { id: cause, reporter_id, post_id, message_seq } of open) {
      const of = post_id ? 'post' : message_seq ? 'message' : 'person'
      const facts = { of, upheld: outcome === 'upheld' } as const
      if (reporter_id) await tell(trx, deps, reporter_id, { kind: decisionKinds.report_closed, facts, cause })
    }
  })
}

async function whyNot(db: Database, id: string) {
  const report = await db.selectFrom('reports').select('state').where('id', '=', id).executeTakeFirst()
  return report
    ? problem('conflict', `This report was already ${report.state}.`)
    : problem('not_found', 'We couldn’t find that report.')
}
