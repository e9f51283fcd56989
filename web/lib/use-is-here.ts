import { useEffect, useRef } from 'react'

/** Says whether the component is still on the page: an answer may come after the person has gone on. */
export function useIsHere(): () => boolean {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}
