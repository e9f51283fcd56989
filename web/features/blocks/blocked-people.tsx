import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { blocks } from '#shared/api/blocks.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { blockedQuery, forgetPeople } from './queries.ts'

/** The person's blocked people, in the settings. */
export function BlockedPeople() {
  return (
    <Panel
      title="Blocked people"
      anchor="blocked"
      description="You and the people you block can’t see each other’s profiles and posts. We won’t tell them."
    >
      <List />
    </Panel>
  )
}

function List() {
  const { data: people, error, isFetching, refetch } = useQuery(blockedQuery)
  if (people === undefined) {
    return error ? (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-14">
        <p className="text-ink-soft">{problemText(error)}</p>
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    ) : (
      <div role="status" aria-label="Loading blocked people" className="flex items-center gap-3 py-2">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="h-5 w-44" />
      </div>
    )
  }
  if (people.length === 0) {
    return (
      <p className="text-14 text-ink-soft">
        You haven’t blocked anyone. You can block someone from the menu on their profile or post.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line border-y border-line">
      {people.map(person => (
        <Row key={person.id} person={person} />
      ))}
    </ul>
  )
}

function Row({ person }: { person: PersonCard }) {
  const queryClient = useQueryClient()
  const { username, name } = person
  const unblock = useMutation({
    mutationKey: [blocks.unblock.path, username],
    mutationFn: () => call(blocks.unblock, { body: { username } }),
    onSuccess: () => {
      queryClient.setQueryData(blockedQuery.queryKey, people => people?.filter(({ id }) => id !== person.id))
      toast.success(`You unblocked ${name}.`)
      return forgetPeople(queryClient)
    },
    onError: error => toast.error(problemText(error)),
  })
  return (
    <li className="flex min-w-0 items-center gap-3 py-3">
      <Avatar name={name} image={person.profile_image} className="size-10! text-14" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-medium" title={name} dir="auto">
          {name}
        </p>
        <p className="truncate text-14 text-ink-faint">@{username}</p>
      </div>
      <Button size="sm" pending={unblock.isPending} onClick={() => unblock.mutate()}>
        Unblock<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
