import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the end counts as the end. */
const nearPx = 48

/**
 * A box that scrolls and stays where one reads while more comes above or below: at its end it follows what arrives,
 * elsewhere the row at its top stays where it is. Rows carry `data-row`.
 */
export function useKeptScroll(first: string | null) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(first === null)
  const lastTop = useRef(0)
  const anchor = useRef<{ row: string; top: number } | null>(null)
  const [atEnd, setAtEnd] = useState(first === null)

  const settle = useCallback(() => {
    const element = box.current
    if (!element) return
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
    // What is loaded late, such as a font, makes the content grow before this hears of a scrolling of our own: only who went up
    // has left the end.
    const wentUp = element.scrollTop < lastTop.current
    following.current = left < nearPx || (following.current && !wentUp)
    lastTop.current = element.scrollTop
    const row = [...element.querySelectorAll<HTMLElement>('[data-row]')].find(
      one => topIn(element, one) + one.offsetHeight > 0,
    )
    anchor.current = row ? { row: row.dataset.row!, top: topIn(element, row) } : null
    setAtEnd(following.current)
  }, [])

  // After whatever was drawn, and whenever the box or what is in it gets another size.
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
