import { createStore } from '#web/lib/store.ts'

type Dock = { open: boolean; conversationId: string | null }

const { read, set, subscribe } = createStore<Dock>({ open: false, conversationId: null })

/** Whether a window has the place for a chat beside another page. */
export const dockRoom = '(min-width: 80rem)'

/** The chat beside another page: whether it is open and at which conversation. A page that loads anew has it closed. */
export const dockStore = { read, subscribe, set: (changes: Partial<Dock>) => set({ ...read(), ...changes }) }
