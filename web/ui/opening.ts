import { createStore, useStore } from '#web/lib/store.ts'

export const openingText = 'Opening…'

/** What opens sooner needs no words. */
const momentMs = 100
/** Long enough to read a sentence twice. */
const failureMs = 8_000

const said = createStore<string | null>(null)
let waiting = 0
let failure: string | null = null
let clearing: ReturnType<typeof setTimeout> | undefined

/** What the page says of things whose code loads when they open (`OpeningStatus`). Needs no further code, which may not come. */
export const opening = {
  /** Says that something opens, from a moment later until the returned function is called. */
  begin(): () => void {
    let counted = false
    setFailure(null)
    const later = setTimeout(() => {
      counted = true
      waiting++
      announce()
    }, momentMs)
    return () => {
      clearTimeout(later)
      if (counted) waiting--
      counted = false
      announce()
    }
  },
  /** Says for a while why something didn't open. */
  fail(text: string): void {
    setFailure(text)
    clearing = setTimeout(() => setFailure(null), failureMs)
  },
  useSaid: () => useStore(said),
}

function setFailure(text: string | null): void {
  clearTimeout(clearing)
  failure = text
  announce()
}

function announce(): void {
  said.set(failure ?? (waiting > 0 ? openingText : null))
}
