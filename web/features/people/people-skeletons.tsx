import { Skeleton } from '#web/ui/skeleton.tsx'

/** The grid of people's cards. */
export const peopleGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4'

/** The placeholder of a grid of people. */
export function PersonCardSkeletons({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading people" className={peopleGrid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
        <div key={index} className="flex flex-col gap-3 rounded-10 border border-line bg-sheet p-4">
          <div className="flex items-center gap-3">
            <Skeleton className="size-12 rounded-full" />
            <span className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </span>
            <Skeleton className="h-8 w-24 rounded-10" />
          </div>
          <span className="flex h-10 flex-col gap-2 pt-0.5">
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-4/5" />
          </span>
          <Skeleton className="h-6 w-1/2" />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of a narrow list of people. */
export function PersonRowSkeletons({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading people" className="flex flex-col">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
        <div key={index} className="flex items-center gap-3 py-2.5">
          <Skeleton className="size-10 rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-1/4" />
          </span>
          <Skeleton className="h-8 w-24 rounded-10" />
        </div>
      ))}
    </div>
  )
}
