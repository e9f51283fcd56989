import type { QueryClient } from '@tanstack/react-query'
import { documents } from '#shared/api/documents.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { changePost, refreshOwnProfile, refreshSearches } from '#web/features/posts/cache.ts'
import { feedQuery } from '#web/features/posts/queries.ts'
import { emptyValues, type UploadValues } from './upload-form.ts'

/** The form's values for a post. */
export function valuesOf(post: PostCard): UploadValues {
  const { section_id, crn, crn_title: title, school, term, course_id, course_subject } = post
  return {
    ...emptyValues,
    post_name: post.post_name,
    details: post.details,
    course: { id: course_id, subject: course_subject, school },
    section: { id: section_id, crn, title, school, term, course_id, course_subject },
  }
}

/** Shows an edited post wherever it is on the screen. */
export function showEdited(queryClient: QueryClient, before: PostCard, after: PostCard): void {
  changePost(queryClient, after.id, () => after)
  refreshSearches(queryClient)
  if (after.doc_url !== before.doc_url || after.course_id !== before.course_id)
    void queryClient.invalidateQueries({ queryKey: [documents.ofPost.path, after.id] })
  if (after.course_id === before.course_id && after.section_id === before.section_id) return
  void queryClient.invalidateQueries({ queryKey: feedQuery('classes').queryKey })
  void queryClient.invalidateQueries({ queryKey: [posts.ofPerson.path] })
  void queryClient.invalidateQueries({ queryKey: [posts.ofCourse.path] })
  refreshOwnProfile(queryClient)
}
