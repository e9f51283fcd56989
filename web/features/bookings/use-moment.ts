import { useEffect, useState } from 'react'
import { onLeap, presentMoment, presentMs } from '#web/lib/present-moment.ts'
import { nextChange } from './next-change.ts'

/**
 * The current moment for showing bookings: updated by one timer whenever one of them changes its words, and when
 * the present leaps.
 */
export function useMoment(bookings: Parameters<typeof nextChange>[0], zone: string): Temporal.Instant {
  const [now, setNow] = useState(presentMoment)
  const due = nextChange(bookings, now, zone).epochMilliseconds
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(look, due - presentMs())
    }
    const look = () => {
      clearTimeout(timer)
      setNow(presentMoment())
      wait()
    }
    wait()
    const stop = onLeap(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [due])
  return now
}
