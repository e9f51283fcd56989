import { toast } from './toast.ts'
import { useCopied } from './use-copied.ts'

/**
 * Shares a page's address: through the device if it can, otherwise by copying it. `copied` is true for 2 s
 * afterwards.
 */
export function useShareLink({ title, path }: { title: string; path: string }) {
  const [copied, setCopied] = useCopied()

  const share = async () => {
    const link = { title, url: addressOf(path) }
    if (navigator.canShare?.(link)) {
      await navigator.share(link).catch((error: DOMException) => {
        // Closing the device's share sheet is a choice, not a failure.
        if (error.name !== 'AbortError') toast.error('Oops! Something went wrong. Please try again in a bit.')
      })
      return
    }
    setCopied(await copyLink(path))
  }
  return { share, copied }
}

/** Copies a page's address to the clipboard and says so, or why not. Returns whether it worked. */
export async function copyLink(path: string): Promise<boolean> {
  // The API is missing on insecure pages.
  if (!navigator.clipboard) {
    toast.error('Web Share API is not supported in this browser.')
    return false
  }
  try {
    await navigator.clipboard.writeText(addressOf(path))
    toast.success('Copied to clipboard!')
    return true
  } catch {
    toast.error('Failed to copy')
    return false
  }
}

function addressOf(path: string): string {
  return new URL(path, location.origin).href
}
