import { recall, remember } from './device-memory.ts'
import { mediaHook } from './media-hook.ts'
import { createStore, type Store, useStore } from './store.ts'

type View = 'tiles' | 'list'

/** A choice between tiles and a list, which the browser stores under a key. */
export function keptView(key: string): Store<View> {
  const choice = createStore<View>(recall(key) === 'list' ? 'list' : 'tiles')
  return {
    ...choice,
    set: view => {
      remember(key, view)
      choice.set(view)
    },
  }
}

/** How this person likes cards displayed. Narrow screens only have room for tiles. */
export function useKeptView(stored: Store<View>) {
  const choice = useStore(stored)
  const wide = useWide()
  const view: View = wide ? choice : 'tiles'
  return { view, choose: stored.set }
}

const useWide = mediaHook('(min-width: 48rem)')
