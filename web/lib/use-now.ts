import { useEffect, useState } from 'react'
import { onLeap, presentMs } from './present-moment.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let stopLeaps: () => void

/**
 * The current moment, updated at the start of each minute and when the page is shown again. What depends on the time must get it
 * from here: a compiled component that reads the clock itself isn't rendered again for that.
 */
export function useNow(): Date {
  const [now, setNow] = useState(present)
  useEffect(() => {
    const look = () => setNow(before => (minuteOf(before) === minuteOf(present()) ? before : present()))
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
    stopLeaps = onLeap(tell)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    stopLeaps()
  }
}

function wait(): void {
  timer = setTimeout(tell, 60_000 - (presentMs() % 60_000) + 20)
}

function tell(): void {
  for (const listener of listeners) listener()
  clearTimeout(timer)
  wait()
}

function present(): Date {
  return new Date(presentMs())
}

function minuteOf(moment: Date): number {
  return Math.floor(moment.getTime() / 60_000)
}
