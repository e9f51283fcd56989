import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Board, boards } from '#shared/api/boards.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { refetchBoards, showBoard } from './queries.ts'

/** Restores a deleted board. */
export function useBringBack() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => (await call(boards.bringBack, { params: { id } })).board,
    onSuccess: board => showBoard(queryClient, board),
    onError: error => toast.error(problemText(error)),
  })
}

/** Deletes a board at once, and offers to undo it. */
export function useRemoveBoard() {
  const queryClient = useQueryClient()
  const bringBack = useBringBack()
  return useMutation({
    mutationFn: (board: Board) => call(boards.remove, { params: { id: board.id } }),
    onSuccess: (_done, board) => {
      refetchBoards(queryClient)
      toast.success(`“${board.title}” was deleted.`, {
        action: { label: 'Undo', onClick: () => bringBack.mutate(board.id) },
      })
    },
    onError: error => toast.error(problemText(error)),
  })
}
