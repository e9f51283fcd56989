import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { isMissingCode, missingCodeText } from '#web/lib/missing-code.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ErrorState } from '#web/ui/states.tsx'

const MeetingBoard = lazy(async () => ({
  default: (await import('#web/features/boards/meeting-board.tsx')).MeetingBoard,
}))

/** On the board these choose a tool or a color, or list its keys, and must not share the screen or close the board as well. */
const boardKeys = new Set([...'bhlpsv?'])

/**
 * The meeting's board in place of the large picture; where there is little room, in place of everything but the notices. Its code
 * loads when it is opened.
 */
export function BoardStage({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
  const failed = useCallback(
    (props: ErrorComponentProps) => <Failed {...props} onClose={onClose} />,
    [onClose],
  )
  return (
    <section
      aria-label="Board"
      onKeyDown={event => {
        if (boardKeys.has(event.key) && !event.ctrlKey && !event.metaKey) event.stopPropagation()
      }}
      className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-16 border border-line *:min-h-0 *:flex-1 short:absolute short:inset-0 short:z-20 short:rounded-none short:border-0 short:bg-paper"
    >
      {/* The call goes on whatever happens to the board. */}
      <CatchBoundary getResetKey={() => meetingId} errorComponent={failed}>
        <Suspense fallback={<Coming />}>
          <MeetingBoard meetingId={meetingId} leading={<Close onClose={onClose} />} />
        </Suspense>
      </CatchBoundary>
    </section>
  )
}

function Coming() {
  return (
    <div className="flex items-center justify-center gap-2 text-14 text-ink-soft">
      <Spinner />
      Loading the board…
    </div>
  )
}

function Failed({ error, reset, onClose }: ErrorComponentProps & { onClose: () => void }) {
  return (
    <div className="overflow-auto p-4">
      <Close onClose={onClose} />
      {isMissingCode(error) ? (
        <ErrorState>{missingCodeText}</ErrorState>
      ) : (
        <ErrorState onRetry={reset}>{problemText(error)}</ErrorState>
      )}
    </div>
  )
}

function Close({ onClose }: { onClose: () => void }) {
  return (
    <span className="hidden short:block">
      <IconButton label="Close the board" onClick={onClose}>
        <ArrowLeft aria-hidden="true" className="size-5" />
      </IconButton>
    </span>
  )
}
