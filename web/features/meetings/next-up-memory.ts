const key = 'next-up'

/** What this browser remembers of the strip over the feed: that it was shown, or the day on which it was put away. */
export const nextUpMemory = {
  read(): 'shown' | 'away' | null {
    try {
      const kept = localStorage.getItem(key)
      return kept === 'shown' ? kept : kept === today() ? 'away' : null
    } catch {
      return null
    }
  },
  keep(shown: boolean) {
    write(shown ? 'shown' : null)
  },
  putAway() {
    write(today())
  },
}

function write(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage can be forbidden; the strip then comes back with the next page.
  }
}

function today(): string {
  return new Date().toDateString()
}
