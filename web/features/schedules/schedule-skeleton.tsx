import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of the editor. */
export function ScheduleSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your schedule"
      className="grid gap-x-10 gap-y-4 py-8 pt-6 lg:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <Skeleton className="h-5 w-28" />
      <div className="flex max-w-form flex-col gap-5">
        <Skeleton className="h-64 rounded-10" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-11" />
        <Skeleton className="h-10 rounded-10" />
      </div>
    </div>
  )
}
