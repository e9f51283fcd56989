import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { loginQuery } from '#web/features/logins/queries.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BoardView } from './board-view.tsx'
import { meetingBoardQuery } from './queries.ts'

/** The board of a meeting, shared by everyone in it, filling its column. */
export function MeetingBoard({ meetingId, leading }: { meetingId: string; leading: ReactNode }) {
  const { data: login } = useQuery(loginQuery)
  const { data: board, error, isFetching, refetch } = useQuery(meetingBoardQuery(meetingId))
  if (board && login) {
    return (
      <BoardView
        board={board}
        login={login}
        leading={
          <>
            {leading}
            <h2 className="min-w-0 truncate pl-2 text-16 font-semibold">Board</h2>
          </>
        }
      />
    )
  }
  if (error) {
    return (
      <div className="p-4">
        <LoadFailed {...failureOf({ error, isFetching, refetch })} />
      </div>
    )
  }
  return (
    <div className="flex flex-1 items-center justify-center">
      <Spinner className="size-6" />
    </div>
  )
}
