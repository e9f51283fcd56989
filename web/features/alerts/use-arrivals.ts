import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLiveEvent } from '#web/lib/live.ts'
import { untilAnswered } from '#web/lib/until-answered.ts'
import { useIsHere } from '#web/lib/use-is-here.ts'
import { bringIn, showChanges, showReadElsewhere } from './cache.ts'
import { type AlertFilter, type AlertPage, fetchAlerts } from './queries.ts'

/** Further down than this the person is reading, and the text must not move. */
const readingFrom = 120

/** Adds new alerts while the list is open; while the person reads further down, holds them until `show`. */
export function useArrivals(filter: AlertFilter): { held: AlertPage | null; show: () => void } {
  const queryClient = useQueryClient()
  const [held, setHeld] = useState<AlertPage | null>(null)
  const isHere = useIsHere()
  const asked = useRef(0)
  const look = async () => {
    const mine = ++asked.current
    // A later answer is newer.
    const isLast = () => isHere() && mine === asked.current
    const latest = await untilAnswered(async () => (isLast() ? fetchAlerts(filter, undefined) : null)).catch(
      () => null,
    )
    if (latest === null || !isLast()) return
    // That moves nothing, so it doesn't wait.
    if (filter === 'unread') showReadElsewhere(queryClient, latest)
    if (scrollY > readingFrom) {
      showChanges(queryClient, filter, latest)
      setHeld(latest)
    } else {
      setHeld(null)
      bringIn(queryClient, filter, latest)
    }
  }
  // Those read elsewhere may be further down than the latest page reaches.
  const lookForRead = async () => {
    if (filter === 'unread') return
    const unread = await fetchAlerts('unread', undefined).catch(() => null)
    if (unread) showReadElsewhere(queryClient, unread)
  }
  const lookAtAll = () => {
    void look()
    void lookForRead()
  }
  useLiveEvent('/product', 'connect', lookAtAll)
  useLiveEvent('/product', 'alert', () => void look())
  useLiveEvent('/product', 'alerts_read', lookAtAll)
  return {
    held,
    show() {
      if (held) bringIn(queryClient, filter, held)
      setHeld(null)
      scrollTo({ top: 0 })
    },
  }
}
