import type { PostCard } from '#shared/api/posts.ts'
import { createStore } from '#web/lib/store.ts'

type Asked = {
  post: PostCard
  open: boolean
  /** Tells it from earlier ones of the same post. */
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

/** One is open at a time. Others stay, closed, for as long as they have something in them that isn't saved. */
function createDialog() {
  const { read, set, subscribe } = createStore<readonly Asked[]>([])
  let times = 0

  return {
    open(post: PostCard) {
      const kept = read().find(one => one.kept && one.post.id === post.id)
      // A toast can open one over another.
      const others = read()
        .filter(one => one.post.id !== post.id && (one.open || one.kept))
        .map(one => ({ ...one, open: false, kept: true }))
      if (kept) return set([...others, { ...kept, open: true }])
      const from = document.activeElement?.closest('main') ? document.activeElement : null
      set([...others, { post, open: true, time: ++times, from, kept: false }])
    },
    close({ id }: PostCard, { kept = false } = {}) {
      set(read().map(one => (one.post.id === id ? { ...one, open: false, kept } : one)))
    },
    read,
    subscribe,
  }
}
