import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This close to the end counts as the end. */
const nearPx = 48

/**
 * A scrolling box that keeps its position while content is added above or below: at its end it follows new
 * rows, elsewhere its top row stays in place. Rows have `data-row`.
 */
export function useKeptScroll(first: string | null) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(first === null)
  const last = useRef({ top: 0, height: 0 })
  const anchor = useRef<{ row: string; top: number } | null>(null)
  const [atEnd, setAtEnd] = useState(first === null)

  const settle = useCallback(() => {
    const element = box.current
    if (!element) return
    last.current.height = element.clientHeight
    if (following.current) element.scrollTop = element.scrollHeight
    else if (anchor.current) {
      const row = rowOf(element, anchor.current.row)
      if (row) element.scrollTop += topIn(element, row) - anchor.current.top
    }
  }, [])

  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    // Late content, such as a font, grows the box before this sees our own scroll event: only a person who
    // scrolled up has left the end. A box that a keyboard grows and shrinks at once has gone up by itself.
    const { top, height } = last.current
    const wentUp = element.scrollTop < top && element.clientHeight === height
    following.current = left < nearPx || (following.current && !wentUp)
    last.current = { top: element.scrollTop, height: element.clientHeight }
    const row = [...element.querySelectorAll<HTMLElement>('[data-row]')].find(
      one => topIn(element, one) + one.offsetHeight > 0,
    )
    anchor.current = row ? { row: row.dataset.row!, top: topIn(element, row) } : null
    setAtEnd(following.current)
  }, [])

  // After each render, and whenever the box or its content changes size.
  useLayoutEffect(settle)
  useEffect(() => {
    const observer = new ResizeObserver(settle)
    observer.observe(box.current!)
    observer.observe(content.current!)
    return () => observer.disconnect()
  }, [settle])

  const goTo = useCallback(
    (row: string): boolean => {
      const element = box.current
      const target = element && rowOf(element, row)
      if (!target) return false
      following.current = false
      element.scrollTop += topIn(element, target) - (element.clientHeight - target.offsetHeight) / 2
      look()
      return true
    },
    [look],
  )
  const goToEnd = useCallback(() => {
    following.current = true
    settle()
    look()
  }, [settle, look])

  return { box, content, atEnd, onScroll: look, goTo, goToEnd }
}

function rowOf(box: HTMLElement, row: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
}

function topIn(box: HTMLElement, row: HTMLElement): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top
}
