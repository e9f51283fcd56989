import type { ExternalToast } from 'sonner'

let wanted = false
let announce = () => {}
let onReady = () => {}
const ready = new Promise<void>(resolve => {
  onReady = resolve
})

/** Connects the code that shows toasts to the region, whose code loads with the first toast. */
export const toaster = {
  async show(kind: 'success' | 'error' | 'message', text: string, options?: ExternalToast) {
    wanted = true
    announce()
    const [sonner] = await Promise.all([import('sonner').catch(() => null), ready])
    sonner?.toast[kind](text, options)
  },
  async dismiss(id: string) {
    if (!wanted) return
    const sonner = await import('sonner').catch(() => null)
    sonner?.toast.dismiss(id)
  },
  prepare() {
    wanted = true
    announce()
  },
  /** The region is mounted: toasts from now on are visible and announced. */
  ready: () => onReady(),
  subscribe(listener: () => void) {
    announce = listener
    return () => {
      announce = () => {}
    }
  },
  wanted: () => wanted,
}
