import { type PointerEvent, useRef, useState } from 'react'

/** Drags a scrolling element with the mouse or a pen; touch does that anyway. */
export function usePan(enabled: boolean) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const [dragging, setDragging] = useState(false)
  if (!enabled) return { dragging: false, handlers: {} }

  const end = () => {
    from.current = null
    setDragging(false)
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.focus({ preventScroll: true })
      from.current = { x: event.clientX, y: event.clientY }
      setDragging(true)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!from.current) return
      event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { dragging, handlers }
}
