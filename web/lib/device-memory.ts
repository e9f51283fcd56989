/** What this browser remembers between visits, under a key. Null too where storage is blocked. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Forgets everything whose key begins so. */
export function forgetAll(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage).filter(key => key.startsWith(prefix)))
      localStorage.removeItem(key)
  } catch {
    // If nothing can be stored, there is nothing.
  }
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
