import { slotWindowDays } from '#shared/domain/slots.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of the slot picker while it loads. */
export function PickerSkeleton() {
  return (
    <div role="status" aria-label="Loading the schedule" className="flex flex-col gap-5">
      <div>
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-2 h-4 w-64" />
      </div>
      <div className="grid grid-cols-7 gap-1">
        {Array.from({ length: slotWindowDays }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
          <Skeleton key={index} className="h-16 rounded-10" />
        ))}
      </div>
      <Skeleton className="h-9 w-44 rounded-10" />
      <TilesSkeleton />
    </div>
  )
}

/** The shape of a day's tiles while they load. */
export function TilesSkeleton() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
        <Skeleton key={index} className="h-11 rounded-10" />
      ))}
    </div>
  )
}
