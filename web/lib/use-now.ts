import { useEffect, useState } from 'react'

/** The current moment, updated at the start of each minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (now.getTime() % 60_000) + 20)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
