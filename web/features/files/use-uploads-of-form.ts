import { useEffect } from 'react'
import { useUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { toast } from '#web/ui/toast.ts'
import type { Uploads } from './uploads.ts'

/** The uploads end with their form, and the page isn’t left without a question while there is something to lose. */
export function useUploadsOfForm(uploads: Uploads, unsaved: boolean) {
  useEffect(
    () => () => {
      uploads.cancel()
      uploads.clear()
    },
    [uploads],
  )
  useEffect(toast.prepare, [])
  useUnloadWarning(unsaved)
}
