import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blocks } from '#shared/api/blocks.ts'
import type { Profile } from '#shared/api/profiles.ts'
import { forgetPeople } from '#web/features/trust/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** In place of the profile of someone one blocks: who it is, and the way back. */
export function BlockedProfile({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const unblock = useMutation({
    mutationFn: () => call(blocks.unblock, { body: { username: profile.username } }),
    onSuccess: async () => {
      await forgetPeople(queryClient)
      toast.success(`You no longer block ${profile.name}.`)
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
        title={`You block ${profile.name}`}
        action={
          <Button pending={unblock.isPending} onClick={() => unblock.mutate()}>
            Unblock
          </Button>
        }
      >
        Neither of you sees what the other posts, and neither can follow the other.
      </EmptyState>
    </>
  )
}
