import { onChangedElsewhere, recall, remember } from './device-memory.ts'
import { createStore, useStore } from './store.ts'

const key = 'single-keys'
const allowed = () => recall(key) !== 'off'
const store = createStore(allowed())
onChangedElsewhere(key, () => store.set(allowed()))

/**
 * Whether a letter or a sign alone is a shortcut in this browser. To software that types what a person says, each spoken word
 * would be several of them, so people can turn them off (WCAG 2.1.4).
 */
export const singleKeys = {
  read: store.read,
  useAllowed: () => useStore(store),
  /** A shortcut to name on a screen: none if it is a single letter or sign, and these are off. */
  useNamed(shortcut: string | undefined) {
    const allowed = useStore(store)
    return allowed || shortcut?.length !== 1 ? shortcut : undefined
  },
  set(on: boolean) {
    remember(key, on ? null : 'off')
    store.set(on)
  },
}
