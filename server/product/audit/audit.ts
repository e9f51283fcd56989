import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { AuditEntry } from '#shared/api/admin.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import { decisionKinds } from './decision-alert-kinds.ts'

type Act = {
  action: AuditEntry['action']
  personId: string | null
  post?: { id: string; title: string }
  reportId?: string
  bookingId?: string
  /** What the student gets back by it. */
  cents?: number
  reason?: string
}

/**
 * Logs an operator's action in the transaction of the action itself: neither exists without the other.
 * Notifies the person concerned, unless the decision does so itself, as with reports and bookings.
 */
export async function record(
  trx: Trx,
  deps: Pick<Deps, 'jobs' | 'now' | 'realtime'>,
  operator: Login,
  { action, personId, post, reportId, bookingId, cents, reason = '' }: Act,
): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      at: deps.now(),
      operator_id: operator.userId,
      action,
      person_id: personId,
      post_id: post?.id ?? null,
      post_title: post?.title ?? null,
      report_id: reportId ?? null,
      booking_id: bookingId ?? null,
      amount_cents: cents ?? null,
      reason,
    })
    .execute()
  const kind = told[action]
  if (!personId || !kind) return
  const facts = { post_id: post?.id ?? null, post_title: post?.title ?? null, reason }
  await tell(trx, deps, personId, { kind, facts })
}

const told = {
  hide_post: decisionKinds.post_hidden,
  show_post: decisionKinds.post_shown,
  remove_post: decisionKinds.post_removed,
  suspend_person: decisionKinds.account_suspended,
  reinstate_person: decisionKinds.account_reinstated,
  close_account: null,
  uphold_report: null,
  dismiss_report: null,
  settle_problem: null,
  refund_booking: null,
  retry_refund: null,
  settle_refund: null,
} satisfies Record<AuditEntry['action'], (typeof decisionKinds)[keyof typeof decisionKinds] | null>

export const auditPage = 50

/** Every action, newest first, after the entry with an id. One query. */
export async function auditEntries(db: Database, after: string | undefined): Promise<AuditEntry[]> {
  const entries = await db
    .selectFrom('audit_entries as entry')
    .leftJoin('users as operator', join =>
      join.onRef('operator.id', '=', 'entry.operator_id').on('operator.deleted_at', 'is', null),
    )
    .leftJoin('users as person', join =>
      join.onRef('person.id', '=', 'entry.person_id').on('person.deleted_at', 'is', null),
    )
    .select([
      'entry.id',
      'entry.at',
      sql<AuditEntry['action']>`entry.action`.as('action'),
      'operator.username as operator',
      'person.username as person',
      'entry.post_id',
      'entry.post_title',
      'entry.booking_id',
      'entry.amount_cents',
      'entry.reason',
    ])
    .$if(after !== undefined, query => query.where('entry.id', '<', after!))
    .orderBy('entry.id', 'desc')
    .limit(auditPage)
    .execute()
  return entries.map(({ at, amount_cents: cents, ...entry }) => ({
    ...entry,
    date: isoTime(at),
    amount: cents === null ? null : centsToDecimal(cents),
  }))
}
