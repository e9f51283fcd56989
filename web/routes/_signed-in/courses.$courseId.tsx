import { createFileRoute, notFound } from '@tanstack/react-router'
import { isCourseId } from '#shared/domain/course-strings.ts'
import { courseQuery, courseTutorsQuery } from '#web/features/courses/queries.ts'
import { coursePostsQuery } from '#web/features/posts/queries.ts'
import { courseSessionsQuery } from '#web/features/sessions/queries.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { CourseGone, CoursePage } from './-course/course-page.tsx'
import { CourseSkeleton } from './-course/course-skeleton.tsx'

export const Route = createFileRoute('/_signed-in/courses/$courseId')({
  staticData: { forVisitors: true },
  loader: async ({ context: { queryClient, login }, params: { courseId } }) => {
    if (!isCourseId(courseId)) throw notFound()
    const id = Number(courseId)
    const below = Promise.all([
      queryClient.prefetchInfiniteQuery(coursePostsQuery(id)),
      queryClient.prefetchInfiniteQuery(courseSessionsQuery(id)),
      queryClient.prefetchQuery(courseTutorsQuery(id)),
    ])
    const [course] = await Promise.all([
      queryClient.ensureQueryData({ ...courseQuery(id), revalidateIfStale: true }).catch(error => {
        if (isMissing(error)) throw notFound()
        // The page shows other failures.
        return null
      }),
      prepareTemporal(),
      // The server has drawn all of a visitor's page, and the drawing stays until the page can show as much.
      login === null && below,
    ])
    return { course, title: course?.subject ?? 'Course' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Course' }] }),
  pendingComponent: CourseSkeleton,
  component: Course,
  notFoundComponent: CourseGone,
})

function Course() {
  const id = Number(Route.useParams().courseId)
  return <CoursePage key={id} id={id} />
}
