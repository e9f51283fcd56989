import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Keeps the document's title to what the deepest matched route says in its `head`. */
export function PageTitle() {
  const title = useMatches({
    select: matches => matches.flatMap(match => match.meta ?? []).findLast(meta => meta?.title)?.title,
  })
  useEffect(() => {
    document.title = title ? `${title} · Ignite` : 'Ignite'
  }, [title])
  return null
}
