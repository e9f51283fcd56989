import { useEffect, useState } from 'react'

/** The text once nothing was typed for a moment, so that not every letter asks the server. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 180)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
