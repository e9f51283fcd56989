import type { ExternalToast } from 'sonner'

let wanted = false
let announce = () => {}
let onReady = () => {}
const ready = new Promise<void>(resolve => {
  onReady = resolve
})

/** Joins those who say something to the region that shows it, whose code is fetched with the first toast. */
export const toaster = {
  async show(kind: 'success' | 'error' | 'message', text: string, options?: ExternalToast) {
    wanted = true
    announce()
    const [sonner] = await Promise.all([import('sonner').catch(() => null), ready])
    sonner?.toast[kind](text, options)
  },
  prepare() {
    wanted = true
    announce()
  },
  /** The region is on the page: what is said from now on is seen and read out. */
  ready: () => onReady(),
  subscribe(listener: () => void) {
    announce = listener
    return () => {
      announce = () => {}
    }
  },
  wanted: () => wanted,
}
