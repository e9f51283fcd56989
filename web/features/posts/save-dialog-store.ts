import type { PostCard } from '#shared/api/posts.ts'

type Asked = {
  post: PostCard
  open: boolean
  /** Counts the times it was opened. */
  time: number
  /** What had the focus in the page. */
  from: Element | null
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Whose notes are being written. A card may ask for the dialog and be gone before it is. */
export const saveDialog = {
  open(post: PostCard) {
    const from = document.activeElement?.closest('main') ? document.activeElement : null
    set({ post, open: true, time: (asked?.time ?? 0) + 1, from })
  },
  close() {
    if (asked) set({ ...asked, open: false })
  },
  read: () => asked,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function set(next: Asked): void {
  asked = next
  for (const listener of listeners) listener()
}
