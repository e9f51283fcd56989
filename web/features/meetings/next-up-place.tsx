import { lazy, type ReactNode, Suspense, useState } from 'react'
import { nextUpMemory } from './next-up-memory.ts'

const NextUp = lazy(async () => {
  // A strip that can't be fetched isn't worth an error over the feed.
  const { NextUp } = await import('./next-up.tsx').catch(() => ({ NextUp: NoStrip }))
  return { default: NextUp }
})

/**
 * Where the feed says what meeting is next. It keeps its place from the first moment where there was one the last time, so
 * that the feed doesn't move; put away, it costs nothing until tomorrow.
 */
export function NextUpPlace() {
  const [memory] = useState(nextUpMemory.read)
  if (memory === 'away') return null
  const place = memory === 'shown' ? <div className="mb-5 h-16" /> : null
  return (
    <Suspense fallback={place}>
      <NextUp place={place} />
    </Suspense>
  )
}

function NoStrip(_: { place: ReactNode }): ReactNode {
  return null
}
