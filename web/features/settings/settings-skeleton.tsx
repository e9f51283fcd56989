import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of the settings. */
export function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Loading your settings">
      <h1 className="mb-3 text-28">Settings</h1>
      <div className="flex h-11 items-center gap-7 border-b border-line px-3">
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-16" />
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-4 w-16" />
        <Skeleton className="h-4 w-14" />
      </div>
      {['picture', 'facts'].map(part => (
        <div key={part} className="grid gap-x-10 gap-y-4 py-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <Skeleton className="h-5 w-28" />
          <div className="flex max-w-form flex-col gap-5">
            <Skeleton className="h-10 rounded-10" />
            <Skeleton className="h-10 rounded-10" />
            <Skeleton className="h-24 rounded-10" />
          </div>
        </div>
      ))}
    </div>
  )
}
