type Dock = { open: boolean; conversationId: string | null }

const listeners = new Set<() => void>()
let dock: Dock = { open: false, conversationId: null }

/** Whether a window has the place for a chat beside another page. */
export const dockRoom = '(min-width: 80rem)'

/** The chat beside another page: whether it is open and at which conversation. A page that loads anew has it closed. */
export const dockStore = {
  read: () => dock,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  set(changes: Partial<Dock>) {
    dock = { ...dock, ...changes }
    for (const listener of listeners) listener()
  },
}
