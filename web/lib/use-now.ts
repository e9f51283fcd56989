import { useEffect, useState } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * The current moment, updated at the start of each minute and when the page is shown again. What depends on the time must get it
 * from here: a compiled component that reads the clock itself isn't rendered again for that.
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const look = () => setNow(before => (minuteOf(before) === minuteOf(new Date()) ? before : new Date()))
    // The minute may have passed since it was rendered.
    look()
    return onMinute(look)
  }, [])
  return now
}

/** One timer serves everything on the page that shows a time. */
function onMinute(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    wait()
    document.addEventListener('visibilitychange', tell)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tell)
  }
}

function wait(): void {
  timer = setTimeout(
    () => {
      tell()
      wait()
    },
    60_000 - (Date.now() % 60_000) + 20,
  )
}

function tell(): void {
  for (const listener of listeners) listener()
}

function minuteOf(moment: Date): number {
  return Math.floor(moment.getTime() / 60_000)
}
