import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type BookingSearch, type BookingStep, parseBookingSearch } from './booking-search.ts'
import type { Run } from './slot-queries.ts'

/**
 * Moves between a page, the picker and the summary over it. A step back to where the person came from uses the
 * browser's history, so that it doesn't grow with each change of mind.
 */
export function useSteps() {
  const router = useRouter()
  const navigate = useNavigate()
  // Both from one location: the page's own search state updates a moment later.
  const { index, step } = useRouterState({
    select: ({ location }) => ({
      index: location.state.__TSR_index,
      step: parseBookingSearch(location.search).book,
    }),
  })
  const visited = useRef(new Map<BookingStep | undefined, number>())

  useEffect(() => {
    for (const [known, at] of visited.current) if (at >= index) visited.current.delete(known)
    visited.current.set(step, index)
  }, [step, index])

  const go = (to: BookingStep | undefined, run: Run | null, replace: boolean) =>
    void navigate({
      to: '.',
      search: (page: BookingSearch) => ({ ...page, book: to, from: run?.start, to: run?.end }),
      resetScroll: false,
      replace,
    })
  const back = (to: BookingStep | undefined, run: Run | null) => {
    const at = visited.current.get(to)
    if (at !== undefined && at < index) router.history.go(at - index)
    else go(to, run, true)
  }
  return {
    close: () => back(undefined, null),
    changeSlot: (run: Run | null) => back('time', run),
    showSummary: (run: Run) => go('summary', run, false),
  }
}
