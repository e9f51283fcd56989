import { recall, remember } from '#web/lib/device-memory.ts'

/** The prefix of everything that this browser stores of chats between visits. */
export const keptOfChats = 'chat/'

/** The names of stored items under a prefix, without that prefix. */
export function keptNames(folder: string): string[] {
  try {
    const whole = keptOfChats + folder
    return Object.keys(localStorage)
      .filter(key => key.startsWith(whole))
      .map(key => key.slice(whole.length))
  } catch {
    return []
  }
}

/** A stored text; null if there is none, or the storage is forbidden. */
export function kept(name: string): string | null {
  return recall(keptOfChats + name)
}

/**
 * Stores a text, or deletes it with null. Returns whether that worked: a storage can be full or forbidden.
 */
export function keep(name: string, text: string | null): boolean {
  return remember(keptOfChats + name, text)
}

/** Calls back when another tab changed something under a prefix. */
export function onKeptElsewhere(folder: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(keptOfChats + folder)) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
