/** What this browser remembers between visits, under a key. Null too where storage is blocked. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The keys that begin with a prefix. */
export function rememberedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Forgets everything whose key begins with a prefix. */
export function forgetAll(prefix: string): void {
  for (const key of rememberedKeys(prefix)) remember(key, null)
}

/** Remembers a text, or forgets it with null. Returns whether that worked: storage can be full or blocked. */
export function remember(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Calls back when another tab changed something whose key begins with a prefix. */
export function onChangedElsewhere(prefix: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key: everything was deleted.
    if (key === null || key.startsWith(prefix)) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
