import { useEffect, useState } from 'react'
import { toast } from './toast.ts'

/** Shares a page's address: through the device where it can, else by copying it. `copied` is true for 2 s after. */
export function useShareLink({ title, path }: { title: string; path: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  const share = async () => {
    const link = { title, url: new URL(path, location.origin).href }
    if (navigator.canShare?.(link)) {
      await navigator.share(link).catch((error: DOMException) => {
        // Closing the device's sheet is a choice, not a failure.
        if (error.name !== 'AbortError') toast.error('Oops! Something went wrong. Please try again in a bit.')
      })
      return
    }
    // Missing where the page isn't served securely.
    if (!navigator.clipboard) {
      toast.error('Web Share API is not supported in this browser.')
      return
    }
    try {
      await navigator.clipboard.writeText(link.url)
      setCopied(true)
      toast.success('Copied to clipboard!')
    } catch {
      toast.error('Failed to copy')
    }
  }
  return { share, copied }
}
