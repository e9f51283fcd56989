import { lazy, Suspense } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'

const MeetingBoard = lazy(async () => ({
  default: (await import('#web/features/boards/meeting-board.tsx')).MeetingBoard,
}))

/** The board of the meeting in the place of the large picture; its code comes when it is opened. */
export function BoardStage({ meetingId }: { meetingId: string }) {
  return (
    <section
      aria-label="Board"
      className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-16 border border-line *:min-h-0 *:flex-1"
    >
      <Suspense fallback={<Coming />}>
        <MeetingBoard meetingId={meetingId} />
      </Suspense>
    </section>
  )
}

function Coming() {
  return (
    <div role="status" className="flex items-center justify-center gap-2 text-14 text-ink-soft">
      <Spinner />
      The board is coming…
    </div>
  )
}
