import { useMutation, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#shared/domain/counted.ts'
import { boardQuery } from '#web/features/boards/queries.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** What is only on this device. */
export type Unsent = {
  /** The boards with such drawing. */
  boardIds: readonly string[]
  /** The conversation of each such message. */
  conversationIds: readonly string[]
  /** Where there is anything else, such as an upload. */
  unsaved: 'on this page' | 'in another tab' | 'on this page and in another tab' | null
}

/** Asks before a person logs out who has something that is only on this device: logging out deletes it. */
export function UnsentDialog({
  unsent: { boardIds, conversationIds, unsaved },
  onClose,
  signOut,
}: {
  unsent: Unsent
  onClose: () => void
  signOut: () => Promise<void>
}) {
  const leaving = useMutation({ mutationFn: signOut })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Log out before everything is saved?"
      action="Log out anyway"
      sending={leaving}
      onConfirm={() => leaving.mutate()}
    >
      <div className="flex flex-col gap-3 text-14 text-ink-soft">
        {conversationIds.length > 0 && <UnsentMessages conversationIds={conversationIds} onClose={onClose} />}
        {boardIds.length > 0 && <UnsentBoards boardIds={boardIds} onClose={onClose} />}
        {unsaved && <p>Something {unsaved} isn’t saved yet, and logging out discards it.</p>}
      </div>
    </ConfirmDialog>
  )
}

const linkClass = 'font-medium text-accent hover:underline coarse:py-3'

function UnsentMessages({
  conversationIds,
  onClose,
}: Pick<Unsent, 'conversationIds'> & { onClose: () => void }) {
  return (
    <p>
      {counted(conversationIds.length, 'of your messages hasn’t', 'of your messages haven’t')} been sent yet,
      and logging out deletes {conversationIds.length === 1 ? 'it' : 'them'}.{' '}
      <Link
        to="/messages/$conversationId"
        params={{ conversationId: conversationIds[0]! }}
        onClick={onClose}
        className={linkClass}
      >
        Open the conversation
      </Link>
    </p>
  )
}

function UnsentBoards({ boardIds, onClose }: Pick<Unsent, 'boardIds'> & { onClose: () => void }) {
  const found = useQueries({ queries: boardIds.map(id => ({ ...boardQuery(id), staleTime: 0 })) })
  // A deleted board may come back, so what was drawn on it stays until then.
  const boardId = boardIds.find((_, at) => !isMissing(found[at]?.error ?? null))
  return (
    <p>
      What you last drew on a board is only on this device, and logging out deletes it.{' '}
      {boardId === undefined ? (
        'The board was deleted, or you no longer have access to it.'
      ) : (
        <>
          <Link to="/whiteboard/$id" params={{ id: boardId }} onClick={onClose} className={linkClass}>
            Open the board
          </Link>{' '}
          to save it.
        </>
      )}
    </p>
  )
}
