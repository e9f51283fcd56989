import type { ExternalToast } from 'sonner'
import { createStore, useStore } from '#web/lib/store.ts'

const wanted = createStore(false)
let onReady = () => {}
const ready = new Promise<void>(resolve => {
  onReady = resolve
})

/** Connects the code that shows toasts to the region, whose code loads with the first toast. */
export const toaster = {
  async show(kind: 'success' | 'error' | 'message', text: string, options?: ExternalToast) {
    wanted.set(true)
    const [sonner] = await Promise.all([import('sonner').catch(() => null), ready])
    sonner?.toast[kind](text, options)
  },
  async dismiss(id: string) {
    if (!wanted.read()) return
    const sonner = await import('sonner').catch(() => null)
    sonner?.toast.dismiss(id)
  },
  prepare() {
    wanted.set(true)
  },
  /** The region is mounted: toasts from now on are visible and announced. */
  ready: () => onReady(),
  useWanted: () => useStore(wanted),
}
