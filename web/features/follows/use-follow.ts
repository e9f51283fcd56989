import { useMutation, useQueryClient } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { profiles } from '#shared/api/profiles.ts'
import { call } from '#web/lib/api.ts'
import { isAway } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { keepFollow, showFollowed } from './cache.ts'

/** Follows or unfollows a person; shown at once, and reverted on failure. */
export function useFollow({ id, username, name }: Pick<PersonCard, 'id' | 'username' | 'name'>) {
  const queryClient = useQueryClient()
  const mutationKey = [follows.follow.path, id]
  const { mutate } = useMutation({
    mutationKey,
    // Quick clicks are sent in order, so that the last one counts.
    scope: { id: `follow ${id}` },
    mutationFn: (followed: boolean) =>
      call(followed ? follows.follow : follows.unfollow, { body: { username } }),
    onMutate: followed => showFollowed(queryClient, id, followed),
    onSuccess: ({ followed, followers }) => {
      // With another click pending, the count is already outdated.
      if (queryClient.isMutating({ mutationKey }) === 1) keepFollow(queryClient, id, { followed, followers })
    },
    onError: (error, followed) => {
      showFollowed(queryClient, id, !followed)
      void queryClient.invalidateQueries({ queryKey: [profiles.ofPerson.path] })
      const title = isAway(error)
        ? `We don’t know whether you follow ${name}.`
        : `Unable to ${followed ? 'follow' : 'unfollow'} ${name}.`
      toast.error(`${title} ${problemText(error)}`)
    },
  })
  return mutate
}
