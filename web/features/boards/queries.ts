import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Board, type BoardElement, boards } from '#shared/api/boards.ts'
import { call } from '#web/lib/api.ts'
import { eachOnce } from '#web/lib/each-once.ts'

/** The person's boards and those of their meetings, the last changed first. */
export const boardsQuery = infiniteQueryOptions({
  queryKey: [boards.list.path],
  queryFn: ({ pageParam, signal }) =>
    call(boards.list, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: last => last.next_cursor,
})

/** The person's deleted boards that can be restored. */
export const deletedBoardsQuery = queryOptions({
  queryKey: [boards.deleted.path],
  queryFn: async ({ signal }) => (await call(boards.deleted, {}, { signal })).boards,
})

export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: [boards.get.path, id],
    queryFn: async ({ signal }) => (await call(boards.get, { params: { id } }, { signal })).board,
  })

/** The board of a meeting, which is created on first use. */
export const meetingBoardQuery = (meetingId: string) =>
  queryOptions({
    queryKey: [boards.ofMeeting.path, meetingId],
    queryFn: async ({ signal }) => (await call(boards.ofMeeting, { body: { meetingId } }, { signal })).board,
    // A guest whom the host removed and let in again can change it again.
    staleTime: 0,
  })

/** The saved versions of a board, the latest first. */
export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [boards.versions.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        boards.versions,
        { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next_cursor,
    staleTime: 0,
  })

/** The content of a board's version. */
export const versionQuery = (id: string, versionId: string) =>
  queryOptions({
    queryKey: [boards.version.path, id, versionId],
    queryFn: async ({ signal }): Promise<BoardElement[]> =>
      (await call(boards.version, { params: { id, versionId } }, { signal })).elements,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Shows a board as in an answer, and refetches the lists. */
export function showBoard(queryClient: QueryClient, board: Board): void {
  queryClient.setQueryData(boardQuery(board.id).queryKey, board)
  refetchBoards(queryClient)
}

export function refetchBoards(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: deletedBoardsQuery.queryKey })
}

/** Fetches again what a person may do with a board that is open. */
export async function refetchBoard(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: boardQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: [boards.ofMeeting.path] }),
  ])
}

/** The boards of a paged list, each once. */
export function boardsOf(pages: readonly { boards: Board[] }[]): Board[] {
  return eachOnce(pages.flatMap(page => page.boards))
}
