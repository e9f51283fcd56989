import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isMissingCode, missingCodeText, reloadForCode } from '#web/lib/missing-code.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useTryAgain } from '#web/lib/try-again.ts'

const tryCodeEveryMs = 5_000

/** What to say of a page that couldn't be shown, and how to get it: by itself where only the network was missing. */
export function useFailedPage(error: unknown): { text: string; retry: () => Promise<void> } {
  const router = useRouter()
  const lacksCode = isMissingCode(error)
  useTryAgain(error, () => void router.invalidate())
  useEffect(() => {
    if (!isMissingCode(error)) return
    const reload = () => void reloadForCode()
    reload()
    const timer = setInterval(reload, tryCodeEveryMs)
    addEventListener('online', reload)
    return () => {
      clearInterval(timer)
      removeEventListener('online', reload)
    }
  }, [error])
  // A browser may answer for a script that it couldn't fetch without asking again; after an update, only the new page names its new scripts.
  const retry = async () => (lacksCode ? location.reload() : router.invalidate())
  return { text: lacksCode ? missingCodeText : problemText(error), retry }
}
