import { FileText, History } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Board } from '#shared/api/boards.ts'
import type { Login } from '#web/features/logins/queries.ts'
import { useLiveConnection } from '#web/lib/live.ts'
import { useUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { SyncState } from './board-sync.ts'
import type { BoardTools } from './board-tools.ts'
import { loadEditor } from './editor.ts'
import { ExportMenu } from './export-menu.tsx'
import { useBoardSync } from './use-board-sync.ts'

const Canvas = lazy(async () => ({ default: (await loadEditor()).BoardCanvas }))
const VersionsDrawer = lazyDialog(async () => (await import('./versions-drawer.tsx')).VersionsDrawer)
const PageDialog = lazyDialog(async () => (await import('./page-dialog.tsx')).PageDialog)

/** A board with its tools, filling its column. `leading` goes at the beginning of its bar. */
export function BoardView({
  board,
  login,
  leading,
}: {
  board: Board
  /** The person who is drawing. */
  login: Login
  leading: ReactNode
}) {
  const { sync, elements, error, state, isKept, retry } = useBoardSync(board.id, login)
  const [tools, setTools] = useState<BoardTools | null>(null)
  const [shown, setShown] = useState<'versions' | 'page' | null>(null)
  const close = () => setShown(null)
  const isLoading = !tools && !error && state !== 'gone'
  const icon = { 'aria-hidden': true, className: 'size-5' } as const
  return (
    <section aria-label={board.title} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex h-14 shrink-0 items-center gap-1 tiny:h-auto tiny:flex-wrap border-b border-line bg-paper pr-2 pl-2 sm:gap-2 sm:pr-4">
        {leading}
        <SavedState state={board.can_change ? state : 'closed'} isKept={isKept} />
        {board.can_change && (
          <>
            <IconButton label="Add a page to the board" disabled={!tools} onClick={() => setShown('page')}>
              <FileText {...icon} />
            </IconButton>
            <IconButton label="Versions" disabled={!tools} onClick={() => setShown('versions')}>
              <History {...icon} />
            </IconButton>
          </>
        )}
        <ExportMenu tools={tools} title={board.title} />
      </header>
      {/* One for all that it waits for, which would each be announced. */}
      <p role="status" className="sr-only">
        {isLoading && 'Loading the board…'}
      </p>
      {state === 'gone' ? (
        <EmptyState title="This board isn’t available" action={<Button onClick={retry}>Retry</Button>}>
          It was deleted, or you no longer have access to it.
        </EmptyState>
      ) : error ? (
        <div className="p-4">
          <LoadFailed error={error} onRetry={retry} />
        </div>
      ) : (
        <Suspense fallback={<Waiting />}>
          {sync && elements ? (
            <Canvas key={board.id} board={board} sync={sync} elements={elements} onTools={setTools} />
          ) : (
            <Waiting />
          )}
        </Suspense>
      )}
      {tools && shown === 'versions' && <VersionsDrawer boardId={board.id} tools={tools} onClose={close} />}
      {tools && shown === 'page' && <PageDialog username={login.username} tools={tools} onClose={close} />}
    </section>
  )
}

/** How each state is called. Two texts if some edits aren't sent: they are also stored on this device, or not. */
const words: Record<SyncState, string | { kept: string; lost: string }> = {
  saved: 'Saved',
  saving: 'Saving…',
  offline: {
    kept: 'Offline: saved on this device',
    lost: 'Offline: not saved yet. Keep this page open.',
  },
  failing: 'Couldn’t save: trying again',
  broken: {
    kept: 'Reload to sync: saved on this device',
    lost: 'Your last changes couldn’t be saved.',
  },
  'signed out': {
    kept: 'Signed out: saved on this device',
    lost: 'Signed out: not saved yet. Keep this page open.',
  },
  'no room': {
    kept: 'Some changes not sent: saved on this device',
    lost: 'Some changes not sent: not saved yet. Keep this page open.',
  },
  closed: 'Read-only',
  gone: '',
}

/** States in which nothing is only here. What waits for a board that is gone is: the board may come back. */
const settled = new Set<SyncState>(['saved', 'closed'])

function SavedState({ state, isKept }: { state: SyncState; isKept: boolean }) {
  const lost = useLiveConnection('/boards') === 'lost'
  useUnloadWarning(!isKept && !settled.has(state))
  const said = words[state]
  const known = typeof said === 'string' ? said : isKept ? said.kept : said.lost
  const text = lost && state === 'saved' ? 'Saved, reconnecting…' : known
  return (
    <p
      role="status"
      data-state={state}
      className="ml-auto max-w-28 shrink-0 truncate px-1 text-12 text-ink-soft data-[state=broken]:text-caution data-[state=failing]:text-caution data-[state=offline]:text-caution data-[state=no_room]:text-caution sm:max-w-none sm:px-2 sm:text-14"
    >
      {text}
    </p>
  )
}

function Waiting() {
  return (
    <div className="flex flex-1 items-center justify-center bg-sheet">
      <Spinner className="size-6" />
    </div>
  )
}
