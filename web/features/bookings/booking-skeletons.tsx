import { Skeleton } from '#web/ui/skeleton.tsx'

/** The grid of meeting cards. */
export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4'

/** Placeholder cards. */
export function CardSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={cardGrid}>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity but their place
        <div key={n} className="rounded-10 border border-line bg-sheet">
          <div className="flex gap-3.5 p-4 pb-3">
            <Skeleton className="h-14 w-12" />
            <div className="min-w-0 flex-1">
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="mt-2 h-4 w-24" />
              <Skeleton className="mt-2 h-4 w-40 max-w-full" />
            </div>
          </div>
          <div className="flex gap-2 px-4 pb-4">
            <Skeleton className="h-8 w-36 rounded-full" />
            <Skeleton className="h-8 w-28 rounded-full" />
          </div>
          <div className="h-13 border-t border-line" />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of the page while it loads. */
export function MeetingsSkeleton() {
  return (
    <div>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-3 mb-5 h-11" />
      <CardSkeletons count={6} label="Loading your meetings" />
    </div>
  )
}
