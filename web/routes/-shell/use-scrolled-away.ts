import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The scroll distance before the bar moves, so that a trembling thumb doesn't make it flicker. */
const travel = 12
/** Near the top of the page the bar always shows. */
const top = 64
/** A scroll this soon after the person's own move, or after such a scroll, is theirs: a page goes on moving by itself. */
const soonMs = 250
const moves = ['touchmove', 'wheel', 'keydown'] as const

/** True while a person scrolls down through a page, until they scroll up again. What the app scrolls doesn't count. */
export function useScrolledAway(): boolean {
  const router = useRouter()
  const [away, setAway] = useState(false)
  useEffect(() => {
    // Where they last turned. To read it at once would lay out the page while it is still being built.
    let turned: number | undefined
    const reading = requestAnimationFrame(() => {
      turned ??= scrollY
    })
    let movedAt = Number.NEGATIVE_INFINITY
    const onMove = ({ timeStamp }: Event) => {
      movedAt = timeStamp
    }
    const onScroll = ({ timeStamp }: Event) => {
      const own = timeStamp - movedAt < soonMs
      if (own) movedAt = timeStamp
      turned ??= scrollY
      if (!own || scrollY < top || scrollY < turned - travel) setAway(false)
      else if (scrollY > turned + travel) setAway(true)
      if (!own || scrollY < top || Math.abs(scrollY - turned) > travel) turned = scrollY
    }
    const stopWatching = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (pathChanged) movedAt = Number.NEGATIVE_INFINITY
    })
    addEventListener('scroll', onScroll, { passive: true })
    for (const move of moves) addEventListener(move, onMove, { passive: true })
    return () => {
      cancelAnimationFrame(reading)
      stopWatching()
      removeEventListener('scroll', onScroll)
      for (const move of moves) removeEventListener(move, onMove)
    }
  }, [router])
  return away
}
