import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { isStoredShown } from '#web/lib/offline-answers.ts'
import { postQuery } from './queries.ts'

/** A form doesn't wait longer to be used. */
const longestWaitMs = 4_000

/**
 * The post of a card as it is now, for a form that changes it: on another device it may have been changed since. `onFound` runs once it
 * is known; until then, the form `waits`. If it can't be found out soon, it is as on its card.
 */
export function useNewestPost(
  card: PostCard,
  onFound: (newest: PostCard) => void,
): { post: PostCard; waits: boolean } {
  const queryClient = useQueryClient()
  const [newest, setNewest] = useState<PostCard | null>(null)
  const found = useEffectEvent((post: PostCard) => {
    setNewest(post)
    onFound(post)
  })
  const { id } = card
  const orCard = useEffectEvent((asked: PostCard) => {
    const query = queryClient.getQueryCache().find({ queryKey: postQuery(id).queryKey })
    // An answer of an earlier visit, or one for a visitor, who has nothing saved, may be older than the card.
    const isOlder = (query && isStoredShown(query)) || (card.saved && !asked.saved)
    return isOlder ? card : asked
  })
  const takeCard = useEffectEvent(() => found(card))
  useEffect(() => {
    let over = false
    const once = (take: () => void) => {
      if (!over) take()
      over = true
    }
    const late = setTimeout(() => once(takeCard), longestWaitMs)
    queryClient.fetchQuery({ ...postQuery(id), staleTime: 0, retry: false }).then(
      asked => once(() => found(orCard(asked))),
      () => once(takeCard),
    )
    return () => {
      over = true
      clearTimeout(late)
    }
  }, [queryClient, id])
  return { post: newest ?? card, waits: newest === null }
}
