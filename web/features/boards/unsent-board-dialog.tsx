import { useMutation, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isMissing } from '#web/lib/problem-error.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { boardQuery } from './queries.ts'

/** Asks before a person logs out whose drawing on a board is only on this device: logging out deletes it. */
export function UnsentBoardDialog({
  boardIds,
  onClose,
  signOut,
}: {
  boardIds: readonly string[]
  onClose: () => void
  signOut: () => Promise<void>
}) {
  const leaving = useMutation({ mutationFn: signOut })
  const found = useQueries({ queries: boardIds.map(id => ({ ...boardQuery(id), staleTime: 0 })) })
  // A deleted board may come back, so what was drawn on it stays until then.
  const boardId = boardIds.find((_, at) => !isMissing(found[at]?.error ?? null))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Log out without saving a board?"
      action="Log out anyway"
      sending={leaving}
      onConfirm={() => leaving.mutate()}
    >
      <p className="text-14 text-ink-soft">
        What you last drew on a board is only on this device, and logging out deletes it.{' '}
        {boardId === undefined ? (
          'The board was deleted, or you no longer have access to it.'
        ) : (
          <>
            <Link
              to="/whiteboard/$id"
              params={{ id: boardId }}
              onClick={onClose}
              className="font-medium text-accent hover:underline coarse:py-3"
            >
              Open the board
            </Link>{' '}
            to save it.
          </>
        )}
      </p>
    </ConfirmDialog>
  )
}
