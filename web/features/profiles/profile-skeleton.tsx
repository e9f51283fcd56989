import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { useFeedView } from '#web/features/posts/use-feed-view.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a profile. */
export function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Loading the profile">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-5 sm:gap-x-8">
        <Skeleton className="size-20 rounded-full sm:row-span-2 sm:size-32" />
        <div className="flex flex-col gap-2 self-center">
          <Skeleton className="h-9 w-3/5 max-w-80" />
          <Skeleton className="h-5 w-32" />
        </div>
        <div className="col-span-full flex flex-col gap-3 sm:col-span-1 sm:col-start-2">
          <Skeleton className="h-4 w-full max-w-prose" />
          <Skeleton className="h-4 w-2/3 max-w-prose" />
          <Skeleton className="mt-2 h-6 w-64" />
        </div>
      </div>
      <Content />
    </div>
  )
}

/** The shape of what stands below the head of a profile. */
export function ProfileContentSkeleton() {
  return (
    <div role="status" aria-label="Loading the posts">
      <Content />
    </div>
  )
}

function Content() {
  const { view } = useFeedView()
  return (
    <>
      <Skeleton className="mt-10 mb-5 h-11 w-40" />
      <PostSkeletons view={view} count={4} />
    </>
  )
}
