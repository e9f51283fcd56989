import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blocks } from '#shared/api/blocks.ts'
import type { Profile } from '#shared/api/profiles.ts'
import { forgetPeople } from '#web/features/blocks/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Replaces the profile of a blocked person: their name, and a way to unblock them. */
export function BlockedProfile({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const unblock = useMutation({
    mutationFn: () => call(blocks.unblock, { body: { username: profile.username } }),
    onSuccess: async () => {
      await forgetPeople(queryClient)
      toast.success(`You unblocked ${profile.name}.`)
    },
    onError: error => toast.error(`Unable to unblock ${profile.name}. ${problemText(error)}`),
  })
  return (
    <>
      <h1 className="sr-only">{profile.name}</h1>
      <EmptyState
        picture={
          <Avatar name={profile.name} image={profile.profile_image} className="size-20! text-28! grayscale" />
        }
        title={`You blocked ${profile.name}`}
        action={
          <Button pending={unblock.isPending} onClick={() => unblock.mutate()}>
            Unblock
          </Button>
        }
      >
        You can’t see each other’s posts or follow each other.
      </EmptyState>
    </>
  )
}
