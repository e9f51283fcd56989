import { useEffect, useState } from 'react'

/** Pixels of travel before the bar moves, so that a trembling thumb doesn't make it flicker. */
const travel = 12
/** Near the top of the page the bar always stays. */
const top = 64

/** True while a person scrolls down through a page, until they scroll up again. */
export function useScrolledAway(): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    let turned = scrollY
    const onScroll = () => {
      if (scrollY < top || scrollY < turned - travel) setAway(false)
      else if (scrollY > turned + travel) setAway(true)
      if (scrollY < top || Math.abs(scrollY - turned) > travel) turned = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return away
}
