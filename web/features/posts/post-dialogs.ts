import type { PostCard } from '#shared/api/posts.ts'

type Asked = {
  post: PostCard
  open: boolean
  /** Counts how often it was opened. */
  time: number
  /** What had the focus on the page. */
  from: Element | null
  /** Whether it was closed with something in it that isn't saved: the same post opens it as it was. */
  kept: boolean
}

/** The post whose notes are being written. Its card may disappear while the dialog is open. */
export const saveDialog = createDialog()

/** The post that its author edits. A later feature (`files`) shows its dialog. */
export const editDialog = createDialog()

function createDialog() {
  let asked: Asked | null = null
  const listeners = new Set<() => void>()

  function set(next: Asked): void {
    asked = next
    for (const listener of listeners) listener()
  }

  return {
    open(post: PostCard) {
      if (asked?.kept && asked.post.id === post.id) return set({ ...asked, open: true })
      const from = document.activeElement?.closest('main') ? document.activeElement : null
      set({ post, open: true, time: (asked?.time ?? 0) + 1, from, kept: false })
    },
    close({ kept = false } = {}) {
      if (asked) set({ ...asked, open: false, kept })
    },
    read: () => asked,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
