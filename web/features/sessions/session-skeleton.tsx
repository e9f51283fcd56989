import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a session's page. */
export function SessionSkeleton() {
  return (
    <div role="status" aria-label="Loading the session">
      <Skeleton className="mb-4 h-9 w-28" />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div>
          <Skeleton className="h-6 w-56" />
          <Skeleton className="mt-4 h-10 w-4/5" />
          <div className="mt-5 flex items-center gap-3">
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="h-5 w-44" />
          </div>
          <Skeleton className="mt-6 h-12 w-40 rounded-10" />
          <Skeleton className="mt-8 h-4 w-full max-w-prose" />
          <Skeleton className="mt-3 h-4 w-2/3 max-w-prose" />
        </div>
        <Skeleton className="h-72 rounded-16" />
      </div>
    </div>
  )
}

/** Placeholder session cards. */
export function SessionCardSkeletons({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading sessions" className={sessionGrid}>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity but their place
        <div key={n} className="rounded-10 border border-line bg-sheet p-4">
          <div className="flex gap-3.5">
            <Skeleton className="h-14 w-12" />
            <div className="flex-1">
              <Skeleton className="h-6 w-4/5" />
              <Skeleton className="mt-2 h-4 w-40" />
            </div>
          </div>
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-3/5" />
          <Skeleton className="mt-4 h-6 w-3/4" />
        </div>
      ))}
    </div>
  )
}

/** The grid of session cards. */
export const sessionGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4'
