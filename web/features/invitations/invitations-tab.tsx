import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { zoneName } from '#shared/domain/zone-name.ts'
import { CardSkeletons, cardGrid } from '#web/features/bookings/booking-skeletons.tsx'
import { rising } from '#web/features/enrolments/session-times.ts'
import { rowsOf } from '#web/features/sessions/queries.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { keptView, useKeptView } from '#web/lib/use-kept-view.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ViewToggle } from '#web/ui/view-toggle.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { receivedQuery } from './queries.ts'

const invitationView = keptView('invitation-view')

/** The unanswered invitations. */
export function InvitationsTab() {
  const zone = useViewerZone()
  const { view, choose } = useKeptView(invitationView)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className="group/list">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 ref={title} tabIndex={-1} className="text-22 outline-none">
            Your Invitations
          </h2>
          <p className="mt-0.5 text-14 text-ink-soft">Accept to Enrol</p>
        </div>
        <div className="flex items-center gap-4 group-has-data-empty/list:hidden">
          <p className="text-12 text-ink-faint">Times are in {zoneName(zone)}.</p>
          <ViewToggle label="Show invitations as" view={view} onChoose={choose} />
        </div>
      </div>
      <Loaded
        waiting={<CardSkeletons count={3} label="Loading your invitations" />}
        failed={InvitationsFailed}
      >
        <Invitations zone={zone} list={view === 'list'} onAnswered={() => title.current?.focus()} />
      </Loaded>
    </div>
  )
}

function InvitationsFailed({ error, ...retry }: Failure) {
  return (
    <ErrorState title={`Error: ${problemText(error)}`} {...retry}>
      Your invitations didn’t load.
    </ErrorState>
  )
}

function Invitations({ zone, list, onAnswered }: { zone: string; list: boolean; onAnswered: () => void }) {
  const query = useSuspenseInfiniteQuery(receivedQuery)
  const rows = rowsOf(query.data.pages)
  if (rows.length === 0) {
    return (
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="No invitations found."
        action={
          <Link to="/meeting" search={{ tab: 'enrollments' }} className={buttonClass({ variant: 'primary' })}>
            See your enrollments
          </Link>
        }
      >
        Invitations to sessions show up here.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={list ? 'flex flex-col gap-3' : cardGrid}>
        {rows.map((invitation, index) => (
          <li key={invitation.id} className="grid min-w-0 animate-rise" style={rising(index)}>
            <InvitationCard invitation={invitation} zone={zone} list={list} onAnswered={onAnswered} />
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={rows.length}
        what="More invitations"
        skeleton={
          <div className="pt-4">
            <CardSkeletons count={3} label="Loading more invitations" />
          </div>
        }
      />
    </>
  )
}
