import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDeletions } from './deletions.ts'
import { DialogueRow } from './dialogue-row.tsx'
import { dialoguesQuery } from './queries.ts'

type Props = {
  post: PostCard
  current: string | null
  onChoose: (id: string | null) => void
  /** The open one was deleted. */
  onDeleted: () => void
}
type Scope = 'document' | 'all'

const scopes = [
  { value: 'document', label: 'This document' },
  { value: 'all', label: 'All' },
] as const

/** The person's dialogues, to continue, rename and delete. */
export function DialogueList({ post, current, onChoose, onDeleted }: Props) {
  const [scope, setScope] = useState<Scope>('document')
  const list = useInfiniteQuery(dialoguesQuery(scope === 'document' ? post.id : null))
  const deleted = useDeletions()
  const shown = list.data?.pages.flatMap(page => page.sessions).filter(one => !deleted.has(one.session_id))

  return (
    <section
      aria-label="Chats"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 -outline-offset-2"
    >
      <Segmented label="Which chats to show" value={scope} onChange={setScope} options={scopes} />
      {shown && shown.length > 0 ? (
        <ul className="mt-3 -mx-2">
          {shown.map(dialogue => (
            <DialogueRow
              key={dialogue.session_id}
              dialogue={dialogue}
              current={dialogue.session_id === current}
              withDocument={scope === 'all'}
              onChoose={() => onChoose(dialogue.session_id)}
              onDeleted={() => dialogue.session_id === current && onDeleted()}
            />
          ))}
        </ul>
      ) : shown ? (
        <div className="py-12 text-center">
          <h3 className="text-18">No chats yet</h3>
          <p className="mt-2 text-14 text-ink-soft">
            Your chats with Study Pal AI show up here. Only you can see them.
          </p>
          <Button className="mt-5" onClick={() => onChoose(null)}>
            Ask something
          </Button>
        </div>
      ) : list.error ? (
        <div className="mt-4">
          <LoadFailed {...failureOf(list)} />
        </div>
      ) : (
        <div role="status" aria-label="Loading the chats" className="mt-4 space-y-4">
          {[80, 65, 72].map(width => (
            <Skeleton key={width} className="h-10 w-full" />
          ))}
        </div>
      )}
      {shown && (
        <MoreRows
          query={list}
          count={shown.length}
          what="More chats"
          skeleton={<Skeleton className="mt-3 h-10 w-full" />}
        />
      )}
    </section>
  )
}
