import { useEffect, useRef, useState } from 'react'

/** Whether the reader is fullscreen, and a switch for it. */
export function useFullscreen() {
  const [active, setActive] = useState(() => document.fullscreenElement !== null)
  const leftAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const note = () => {
      const now = document.fullscreenElement !== null
      if (!now) leftAt.current = performance.now()
      setActive(now)
    }
    document.addEventListener('fullscreenchange', note)
    return () => {
      document.removeEventListener('fullscreenchange', note)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])

  return {
    active,
    /** Phones may not support it. */
    possible: document.fullscreenEnabled,
    toggle() {
      // The whole page, so that toasts stay visible. A refusal changes nothing.
      const change = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen()
      change.catch(() => {})
    },
    /** Whether this Escape is the one with which the browser left fullscreen. */
    justLeft: () => performance.now() - leftAt.current < 300,
  }
}
