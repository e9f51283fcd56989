import { useSyncExternalStore } from 'react'
import { recall, remember } from './device-memory.ts'
import { mediaHook } from './media-hook.ts'

type View = 'tiles' | 'list'

/** A choice between tiles and a list that the browser stores. */
type KeptView = {
  read: () => View
  choose: (view: View) => void
  subscribe: (listener: () => void) => () => void
}

/** The choice stored under a key. */
export function keptView(key: string): KeptView {
  const listeners = new Set<() => void>()
  let chosen: View | undefined
  return {
    read: () => {
      chosen ??= stored(key)
      return chosen
    },
    choose: view => {
      chosen = view
      remember(key, view)
      for (const listener of listeners) listener()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** How this person likes cards displayed. Narrow screens only have room for tiles. */
export function useKeptView({ read, choose, subscribe }: KeptView) {
  const choice = useSyncExternalStore(subscribe, read, read)
  const wide = useWide()
  const view: View = wide ? choice : 'tiles'
  return { view, choose }
}

const useWide = mediaHook('(min-width: 48rem)')

function stored(key: string): View {
  return recall(key) === 'list' ? 'list' : 'tiles'
}
