import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of the whole page. */
export function TutorsSkeleton() {
  return (
    <>
      <h1 className="text-28">Tutors</h1>
      <div aria-hidden="true">
        <Skeleton className="mt-2 h-5 w-72 max-w-full" />
        <div className="mt-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Skeleton className="h-10 rounded-10" />
          <Skeleton className="h-10 rounded-10" />
        </div>
        <Skeleton className="mt-3 mb-15 h-10 w-full max-w-120 rounded-10" />
      </div>
      <TutorSkeletons />
    </>
  )
}

/** The placeholder of the list. */
export function TutorSkeletons() {
  return (
    <div role="status" aria-label="Loading tutors" className="grid gap-4">
      {[0, 1, 2, 3].map(place => (
        <div
          key={place}
          className="grid gap-4 rounded-10 border border-line bg-sheet p-4 sm:p-5 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]"
        >
          <div className="flex items-center gap-3">
            <Skeleton className="size-12 rounded-full" />
            <span className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </span>
          </div>
          <div className="grid grid-cols-3 gap-2 tiny:grid-cols-2 sm:grid-cols-6 lg:grid-cols-3 xl:grid-cols-6">
            {[0, 1, 2, 3, 4, 5].map(slot => (
              <Skeleton key={slot} className="h-14 rounded-10" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
