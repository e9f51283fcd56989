import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { ownProfileQuery, showOwnProfile } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import type { OwnPost } from './own-post-search.tsx'

/** Chooses one's highlights: shown at once, kept in the order of the changes, and put back where keeping fails. */
export function useHighlight(profile: OwnProfile) {
  const queryClient = useQueryClient()
  // What was chosen and isn't kept yet.
  const [ahead, setAhead] = useState<OwnPost[] | null>(null)
  const { mutate, isPending } = useMutation({
    mutationKey: [profiles.highlight.path],
    scope: { id: 'highlights' },
    mutationFn: async (chosen: OwnPost[]) => {
      const { highlights } = await call(profiles.highlight, {
        body: { post_ids: chosen.map(post => post.id) },
      })
      return { chosen, highlights }
    },
    onSuccess: ({ highlights, chosen }) => {
      const known = queryClient.getQueryData(ownProfileQuery.queryKey) ?? profile
      showOwnProfile(queryClient, { ...known, highlights })
      setAhead(latest => (latest === chosen ? null : latest))
    },
    onError: error => {
      setAhead(null)
      toast.error(`The highlights stay as they were. ${problemText(error)}`)
    },
  })
  return {
    chosen: ahead ?? profile.highlights,
    choose(chosen: OwnPost[]) {
      setAhead(chosen)
      mutate(chosen)
    },
    isPending,
  }
}
