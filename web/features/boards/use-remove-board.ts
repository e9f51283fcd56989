import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Board, boards } from '#shared/api/boards.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { boardsQuery, showBoard } from './queries.ts'

/** Deletes a board at once, and offers to undo it. */
export function useRemoveBoard() {
  const queryClient = useQueryClient()
  const bringBack = useMutation({
    mutationFn: async (board: Board) => (await call(boards.bringBack, { params: { id: board.id } })).board,
    onSuccess: board => showBoard(queryClient, board),
    onError: error => toast.error(problemText(error)),
  })
  return useMutation({
    mutationFn: (board: Board) => call(boards.remove, { params: { id: board.id } }),
    onSuccess: (_done, board) => {
      void queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey })
      toast.success(`“${board.title}” was deleted.`, {
        action: { label: 'Undo', onClick: () => bringBack.mutate(board) },
      })
    },
    onError: error => toast.error(problemText(error)),
  })
}
