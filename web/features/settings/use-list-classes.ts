import { useMutation, useQueryClient } from '@tanstack/react-query'
import { courses, type Section } from '#shared/api/courses.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'

/** Replaces the person's list of classes. */
export function useListClasses() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sections: readonly Section[]) =>
      (await call(profiles.listClasses, { body: { section_ids: sections.map(({ id }) => id) } })).classes,
    onSuccess: classes => {
      queryClient.setQueryData(ownProfileQuery.queryKey, own => own && { ...own, classes })
      // Only the server knows which tips still apply.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: [profiles.ofPerson.path] })
      void queryClient.invalidateQueries({ queryKey: [courses.get.path] })
      // The feed of a person's classes is never refetched automatically, but is now a different one.
      queryClient.removeQueries({ queryKey: [posts.list.path, 'classes'] })
    },
  })
}
