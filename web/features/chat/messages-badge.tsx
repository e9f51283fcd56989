import { lazy, Suspense } from 'react'

const UnreadBadge = lazy(async () => ({ default: (await import('./behind-pages.ts')).UnreadBadge }))

/** The number of conversations with news, on an icon that leads to them; its code loads once the page stands. */
export function MessagesBadge() {
  return (
    <Suspense>
      <UnreadBadge />
    </Suspense>
  )
}
