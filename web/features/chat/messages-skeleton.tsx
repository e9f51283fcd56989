import { ConversationSkeletons, LogSkeleton } from './chat-skeletons.tsx'

export function MessagesSkeleton() {
  return (
    <div className="-mx-4 -mt-6 flex h-[calc(100dvh-7.5rem-env(safe-area-inset-bottom))] md:mx-0 md:mt-0 md:h-[calc(100dvh-6.5rem)] md:rounded-16 md:border md:border-line">
      <div className="w-full pt-14 lg:w-88 lg:border-r lg:border-line">
        <ConversationSkeletons count={6} />
      </div>
      <div className="hidden flex-1 lg:flex">
        <LogSkeleton />
      </div>
    </div>
  )
}
