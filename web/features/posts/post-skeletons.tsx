import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a grid or a list of posts. */
export function PostSkeletons({ view, count }: { view: 'tiles' | 'list'; count: number }) {
  const Card = view === 'list' ? RowSkeleton : TileSkeleton
  return (
    <div
      className={cx(
        'grid gap-5',
        view === 'list'
          ? 'grid-cols-1'
          : 'grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] coarse:grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]',
      )}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
        <Card key={index} />
      ))}
    </div>
  )
}

function TileSkeleton() {
  return (
    <div className="flex flex-col rounded-10 border border-line bg-sheet">
      <Skeleton className="ml-1.5 aspect-[5/2] rounded-b-none sm:aspect-[16/10]" />
      <div className="flex flex-col gap-2.5 border-t border-line py-3 pr-4 pl-5">
        <Skeleton className="h-6 w-32" />
        <div className="flex h-6.5 flex-col gap-2 pt-1 sm:h-[3.25rem]">
          <Skeleton className="h-4.5 w-full shrink-0" />
          <Skeleton className="hidden h-4.5 w-2/3 sm:block" />
        </div>
        <div className="flex h-10 flex-col gap-2 pt-0.5">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
        <div className="flex items-center gap-2 pt-1">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="h-3.5 w-36" />
        </div>
      </div>
      <div className="flex h-[3.3125rem] items-center border-t border-line pr-4 pl-5 coarse:h-[3.5625rem]">
        <Skeleton className="h-8 w-30" />
      </div>
    </div>
  )
}

function RowSkeleton() {
  return (
    <div className="flex h-[8.875rem] rounded-10 border border-line bg-sheet">
      <Skeleton className="w-28 rounded-r-none" />
      <div className="flex flex-1 flex-col gap-3 px-4 py-4">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-4.5 w-1/2" />
        <Skeleton className="h-3.5 w-3/4" />
        <Skeleton className="h-4.5 w-40" />
      </div>
    </div>
  )
}
