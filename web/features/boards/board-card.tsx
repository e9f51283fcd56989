import { Link } from '@tanstack/react-router'
import { Ellipsis, PencilLine, Trash2, Video } from 'lucide-react'
import { useState } from 'react'
import type { Board } from '#shared/api/boards.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { BlankBoard } from './blank-board.tsx'
import { RenameBoard } from './rename-board.tsx'
import { useRemoveBoard } from './use-remove-board.ts'

/** A board in the list: its thumbnail, and its actions. */
export function BoardCard({ board, onRenamed }: { board: Board; onRenamed: (board: Board) => void }) {
  const [renaming, setRenaming] = useState(false)
  const remove = useRemoveBoard()
  const icon = { 'aria-hidden': true, className: 'size-4' } as const
  return (
    <article
      aria-labelledby={`board-${board.id}`}
      className="group relative flex min-w-0 flex-col overflow-clip rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
    >
      <div
        className={cx(
          'flex aspect-3/2 items-center justify-center overflow-clip bg-page',
          // In the dark theme Excalidraw inverts what is drawn, but not the images on a board: a filter on its thumbnail would.
          board.thumbnail ? 'dark:brightness-90' : 'dark:hue-rotate-180 dark:invert-93',
        )}
      >
        {board.thumbnail ? (
          <img src={board.thumbnail} alt="" loading="lazy" className="size-full object-contain p-2" />
        ) : (
          <BlankBoard />
        )}
      </div>
      <div className="flex items-start gap-2 border-t border-line py-2 pr-1 pl-4">
        <div className="min-w-0 flex-1 py-1">
          <h2 id={`board-${board.id}`} className="truncate text-16 font-semibold" dir="auto">
            <Link
              to="/whiteboard/$id"
              params={{ id: board.id }}
              title={board.title}
              className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {board.title}
            </Link>
          </h2>
          <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-2 text-12 text-ink-faint">
            <RelativeTime date={board.updated_at} />
            {board.meeting_id && (
              <Chip className="shrink-0">
                <Video aria-hidden="true" className="size-3.5" /> Meeting
              </Chip>
            )}
          </p>
        </div>
        {board.is_owner && board.can_change && (
          <div className="relative z-10">
            <Menu
              trigger={props => (
                <IconButton {...props} label={`More about ${board.title}`} data-tip="More">
                  <Ellipsis aria-hidden="true" className="size-5" />
                </IconButton>
              )}
              entries={[
                { label: 'Rename', icon: <PencilLine {...icon} />, onSelect: () => setRenaming(true) },
                ...(board.meeting_id
                  ? []
                  : [
                      {
                        label: 'Delete',
                        icon: <Trash2 {...icon} />,
                        danger: true,
                        onSelect: () => remove.mutate(board),
                      },
                    ]),
              ]}
            />
          </div>
        )}
      </div>
      {renaming && <RenameBoard board={board} onClose={() => setRenaming(false)} onRenamed={onRenamed} />}
    </article>
  )
}
