import { Skeleton } from '#web/ui/skeleton.tsx'
import { WelcomeFrame } from './welcome-page.tsx'

/** The placeholder of a step of the welcome. */
export function WelcomeSkeleton() {
  return (
    <WelcomeFrame>
      <div role="status" aria-label="Loading setup" className="flex flex-col gap-6">
        <Skeleton className="h-8 w-full" />
        <div className="flex flex-col gap-5 rounded-16 border border-line bg-sheet p-5 sm:p-8">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-10 rounded-10" />
          <Skeleton className="h-10 rounded-10" />
          <Skeleton className="h-32 rounded-16" />
        </div>
      </div>
    </WelcomeFrame>
  )
}
