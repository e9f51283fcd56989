import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { pageOfAddress } from '#shared/domain/page-of-address.ts'
import { useIsNavigating } from '#web/lib/back-closes.ts'
import { toast } from '#web/ui/toast.ts'
import { askIfMissing } from './new-version.ts'
import { keepPosition, showPage, unfinishedQuery, usePageLeft } from './positions.ts'

const restBeforeKeeping = 2_000
// Browsers refuse to change the address more often than some 3 times a second for long.
const restBeforeNaming = 500

type Reading = {
  post: PostCard
  /** The current page, and the number of pages. */
  page: number
  pages: number
  /** Whether jumping to pages works yet. */
  ready: boolean
  goTo: (page: number) => void
  /** The page in the address, which takes precedence over the saved one. */
  asked: number | undefined
  /** Where a passage is that the person came for; it takes precedence over both. */
  passagePage: number | undefined
  /** Puts the current page into the address. */
  onPage: (page: number) => void
  /** Says what was done, without covering what is read. */
  say: (text: string) => void
}

/** Returns a person to the page where they left a document, names the page they are at in the address, and saves and shows it where they pause. */
export function useReadingPosition({
  post,
  page,
  pages,
  ready,
  goTo,
  asked,
  passagePage,
  onPage,
  say,
}: Reading): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const left = usePageLeft(post, pages > 1)
  const [resumed, setResumed] = useState(false)
  const kept = useRef(1)

  const resume = useEffectEvent(() => {
    setResumed(true)
    kept.current = left.page ?? 1
    // The reader goes there itself.
    if (passagePage !== undefined) return
    const wanted = pageOfAddress(asked, pages)
    if (wanted !== undefined) goTo(wanted)
    // The address is where they left: they reloaded, or came back.
    if (wanted !== undefined && wanted === left.page && wanted !== 1) return sayResumed(wanted)
    if (wanted !== undefined) return
    // A person who already turned pages while the answer was loading stays there.
    if (left.page && left.page !== 1 && left.page <= pages && page === 1) {
      goTo(left.page)
      return sayResumed(left.page)
    }
    // Without a network, the page already says so.
    if (left.isError && navigator.onLine) toast.error('Could not load saved progress')
  })
  useEffect(() => {
    if (ready && pages > 1 && !left.isPending && !resumed) resume()
  }, [ready, pages, left.isPending, resumed])

  const keep = useEffectEvent(async (how: 'aloud' | 'silently') => {
    if (!resumed || page === kept.current) return
    kept.current = page
    // Without waiting for the answer: the page that a person goes back to shows it at once, and nothing moves there later.
    showPage(queryClient, post, page)
    try {
      await keepPosition(post.doc_url, page)
      // Once more: what was loading meanwhile may not know it.
      if (kept.current === page) showPage(queryClient, post, page)
      if (how === 'aloud') say(`Progress saved at page ${page}`)
    } catch (error) {
      kept.current = 0
      // The post may be gone: only the server knows whether it is still to continue.
      void queryClient.invalidateQueries({ queryKey: unfinishedQuery.queryKey })
      if (askIfMissing(queryClient, post, error)) return
      if (how === 'aloud' && navigator.onLine) toast.error('Could not save progress')
    }
  })
  const isNavigating = useIsNavigating()
  const name = useEffectEvent(() => {
    if (page !== (asked ?? 1)) onPage(page)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the page begins the wait anew
  useEffect(() => {
    if (!resumed) return
    // While the person leaves, or opens another document, the address is no longer this page's to change.
    const wait = () => (isNavigating() ? again() : name())
    let rest: ReturnType<typeof setTimeout>
    const again = () => {
      rest = setTimeout(wait, restBeforeNaming)
    }
    again()
    return () => clearTimeout(rest)
  }, [page, resumed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the page begins the wait anew
  useEffect(() => {
    const rest = setTimeout(() => void keep('aloud'), restBeforeKeeping)
    return () => clearTimeout(rest)
  }, [page, resumed])
  useEffect(() => {
    const leave = () => void keep('silently')
    const hide = () => document.visibilityState === 'hidden' && leave()
    // Before the next page is drawn, which is before this one goes.
    const stopWatching = router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && leave())
    addEventListener('pagehide', leave)
    addEventListener('online', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      stopWatching()
      removeEventListener('pagehide', leave)
      removeEventListener('online', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [router])
}

const sayResumed = (page: number) => toast.success(`Resumed from page ${page}`)
