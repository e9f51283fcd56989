import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { unreadKey } from '#web/features/alerts/unread-key.ts'
import { unreadText } from '#web/lib/unread-text.ts'

/** Sets the document's title from the deepest matched route's `head`, after the count of unread alerts. */
export function PageTitle() {
  const title = useMatches({
    select: matches => matches.flatMap(match => match.meta ?? []).findLast(meta => meta?.title)?.title,
  })
  // Only reads the cache: the signed-in frame fetches it. `skipToken` would also keep the frame from that.
  const { data: unread = 0 } = useQuery<number>({ queryKey: unreadKey, enabled: false })
  useEffect(() => {
    const count = unread > 0 ? `(${unreadText(unread)}) ` : ''
    document.title = count + (title ? `${title} · Ignite` : 'Ignite')
  }, [title, unread])
  return null
}
