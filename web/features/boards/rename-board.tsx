import { type Board, boards } from '#shared/api/boards.ts'
import { call } from '#web/lib/api.ts'
import { TitleDialog } from './title-dialog.tsx'

/** Renames a board. */
export function RenameBoard({
  board,
  onClose,
  onRenamed,
}: {
  board: Board
  onClose: () => void
  onRenamed: (board: Board) => void
}) {
  return (
    <TitleDialog
      open
      onClose={onClose}
      heading="Rename board"
      action="Rename"
      title={board.title}
      save={async title => (await call(boards.rename, { params: { id: board.id }, body: { title } })).board}
      onSaved={renamed => {
        onClose()
        onRenamed(renamed)
      }}
    />
  )
}
