import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a person logs out whose drawing on a board is only on this device: logging out deletes it. */
export function UnsentBoardDialog({
  boardId,
  onClose,
  signOut,
}: {
  boardId: string
  onClose: () => void
  signOut: () => Promise<void>
}) {
  const leaving = useMutation({ mutationFn: signOut })
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
        <Link
          to="/whiteboard/$id"
          params={{ id: boardId }}
          onClick={onClose}
          className="font-medium text-accent hover:underline coarse:py-3"
        >
          Open the board
        </Link>{' '}
        to save it.
      </p>
    </ConfirmDialog>
  )
}
