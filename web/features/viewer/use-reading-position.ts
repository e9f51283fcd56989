import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '#web/ui/toast.ts'
import { keepPosition, positionQuery } from './queries.ts'

const restBeforeKeeping = 2_000

type Reading = {
  fileKey: string
  /** The page being read, and how many there are. */
  page: number
  pages: number
  /** Whether pages can be gone to yet. */
  ready: boolean
  goTo: (page: number) => void
  /** The page a link asked for, which comes before the one left at. */
  asked: number | undefined
}

/** Takes a person back to the page they left a document at, and keeps the page they come to rest on. */
export function useReadingPosition({ fileKey, page, pages, ready, goTo, asked }: Reading): void {
  const left = useQuery({ ...positionQuery(fileKey), enabled: pages > 1 })
  const resumed = useRef(false)
  const kept = useRef(1)

  const resume = useEffectEvent(() => {
    resumed.current = true
    kept.current = left.data ?? 1
    if (asked !== undefined && asked <= pages) return goTo(asked)
    if (left.isError) return toast.error('Could not load saved progress')
    // Someone who turned pages already while the answer was on its way stays there.
    if (!left.data || left.data === 1 || left.data > pages || page !== 1) return
    goTo(left.data)
    toast.success(`Resumed from page ${left.data}`)
  })
  useEffect(() => {
    if (ready && pages > 1 && !left.isPending && !resumed.current) resume()
  }, [ready, pages, left.isPending])

  const keep = useEffectEvent(async (how: 'aloud' | 'silently') => {
    if (!resumed.current || page === kept.current) return
    kept.current = page
    try {
      await keepPosition(fileKey, page)
      if (how === 'aloud') toast.success(`Progress saved at page ${page}`)
    } catch {
      kept.current = 0
      if (how === 'aloud') toast.error('Could not save progress')
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the page begins the wait anew
  useEffect(() => {
    const rest = setTimeout(() => void keep('aloud'), restBeforeKeeping)
    return () => clearTimeout(rest)
  }, [page])
  useEffect(() => {
    const leave = () => void keep('silently')
    const hide = () => document.visibilityState === 'hidden' && leave()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [])
}
