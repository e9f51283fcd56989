import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of the room while the person is entering. */
export function RoomSkeleton() {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-form flex-col items-center justify-center px-4 py-12"
    >
      <div role="status" aria-label="Opening the meeting" className="flex w-full flex-col items-center">
        <Skeleton className="h-28 w-32" />
        <Skeleton className="mt-6 h-8 w-64 max-w-full" />
        <Skeleton className="mt-3 h-5 w-48" />
        <Skeleton className="mt-8 h-40 w-full rounded-16" />
      </div>
    </main>
  )
}
