import { useEffect, useState } from 'react'
import { nextChange } from './next-change.ts'

/**
 * The current moment for showing bookings: updated by one timer whenever one of them changes its words. A
 * device that slept through it catches up when the page is viewed.
 */
export function useMoment(bookings: Parameters<typeof nextChange>[0], zone: string): Temporal.Instant {
  const [now, setNow] = useState(presentMoment)
  const due = nextChange(bookings, now, zone).epochMilliseconds
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      const wait = due - Date.now()
      if (wait <= 0) setNow(presentMoment())
      else timer = setTimeout(look, wait)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [due])
  return now
}

function presentMoment(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Date.now())
}
