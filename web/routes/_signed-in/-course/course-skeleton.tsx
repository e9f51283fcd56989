import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { useFeedView } from '#web/features/posts/use-feed-view.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a course's page. */
export function CourseSkeleton() {
  return (
    <div role="status" aria-label="Loading the course">
      <div className="rounded-10 border border-line bg-sheet py-5 pr-3 pl-5 sm:py-6 sm:pr-7 sm:pl-9">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="mt-2 h-9 w-4/5 max-w-96 sm:h-12" />
        <Skeleton className="mt-2 h-5 w-56" />
        <div className="mt-5 flex gap-2">
          <Skeleton className="h-10 w-40 rounded-10" />
          <Skeleton className="h-10 w-36 rounded-10" />
        </div>
      </div>
      <Below />
    </div>
  )
}

/** The shape of what stands below the head of a course's page. */
export function CourseContentSkeleton() {
  return (
    <div role="status" aria-label="Loading the notes">
      <Below />
    </div>
  )
}

function Below() {
  const { view } = useFeedView()
  return (
    <>
      <Skeleton className="mt-8 mb-5 h-11 w-40" />
      <PostSkeletons view={view} count={8} />
    </>
  )
}
