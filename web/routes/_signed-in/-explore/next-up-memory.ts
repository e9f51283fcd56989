const key = 'next-up'

/** The height of the strip, whatever it says: two lines on a phone, otherwise one. */
export const nextUpHeight = 'mb-5 h-16 max-sm:h-24'

/** What this browser remembers of the strip above the feed: whether it had something to say, or the day it was dismissed. */
export const nextUpMemory = {
  /** Whether its place was once reserved since the app started: it then stays, so that Back finds the feed where it was. */
  hasPlace: false,
  read(): 'shown' | 'empty' | 'away' | null {
    try {
      const kept = localStorage.getItem(key)
      return kept === 'shown' || kept === 'empty' ? kept : kept === today() ? 'away' : null
    } catch {
      return null
    }
  },
  keep(shown: boolean) {
    write(shown ? 'shown' : 'empty')
  },
  putAway() {
    write(today())
  },
}

function write(value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage may be blocked; then the strip comes back with the next page.
  }
}

function today(): string {
  return new Date().toDateString()
}
