import { useQuery } from '@tanstack/react-query'
import type { DeletedBoard } from '#shared/api/boards.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.ts'
import { deletedBoardsQuery } from './queries.ts'
import { useBringBack } from './use-remove-board.ts'

/** The person's deleted boards that can be restored; nothing if there are none. */
export function DeletedBoards() {
  const { data: deleted = [] } = useQuery(deletedBoardsQuery)
  if (deleted.length === 0) return null
  return (
    <section aria-labelledby="deleted-boards" className="mt-12">
      <h2 id="deleted-boards" className="mb-2 text-16 font-semibold text-ink-soft">
        Recently deleted
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {deleted.map(board => (
          <Row key={board.id} board={board} />
        ))}
      </ul>
    </section>
  )
}

function Row({ board: { id, title, deleted_at } }: { board: DeletedBoard }) {
  const bringBack = useBringBack()
  const restore = () => bringBack.mutate(id, { onSuccess: () => toast.success(`“${title}” was restored.`) })
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="truncate text-14" title={title} dir="auto">
          {title}
        </p>
        <p className="text-12 text-ink-faint">
          Deleted <RelativeTime date={deleted_at} />
        </p>
      </div>
      <Button size="sm" aria-label={`Restore ${title}`} pending={bringBack.isPending} onClick={restore}>
        Restore
      </Button>
    </li>
  )
}
