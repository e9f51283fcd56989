import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Decision, decisions } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { longDateText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'

const shownAtFirst = 2

const decisionsQuery = queryOptions({
  queryKey: [decisions.path],
  queryFn: async ({ signal }) => (await call(decisions, {}, { signal })).decisions,
})

/** Recent operator decisions about the person and their posts, with reasons; nothing if there are none. */
export function Decisions() {
  const { data: decisions = [] } = useQuery(decisionsQuery)
  const [all, setAll] = useState(false)
  if (decisions.length === 0) return null
  const shown = all ? decisions : decisions.slice(0, shownAtFirst)
  const rest = decisions.length - shown.length
  return (
    <section
      aria-labelledby="decisions"
      className="rounded-10 border border-line border-l-4 border-l-caution bg-sheet px-5 py-4"
    >
      <h2 id="decisions" className="text-18">
        From the Ignite team
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {shown.map(decision => (
          <DecisionItem key={decision.id} decision={decision} />
        ))}
      </ul>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-14 text-ink-soft">
        <p>
          Only you can see this. Something wrong?{' '}
          <a
            href="/faq?contact=1"
            className="inline-flex items-center font-medium text-accent underline underline-offset-4 touch-target"
          >
            Contact support
          </a>
        </p>
        {rest > 0 && (
          <Button variant="quiet" size="sm" className="-mr-3" onClick={() => setAll(true)}>
            Show {rest} more
          </Button>
        )}
      </div>
    </section>
  )
}

function DecisionItem({ decision }: { decision: Decision }) {
  const { action, post_id, post_title, reason, date } = decision
  const zone = useViewerZone()
  const title = <bdi className="font-medium text-ink">{post_title}</bdi>
  return (
    <li className="py-2.5 text-14">
      <p className="text-ink-soft">
        {action === 'hide_post' && post_id !== null ? (
          <Link
            to="/ignite/$postId"
            params={{ postId: post_id }}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {title}
          </Link>
        ) : (
          post_title !== null && title
        )}{' '}
        {sentences[action]}{' '}
        <time dateTime={date} className="whitespace-nowrap text-ink-faint">
          {longDateText(date, zone)}
        </time>
      </p>
      {reason && (
        <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere text-ink" dir="auto">
          {reason}
        </p>
      )}
    </li>
  )
}

const sentences: Record<Decision['action'], string> = {
  hide_post: 'was hidden from everyone but you on',
  show_post: 'has been visible to everyone again since',
  remove_post: 'was removed on',
  suspend_person: 'Your account was suspended on',
  reinstate_person: 'Your account has been active again since',
}
