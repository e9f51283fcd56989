import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of the wallet before it is known to exist. */
export function GateSkeleton() {
  return (
    <div role="status" aria-label="Loading your wallet" className="max-w-prose pt-8">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-3 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-2/3" />
    </div>
  )
}

/** The placeholder of the balances. */
export function BalanceSkeleton() {
  const card = 'rounded-16 border border-line bg-sheet p-5 sm:p-6'
  return (
    <div
      role="status"
      aria-label="Loading your wallet"
      className="grid gap-5 pt-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start"
    >
      <div className={card}>
        <Skeleton className="h-5 w-20" />
        <Skeleton className="mt-2 h-10 w-44" />
      </div>
      <div className={`${card} lg:col-start-2 lg:row-span-3 lg:row-start-1`}>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="mt-4 h-4 w-full" />
        <Skeleton className="mt-2 h-4 w-3/5" />
        <Skeleton className="mt-4 h-10 w-40 rounded-10" />
      </div>
      <div className={`${card} grid gap-5 sm:grid-cols-3`}>
        {['pending', 'on the way', 'paid out'].map(name => (
          <div key={name}>
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-7 w-24" />
            <Skeleton className="mt-2 h-3 w-full" />
          </div>
        ))}
      </div>
      <div className={card}>
        <Skeleton className="h-6 w-28" />
        <Skeleton className="mt-6 h-44" />
      </div>
    </div>
  )
}

/** Placeholder lines of a statement. */
export function TransactionSkeletons({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="divide-y divide-line rounded-16 border border-line bg-sheet"
    >
      {['first', 'second', 'third', 'fourth'].map(line => (
        <div key={line} className="flex items-center gap-4 px-4 py-4 sm:px-5">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-2 h-3 w-40" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
