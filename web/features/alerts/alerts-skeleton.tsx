import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of a list of alerts while it loads. */
export function AlertRows({ count }: { count: number }) {
  return (
    <ul aria-hidden="true" className="divide-y divide-line border-y border-line">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity but their place
        <li key={index} className="flex items-start gap-4 py-3 pl-5">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 py-0.5">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-20" />
          </div>
        </li>
      ))}
    </ul>
  )
}
