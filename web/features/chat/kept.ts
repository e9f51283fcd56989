/** All that this browser keeps of chats between two visits stands under this name. */
export const keptOfChats = 'chat/'

/** The names of what is kept under a part of it, without that part. */
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

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(keptOfChats + name)
  } catch {
    return null
  }
}

/** Keeps a text, or nothing more of it with null. Answers whether this browser does: a storage can be full or forbidden. */
export function keep(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keptOfChats + name)
    else localStorage.setItem(keptOfChats + name, text)
    return true
  } catch {
    return false
  }
}

/** Calls back when another tab changed what is kept under a part. */
export function onKeptElsewhere(folder: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(keptOfChats + folder)) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
