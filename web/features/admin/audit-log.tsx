import type { AuditEntry } from '#shared/api/admin.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText } from '#web/lib/zoned-time.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PagedList } from './paged-list.tsx'
import { auditQuery } from './queries.ts'

const verbs: Record<AuditEntry['action'], string> = {
  hide_post: 'hid',
  show_post: 'showed',
  remove_post: 'removed',
  suspend_person: 'suspended',
  reinstate_person: 'reinstated',
  close_account: 'closed',
  uphold_report: 'upheld a report about',
  dismiss_report: 'dismissed a report about',
  settle_problem: 'settled a problem reported by',
  refund_booking: 'refunded',
  retry_refund: 'retried a refund for',
  settle_refund: 'settled a refund another way for',
}

/** The same with the money, which entries from before Ignite logged it lack. */
const moneyVerbs: Partial<Record<AuditEntry['action'], (dollars: string) => string>> = {
  settle_problem: dollars => `settled a problem with ${dollars} refunded to`,
  refund_booking: dollars => `refunded ${dollars} to`,
  retry_refund: dollars => `retried a refund of ${dollars} to`,
  settle_refund: dollars => `settled a refund of ${dollars} another way for`,
}

function verbOf({ action, amount }: AuditEntry): string {
  return (amount !== null && moneyVerbs[action]?.(dollarsText(amount))) || verbs[action]
}

/** Every operator action, newest first. */
export function AuditLog() {
  return (
    <PagedList
      label="The audit log"
      query={auditQuery}
      rowsOf={page => page.entries}
      empty={
        <EmptyState picture={<Lamp lit={false} className="h-28" />} title="No actions yet">
          Everything operators do is logged here permanently.
        </EmptyState>
      }
    >
      {entries => (
        <ol className="divide-y divide-line border-y border-line" aria-label="Actions, newest first">
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { operator, person, post_title, booking_id, reason, date } = entry
  const zone = useViewerZone()
  const who = person === null ? 'a deleted account' : `@${person}`
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 text-14 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <time dateTime={date} className="figures text-12 leading-5 text-ink-faint">
        {momentText(date, zone)}
      </time>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{operator === null ? 'A deleted account' : `@${operator}`}</span>{' '}
          {verbOf(entry)}{' '}
          {post_title === null ? (
            <span className="font-medium">{who}</span>
          ) : (
            <>
              “<bdi>{post_title}</bdi>” <span className="text-ink-soft">by {who}</span>
            </>
          )}
        </p>
        {booking_id && (
          <p className="text-12 text-ink-faint">
            Booking <span className="figures wrap-anywhere">{booking_id}</span>
          </p>
        )}
        {reason && (
          <p className="mt-0.5 max-w-prose whitespace-pre-line wrap-anywhere text-ink-soft" dir="auto">
            {reason}
          </p>
        )}
      </div>
    </li>
  )
}
