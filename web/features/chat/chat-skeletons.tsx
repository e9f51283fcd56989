import { Skeleton } from '#web/ui/skeleton.tsx'

export function LogSkeleton() {
  return (
    <div
      aria-busy="true"
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-4 py-4"
    >
      <span className="sr-only">Loading the messages…</span>
      <Skeleton className="h-10 w-48 rounded-16" />
      <Skeleton className="h-16 w-64 rounded-16" />
      <Skeleton className="h-10 w-56 self-end rounded-16" />
      <Skeleton className="h-10 w-40 rounded-16" />
      <Skeleton className="h-14 w-60 self-end rounded-16" />
    </div>
  )
}

export function ConversationSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="flex flex-col">
      <span className="sr-only">Loading your conversations…</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
