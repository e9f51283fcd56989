import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import type { OwnPost } from './own-post-search.tsx'
import { ownProfileQuery, showOwnProfile } from './queries.ts'

/** Changes the person's highlights: shown at once, saved in order, and reverted on failure. */
export function useHighlight(profile: OwnProfile) {
  const queryClient = useQueryClient()
  // The choice that isn't saved yet.
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
      // One of the posts may have been deleted elsewhere: each further change would name it again.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
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
