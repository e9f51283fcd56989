import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowLeft, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { Board } from '#shared/api/boards.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import type { Failure } from '#web/lib/failure-of.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton, iconButtonClass } from '#web/ui/icon-button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BoardView } from './board-view.tsx'
import { boardQuery, showBoard } from './queries.ts'
import { RenameBoard } from './rename-board.tsx'

/** A board on its own page, filling the window. */
export function BoardPage({ id }: { id: string }) {
  return (
    <main id="main" className="fills-window flex flex-col outline-none">
      <Loaded waiting={null} failed={BoardFailed}>
        <OneBoard id={id} />
      </Loaded>
    </main>
  )
}

function OneBoard({ id }: { id: string }) {
  const login = useLogin()
  const { data: board } = useSuspenseQuery(boardQuery(id))
  return (
    <BoardView
      board={board}
      login={login}
      leading={
        <>
          <Back />
          <Title board={board} />
        </>
      }
    />
  )
}

function BoardFailed(failure: Failure) {
  if (isMissing(failure.error)) return <Gone />
  return (
    <div className="p-4">
      <h1 className="sr-only">Board</h1>
      <LoadFailed {...failure} />
    </div>
  )
}

function Gone() {
  return (
    <>
      <h1 className="sr-only">Board not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="We couldn’t find that board"
        action={
          <Link to="/whiteboard" className={buttonClass()}>
            All boards
          </Link>
        }
      >
        It may have been deleted, or you may not have access to it.
      </EmptyState>
    </>
  )
}

function Back() {
  return (
    <Link to="/whiteboard" aria-label="All boards" data-tip="All boards" className={iconButtonClass}>
      <ArrowLeft aria-hidden="true" className="size-5" />
    </Link>
  )
}

function Title({ board }: { board: Board }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [renaming, setRenaming] = useState(false)
  return (
    <>
      <h1 className="min-w-0 truncate text-16 font-semibold sm:text-18" title={board.title} dir="auto">
        {board.title}
      </h1>
      {board.is_owner && board.can_change && (
        <IconButton label="Rename" onClick={() => setRenaming(true)} className="max-sm:hidden">
          <PencilLine aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      {renaming && (
        <RenameBoard
          board={board}
          onClose={() => setRenaming(false)}
          onRenamed={renamed => {
            showBoard(queryClient, renamed)
            // The tab has the title, too.
            void router.invalidate()
          }}
        />
      )}
    </>
  )
}
