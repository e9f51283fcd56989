import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { invitations, type SentInvitation } from '#shared/api/invitations.ts'
import type { Session } from '#shared/api/sessions.ts'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { PersonLine } from '#web/features/sessions/person-line.tsx'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { sentQuery } from './queries.ts'

/** The people invited to the owner’s session and their answers; unanswered invitations can be withdrawn. */
export function SentList({ session }: { session: Session }) {
  return (
    <Loaded waiting={<PersonRowSkeletons count={5} />} failed={SentFailed}>
      <Sent session={session} />
    </Loaded>
  )
}

function SentFailed({ onRetry, retrying }: Failure) {
  return (
    <ErrorState title="Not loaded" onRetry={onRetry} retrying={retrying}>
      Failed to fetch invited users. Please try again.
    </ErrorState>
  )
}

function Sent({ session }: { session: Session }) {
  const query = useSuspenseInfiniteQuery(sentQuery(session.id))
  const sent = rowsOf(query.data.pages)
  if (sent.length === 0) {
    return (
      <EmptyState title="Nobody invited yet">People you invite show up here with their answer.</EmptyState>
    )
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
    onSuccess: () => toast.message(`You withdrew ${person.name}’s invitation.`),
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
