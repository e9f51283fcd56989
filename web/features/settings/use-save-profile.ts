import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#shared/api/contract.ts'
import { profiles } from '#shared/api/profiles.ts'
import { showOwnProfile } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'

export type ProfileChange = CallInput<typeof profiles.save>['body']

/** Changes the person's profile and shows it everywhere at once. */
export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    // One after the other, so that the last change counts.
    scope: { id: 'save profile' },
    mutationFn: async (change: ProfileChange) => (await call(profiles.save, { body: change })).profile,
    onSuccess: profile => showOwnProfile(queryClient, profile),
  })
}
