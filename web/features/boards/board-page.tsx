import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { Board } from '#shared/api/boards.ts'
import { useLogin } from '#web/features/login/use-login.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { problemText } from '#web/lib/problem-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton, iconButtonClass } from '#web/ui/icon-button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { BoardView } from './board-view.tsx'
import { boardQuery, showBoard } from './queries.ts'
import { RenameBoard } from './rename-board.tsx'

/** A board on a page of its own, as large as the window. */
export function BoardPage({ id }: { id: string }) {
  const { username } = useLogin()
  const { data: board, error, isFetching, refetch } = useQuery(boardQuery(id))
  return (
    <main id="main" className="flex h-dvh flex-col outline-none">
      {board ? (
        <BoardView
          board={board}
          username={username}
          leading={
            <>
              <Back />
              <Title board={board} />
            </>
          }
        />
      ) : error && 'code' in error && error.code === 'not_found' ? (
        <Gone />
      ) : (
        <div className="p-4">
          <h1 className="sr-only">Board</h1>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {problemText(error)}
          </ErrorState>
        </div>
      )}
    </main>
  )
}

function Gone() {
  return (
    <>
      <h1 className="sr-only">Board not found</h1>
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="There is no such board"
        action={
          <Link to="/whiteboard" className={buttonClass()}>
            All boards
          </Link>
        }
      >
        It may have been deleted, or it isn’t open to you.
      </EmptyState>
    </>
  )
}

function Back() {
  return (
    <Link to="/whiteboard" aria-label="All boards" data-tip="All boards" className={iconButtonClass}>
      <ArrowLeft aria-hidden="true" strokeWidth={1.5} className="size-5" />
    </Link>
  )
}

function Title({ board }: { board: Board }) {
  const queryClient = useQueryClient()
  const [renaming, setRenaming] = useState(false)
  return (
    <>
      <h1 className="min-w-0 truncate text-16 font-semibold sm:text-18" title={board.title} dir="auto">
        {board.title}
      </h1>
      {board.is_owner && (
        <IconButton label="Rename" onClick={() => setRenaming(true)} className="max-sm:hidden">
          <PencilLine aria-hidden="true" strokeWidth={1.5} className="size-4" />
        </IconButton>
      )}
      {renaming && (
        <RenameBoard
          board={board}
          onClose={() => setRenaming(false)}
          onRenamed={renamed => showBoard(queryClient, renamed)}
        />
      )}
    </>
  )
}
