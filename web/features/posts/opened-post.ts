import type { CSSProperties } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'

/**
 * The last post whose page was opened: its card and its page share a picture, which moves from one to the
 * other.
 */
export const openedPost = createStore<string | null>(null)

/** Names the picture for the view transition; two elements with one name would cancel it. */
export const openedPicture: CSSProperties = { viewTransitionName: 'post-picture' }

/** The style of the picture on a card. */
export function usePictureTransition(id: string): CSSProperties | undefined {
  return useStore(openedPost, opened => opened === id) ? openedPicture : undefined
}
