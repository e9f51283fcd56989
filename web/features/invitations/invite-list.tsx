import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invitations } from '#shared/api/invitations.ts'
import type { Session } from '#shared/api/sessions.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { PersonRowSkeletons } from '#web/features/people/people-skeletons.tsx'
import { isFull } from '#web/features/sessions/is-full.ts'
import { PersonLine } from '#web/features/sessions/person-line.tsx'
import { rowsOf } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import { countSoFar } from '#web/lib/count-so-far.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { invitableQuery, sentQuery } from './queries.ts'

/** The owner's followers, each with a button that invites them once. */
export function InviteList({ session }: { session: Session }) {
  const { username } = useLogin()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const [failure, setFailure] = useState<string | null>(null)
  const query = useInfiniteQuery({
    ...invitableQuery(session.id, username, text),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData, hasNextPage } = query
  if (data === undefined) {
    return error ? (
      <LoadFailed title="Your followers didn’t load" {...failureOf(query)} />
    ) : (
      <PersonRowSkeletons count={5} />
    )
  }
  const followers = rowsOf(data.pages)
  if (followers.length === 0 && !text && !isPlaceholderData) {
    return (
      <EmptyState title="No followers yet">You can invite your followers to your sessions here.</EmptyState>
    )
  }
  const isSearching = isPlaceholderData || typed.trim() !== text
  const nobody = followers.length === 0 && !isSearching
  return (
    <>
      <search>
        <SearchField
          label="Search followers"
          placeholder="Search followers"
          value={typed}
          onChange={setTyped}
        />
      </search>
      {isFull(session) && (
        <p className="mt-2 text-14 text-ink-soft">
          This session is full. People you invite can’t enroll until someone leaves.
        </p>
      )}
      <FailureText className="mt-2">{failure}</FailureText>
      <FoundStatus unseen={!nobody} className={cx(nobody && 'px-2 py-10 text-center')}>
        {nobody
          ? 'No followers found matching your search'
          : text && !isSearching && countSoFar(followers.length, hasNextPage, 'person', 'people')}
      </FoundStatus>
      {followers.length > 0 ? (
        <ul className={cx('-mx-2 mt-2 flex flex-col transition-opacity', isSearching && 'opacity-60')}>
          {followers.map(person => (
            <li key={person.id}>
              <PersonLine person={person}>
                <InviteButton session={session} person={person} onFailure={setFailure} />
              </PersonLine>
            </li>
          ))}
        </ul>
      ) : (
        !nobody && <PersonRowSkeletons count={5} />
      )}
      <MoreRows
        query={query}
        count={followers.length}
        what="More followers"
        skeleton={<PersonRowSkeletons count={2} />}
      />
    </>
  )
}

type Follower = Parameters<typeof PersonLine>[0]['person'] & {
  invited?: boolean | undefined
  enrolled?: boolean | undefined
}

function InviteButton({
  session,
  person,
  onFailure,
}: {
  session: Session
  person: Follower
  onFailure: (text: string | null) => void
}) {
  const queryClient = useQueryClient()
  const invite = useMutation({
    mutationFn: () => call(invitations.send, { body: { id: session.id, invite: [person.username] } }),
    onSuccess: () => {
      onFailure(null)
      toast.success(`Successfully invited ${person.name}.`)
      void queryClient.invalidateQueries({ queryKey: sentQuery(session.id).queryKey })
    },
    onError: error => onFailure(`Failed to send invites. Please try again. ${problemText(error)}`),
  })
  const invited = person.invited || invite.isSuccess
  return (
    <Button
      size="sm"
      pending={invite.isPending}
      disabled={invited || person.enrolled}
      onClick={() => invite.mutate()}
    >
      {person.enrolled ? 'Enrolled' : invited ? 'Invited' : 'Invite'}
      <span className="sr-only"> {person.name}</span>
    </Button>
  )
}
