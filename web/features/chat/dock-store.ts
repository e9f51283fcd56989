import { keep, kept } from './kept.ts'

type Dock = { open: boolean; conversationId: string | null }

const name = 'dock'
const closed: Dock = { open: false, conversationId: null }
const listeners = new Set<() => void>()
let dock = read()

/** The chat beside another page: whether it is open and at which conversation, as this browser remembers. */
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
    keep(name, dock.open ? JSON.stringify(dock) : null)
    for (const listener of listeners) listener()
  },
}

function read(): Dock {
  try {
    const { open, conversationId } = JSON.parse(kept(name) ?? '{}')
    return open === true
      ? { open, conversationId: typeof conversationId === 'string' ? conversationId : null }
      : closed
  } catch {
    return closed
  }
}
