import { recall, remember } from '#web/lib/device-memory.ts'

const key = 'next-up'

/** The height of the strip, whatever it says: one line beside the wide menu, otherwise two. */
export const nextUpHeight = 'mb-5 h-16 max-lg:h-24'

/** What this browser remembers of the strip above the feed: whether it had something to say, or the day it was dismissed. */
export const nextUpMemory = {
  /** Whether its place was once reserved since the app started: it then stays, so that Back finds the feed where it was. */
  hasPlace: false,
  read(): 'shown' | 'empty' | 'away' | null {
    const kept = recall(key)
    return kept === 'shown' || kept === 'empty' ? kept : kept === today() ? 'away' : null
  },
  keep(shown: boolean) {
    remember(key, shown ? 'shown' : 'empty')
  },
  /** A newcomer has no meetings: the feed that follows the welcome needs no place for them. */
  beginEmpty() {
    if (nextUpMemory.read() === null) nextUpMemory.keep(false)
  },
  putAway() {
    remember(key, today())
  },
}

function today(): string {
  return new Date().toDateString()
}
