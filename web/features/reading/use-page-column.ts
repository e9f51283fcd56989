import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Anchor,
  anchorAt,
  anchorOf,
  type Box,
  currentPage,
  layOut,
  type Point,
  pageGap,
  pagesToMount,
  scrollTo,
  type View,
} from './page-layout.ts'

type Shown = { first: number; last: number; current: number }

/**
 * The scrolled column of pages: each page's position, which ones to mount, and the current one. Zooming,
 * resizing and learning a page's real shape keep the visible part in place. Indices count from 0, page
 * numbers from 1.
 */
export function usePageColumn(aspects: readonly number[], zoom: number, sides: number) {
  const scroller = useRef<HTMLElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [shown, setShown] = useState<Shown>({ first: 0, last: 0, current: 0 })
  const layout = useMemo(() => layOut(aspects, size.width, zoom, sides), [aspects, size.width, zoom, sides])
  const anchor = useRef<Anchor | null>(null)
  // The page that stays current until somebody scrolls. It was jumped to, and may be a short last one that
  // can't reach the top of the screen; or the zoom changed around it.
  const held = useRef<{ index: number; top: number; jumpedTo: boolean } | null>(null)
  // What a gesture keeps under the fingers while the zoom changes.
  const gripped = useRef<{ anchor: Anchor; at: Point; placed: () => void } | null>(null)
  const zoomBefore = useRef(zoom)
  const reading = useRef(0)

  useLayoutEffect(() => {
    const element = scroller.current!
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      // It has no box while the page is printed, and the pages must stay.
      if (width === 0) return
      setSize(before => (before.width === width && before.height === height ? before : { width, height }))
    }
    // Now too, or a frame without pages would come first.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const look = useCallback(() => {
    const view = viewOf(scroller.current!)
    if (view.width === 0) return
    if (held.current && Math.abs(held.current.top - view.top) > 1) held.current = null
    anchor.current = anchorOf(layout, view)
    const next = { ...pagesToMount(layout, view), current: held.current?.index ?? currentPage(layout, view) }
    reading.current = next.current
    setShown(before => (isSame(before, next) ? before : next))
  }, [layout])

  const show = useCallback(
    (index: number) => {
      const element = scroller.current!
      element.scrollTop = layout.boxes[index]!.top - pageGap
      held.current = { index, top: element.scrollTop, jumpedTo: true }
      look()
    },
    [layout, look],
  )

  useLayoutEffect(() => {
    const element = scroller.current!
    if (size.width === 0) return
    const zoomed = zoomBefore.current !== zoom
    zoomBefore.current = zoom
    if (held.current?.jumpedTo && !zoomed) return show(held.current.index)
    const grip = gripped.current
    gripped.current = null
    grip?.placed()
    // At its beginning, a document stays there.
    if (!grip && !zoomed && element.scrollTop === 0) return look()
    const kept = grip?.anchor ?? anchor.current
    if (kept) {
      element.scrollTo(scrollTo(layout, kept, viewOf(element), grip?.at))
      const view = viewOf(element)
      held.current = isSeen(layout.boxes[reading.current], view)
        ? { index: reading.current, top: view.top, jumpedTo: false }
        : null
    }
    look()
  }, [layout, size, zoom, show, look])

  /**
   * Keeps the place at a point of the column at a point of the screen when the layout changes next, and calls `placed` before that
   * shows.
   */
  const grip = useCallback(
    (place: Point, at: Point, placed: () => void) => {
      gripped.current = { anchor: anchorAt(layout, place), at, placed }
    },
    [layout],
  )

  const distanceOf = useCallback((number: number) => Math.abs(number - 1 - reading.current), [])
  const goTo = useCallback((number: number) => show(number - 1), [show])

  const box = layout.boxes[shown.current]
  const wide = layout.width > size.width
  const pageByPage = box !== undefined && box.height <= size.height && !wide

  return {
    scroller,
    layout,
    wide,
    pageByPage,
    shown,
    page: shown.current + 1,
    look,
    grip,
    goTo,
    distanceOf,
    measured: size.width > 0,
  }
}

function viewOf(element: HTMLElement): View {
  return {
    top: element.scrollTop,
    left: element.scrollLeft,
    width: element.clientWidth,
    height: element.clientHeight,
  }
}

function isSeen(box: Box | undefined, view: View): boolean {
  return box !== undefined && box.top < view.top + view.height && box.top + box.height > view.top
}

function isSame(a: Shown, b: Shown): boolean {
  return a.first === b.first && a.last === b.last && a.current === b.current
}
