import { useSyncExternalStore } from 'react'

/** A value that outlives the components that show it. It is never changed itself, only replaced. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    set(next: T) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Store<T> = ReturnType<typeof createStore<T>>

/** What a component shows of a store. `select` has to pick, not make: a new object each time would render without end. */
export function useStore<T, S = T>(
  { read, subscribe }: Pick<Store<T>, 'read' | 'subscribe'>,
  select: (value: T) => S = value => value as T & S,
): S {
  const selected = () => select(read())
  return useSyncExternalStore(subscribe, selected, selected)
}
