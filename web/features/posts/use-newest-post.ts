import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { postQuery } from './queries.ts'

/**
 * The post of a card as it is now, for a form that changes it: on another device it may have been changed since. `onFound` runs once it
 * is known; until then, the form `waits`. If it can't be found out, it is as on its card.
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
  const otherwise = useEffectEvent(() => card)
  useEffect(() => {
    let left = false
    const asked = queryClient.fetchQuery({ ...postQuery(id), staleTime: 0, retry: false })
    void asked.catch(() => otherwise()).then(post => left || found(post))
    return () => {
      left = true
    }
  }, [queryClient, id])
  return { post: newest ?? card, waits: newest === null }
}
