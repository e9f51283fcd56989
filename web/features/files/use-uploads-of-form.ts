import { useEffect } from 'react'
import { toast } from '#web/ui/toast.ts'
import type { Uploads } from './uploads.ts'

/** The uploads end with their form, and the page isn’t left without a question while they are sent. */
export function useUploadsOfForm(uploads: Uploads, sending: boolean) {
  useEffect(
    () => () => {
      uploads.cancel()
      uploads.clear()
    },
    [uploads],
  )
  useEffect(toast.prepare, [])
  useWarningBeforeLeaving(sending)
}

function useWarningBeforeLeaving(active: boolean) {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}
