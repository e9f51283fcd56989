import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { invitations, type SentInvitation } from '#shared/api/invitations.ts'
import type { Session } from '#shared/api/sessions.ts'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { PersonLine } from './person-line.tsx'
import { rowsOf, sentQuery } from './queries.ts'

/** Whom one invited to one’s session and what they answered; what waits can be withdrawn. */
export function SentList({ session }: { session: Session }) {
  const query = useInfiniteQuery(sentQuery(session.id))
  const { data, error, isFetching, refetch } = query
  if (data === undefined) {
    return error ? (
      <ErrorState title="Not loaded" onRetry={() => void refetch()} retrying={isFetching}>
        Failed to fetch invited users. Please try again.
      </ErrorState>
    ) : (
      <PersonRowSkeletons count={5} />
    )
  }
  const sent = rowsOf(data.pages)
  if (sent.length === 0) {
    return <EmptyState title="Nobody invited yet">Whom you invite stands here with their answer.</EmptyState>
  }
  return (
    <>
      <ul className="-mx-2 flex flex-col">
        {sent.map(invitation => (
          <li key={invitation.id}>
            <PersonLine person={invitation.person} note={<State invitation={invitation} />}>
              {invitation.state === 'sent' && <WithdrawButton session={session} invitation={invitation} />}
            </PersonLine>
          </li>
        ))}
      </ul>
      <MoreRows
        query={query}
        count={sent.length}
        what="More people"
        skeleton={<PersonRowSkeletons count={2} />}
      />
    </>
  )
}

const states = {
  sent: 'Invited',
  accepted: 'Accepted · invited',
  declined: 'Declined · invited',
  withdrawn: 'Withdrawn · invited',
} as const

function State({ invitation: { state, date } }: { invitation: SentInvitation }) {
  return (
    <>
      {states[state]} <RelativeTime date={date} />
    </>
  )
}

function WithdrawButton({ session, invitation }: { session: Session; invitation: SentInvitation }) {
  const queryClient = useQueryClient()
  const { id, person } = invitation
  const withdraw = useMutation({
    mutationFn: () => call(invitations.remove, { body: { id } }),
    onSuccess: () => toast.message(`The invitation to ${person.name} is withdrawn.`),
    onError: error => toast.error(problemText(error)),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: sentQuery(session.id).queryKey })
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [path, , sessionId] }) =>
          path === follows.followers.path && sessionId === session.id,
      })
    },
  })
  return (
    <Button size="sm" variant="quiet" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
      Withdraw<span className="sr-only"> the invitation to {person.name}</span>
    </Button>
  )
}
