import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onSeen` whenever its content becomes visible: the end of a list that loads more, say. */
export function InSight({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) seen()
    })
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={element}>{children}</div>
}
