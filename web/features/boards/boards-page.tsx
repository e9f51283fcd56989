import { useInfiniteQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { boards } from '#shared/api/boards.ts'
import { call } from '#web/lib/api.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BoardCard } from './board-card.tsx'
import { DeletedBoards } from './deleted-boards.tsx'
import { boardsOf, boardsQuery, showBoard } from './queries.ts'
import { TitleDialog } from './title-dialog.tsx'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4'

/** The person's boards, and those of their meetings. */
export function BoardsPage() {
  const [creating, setCreating] = useState(false)
  const { data } = useInfiniteQuery(boardsQuery)
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      New board
    </Button>
  )
  return (
    <>
      <header className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-28">Boards</h1>
        {data && boardsOf(data.pages).length > 0 && <div className="-my-1.5">{create}</div>}
      </header>
      <Loaded waiting={<Waiting />}>
        <Boards create={create} />
      </Loaded>
      {creating && <NewBoardDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const sent = useRef<{ title: string; id: string }>(null)
  const create = async (title: string) => {
    // The same again, after a lost answer, is the same board; once its title is changed, it is another.
    if (sent.current?.title !== title) sent.current = { title, id: randomUuid() }
    return (await call(boards.create, { body: { title, client_id: sent.current.id } })).board
  }
  return (
    <TitleDialog
      open
      onClose={onClose}
      heading="New board"
      action="Create"
      title="Untitled board"
      save={create}
      onSaved={board => {
        showBoard(queryClient, board)
        void navigate({ to: '/whiteboard/$id', params: { id: board.id } })
      }}
    />
  )
}

function Boards({ create }: { create: ReactNode }) {
  const queryClient = useQueryClient()
  const query = useSuspenseInfiniteQuery(boardsQuery)
  const found = boardsOf(query.data.pages)
  if (found.length === 0) {
    return (
      <>
        <EmptyState picture={<Lamp lit className="h-28" />} title="No boards yet" action={create}>
          Sketch an idea, or write on a page of your notes. Boards from your meetings show up here too.
        </EmptyState>
        <DeletedBoards />
      </>
    )
  }
  return (
    <>
      <ul aria-label="Boards" className={grid}>
        {found.map(board => (
          <li key={board.id} className="min-w-0">
            <BoardCard board={board} onRenamed={renamed => showBoard(queryClient, renamed)} />
          </li>
        ))}
      </ul>
      <MoreRows query={query} count={found.length} what="More boards" skeleton={<Waiting />} />
      {!query.hasNextPage && <DeletedBoards />}
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading boards" className={grid}>
      {['first', 'second', 'third'].map(place => (
        <div key={place} className="overflow-clip rounded-10 border border-line">
          <Skeleton className="aspect-3/2 rounded-none" />
          <div className="flex flex-col gap-2 p-4">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
