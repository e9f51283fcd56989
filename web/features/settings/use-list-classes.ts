import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Section } from '#shared/api/courses.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'

/** Lists one's classes in place of those listed before. */
export function useListClasses() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sections: readonly Section[]) =>
      (await call(profiles.listClasses, { body: { section_ids: sections.map(({ id }) => id) } })).classes,
    onSuccess: classes => {
      queryClient.setQueryData(ownProfileQuery.queryKey, own => own && { ...own, classes })
      // Which tips still apply, only the server knows.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: [profiles.ofPerson.path] })
      // The feed of one's classes is never refetched by itself, and is now another one.
      queryClient.removeQueries({ queryKey: [posts.list.path, 'classes'] })
    },
  })
}
