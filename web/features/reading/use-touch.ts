import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { withinZoom } from '#shared/domain/reading.ts'
import type { Point } from './page-layout.ts'
import { columnAround } from './text-column.ts'

type Touching = {
  scroller: RefObject<HTMLElement | null>
  zoom: number
  /** Whether the screen holds the page that is read as a whole: then taps at the edges and swipes turn pages. */
  pageByPage: boolean
  /** Keeps the place at a point of the column at a point of the screen while the zoom changes. */
  grip: (place: Point, at: Point, placed: () => void) => void
  onZoom: (zoom: number) => void
  /** A tap in the middle. */
  onTap: () => void
  onTurn: (direction: 1 | -1) => void
}

type Pinch = { distance: number; place: Point; zoom: number; at: Point }
type Tap = { x: number; y: number; time: number }
type Gesture =
  | { kind: 'one'; start: Tap; scrolled: number; selecting: boolean }
  | ({ kind: 'pinch'; next: number } & Pinch)
  | { kind: 'over' }

const tapMs = 300
const tapReach = 12
const doubleTapReach = 40
const swipeMs = 600
const swipeReach = 50
/** The part of the width that is an edge. */
const edge = 0.2
/** The browser's own gesture for going back begins here. */
const windowEdge = 24
const fastMs = 180

/**
 * Two fingers zoom and move the pages, two taps zoom to the column of text and back, the wheel zooms with Ctrl. While fingers move, the
 * pages are only stretched; they are laid out and drawn anew after. Touch events, since the browser cancels pointers once it scrolls
 * by them. The answer is the zoom while it changes.
 */
export function useTouch({ scroller, zoom, ...on }: Touching): number | null {
  const [pinching, setPinching] = useState<number | null>(null)
  const [state] = useState(() => ({
    gesture: { kind: 'over' } as Gesture,
    tapped: null as (Tap & { timer: ReturnType<typeof setTimeout> }) | null,
    scrolledAt: 0,
    /** The last touch scrolled the pages, which may go on by themselves. */
    flung: false,
  }))

  const { zoomTo, zoomToColumn } = useZooming({ scroller, zoom, ...on, onSettled: () => setPinching(null) })
  const singleTap = useEffectEvent(() => on.onTap())

  const onStart = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!one) return
    if (other && event.touches.length === 2) {
      clearTimeout(state.tapped?.timer)
      state.tapped = null
      // Else the browser would scroll by both fingers.
      if (event.cancelable) event.preventDefault()
      const middle = between(one, other)
      const element = scroller.current!
      state.gesture = {
        kind: 'pinch',
        distance: apart(one, other),
        place: placeAt(element, middle),
        at: within(element, middle),
        zoom,
        next: zoom,
      }
    } else if (event.touches.length === 1) {
      state.gesture = {
        kind: 'one',
        start: tapOf(one, event),
        scrolled: scroller.current!.scrollTop,
        // A tap that ends a selection, or stops what scrolls by itself, does nothing else.
        selecting: isSelecting() || (state.flung && event.timeStamp - state.scrolledAt < 100),
      }
      state.flung = false
    } else if (state.gesture.kind === 'one') state.gesture = { kind: 'over' }
  }

  const onMove = (event: TouchEvent) => {
    const { gesture } = state
    const [one, other] = event.touches
    if (gesture.kind !== 'pinch' || !one || !other) return
    if (event.cancelable) event.preventDefault()
    const element = scroller.current!
    gesture.at = within(element, between(one, other))
    gesture.next = withinZoom((gesture.zoom * apart(one, other)) / gesture.distance)
    stretch(element, stretched(element, gesture.place, gesture.at, gesture.next / gesture.zoom))
    setPinching(gesture.next)
  }

  const onEnd = (event: TouchEvent) => {
    const { gesture } = state
    state.gesture = { kind: 'over' }
    if (gesture.kind === 'pinch') return zoomTo(gesture.next, gesture.place, gesture.at)
    const touch = event.changedTouches[0]
    state.flung = gesture.kind === 'one' && scroller.current!.scrollTop !== gesture.scrolled
    if (gesture.kind !== 'one' || event.type === 'touchcancel' || !touch) return
    if (gesture.selecting || isSelecting() || isControl(event.target)) return
    const tap = tapOf(touch, event)
    const [x, y] = [tap.x - gesture.start.x, tap.y - gesture.start.y]
    const took = tap.time - gesture.start.time
    const still = Math.hypot(x, y) < tapReach && scroller.current!.scrollTop === gesture.scrolled
    if (still && took < tapMs) return tapped(tap, event)
    const sideways = Math.abs(x) > swipeReach && Math.abs(y) < Math.abs(x) / 2
    const own = gesture.start.x > windowEdge && gesture.start.x < innerWidth - windowEdge
    if (on.pageByPage && sideways && own && took < swipeMs) on.onTurn(x < 0 ? 1 : -1)
  }

  const tapped = (tap: Tap, event: TouchEvent) => {
    const across = within(scroller.current!, tap).x / scroller.current!.clientWidth
    // At once, so that a person can leaf quickly.
    if (on.pageByPage && across < edge) return on.onTurn(-1)
    if (on.pageByPage && across > 1 - edge) return on.onTurn(1)
    const { tapped: before } = state
    clearTimeout(before?.timer)
    state.tapped = null
    if (before && tap.time - before.time < tapMs && apartBy(before, tap) < doubleTapReach) {
      // Else the browser would select a word.
      if (event.cancelable) event.preventDefault()
      return zoomToColumn(tap)
    }
    state.tapped = { ...tap, timer: setTimeout(singleTap, tapMs) }
  }

  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const element = scroller.current!
    const point = { x: event.clientX, y: event.clientY }
    const turned = Math.max(-10, Math.min(10, event.deltaMode === 0 ? event.deltaY : event.deltaY * 10))
    zoomTo(withinZoom(zoom * Math.exp(-turned * 0.02)), placeAt(element, point), within(element, point))
  }
  const onScroll = (event: Event) => {
    state.scrolledAt = event.timeStamp
  }

  useTouchEvents(scroller, { onStart, onMove, onEnd, onWheel, onScroll })
  useEffect(() => () => clearTimeout(state.tapped?.timer), [state])
  return pinching
}

type Zooming = Pick<Touching, 'scroller' | 'zoom' | 'grip' | 'onZoom'> & { onSettled: () => void }

/** Zooming to a place of the document, which stays under the fingers or the pointer. */
function useZooming({ scroller, zoom, grip, onZoom, onSettled }: Zooming) {
  /** Zooms to `next` and keeps the document's `place` under `at`, measured from the viewport's top left corner. */
  const zoomTo = useEffectEvent((next: number, place: Point, at: Point) => {
    const element = scroller.current!
    onSettled()
    const settle = () => stretch(element, null)
    if (Math.abs(next - zoom) < 0.005) {
      const { x, y } = originOf(element)
      settle()
      element.scrollBy(x + place.x - at.x, y + place.y - at.y)
      return
    }
    grip(place, at, settle)
    onZoom(next)
  })

  const zoomSmoothly = async (next: number, place: Point, at: Point) => {
    const element = scroller.current!
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const to = stretched(element, place, at, next / zoom)
      const column = element.firstElementChild!
      await column.animate([{ transform: 'none' }, { transform: to }], {
        duration: fastMs,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      }).finished
    }
    zoomTo(next, place, at)
  }

  /** From the whole page to the column of text at a place, and back. */
  const zoomToColumn = (tap: Tap) => {
    const element = scroller.current!
    const at = within(element, tap)
    const place = placeAt(element, tap)
    if (Math.abs(zoom - 1) > 0.02) return void zoomSmoothly(1, place, at)
    const column = columnAt(tap)
    const filling = column ? withinZoom((element.clientWidth - 16) / (column.right - column.left)) : 1
    if (!column || filling < 1.2) return void zoomSmoothly(2, place, at)
    const middle = (column.left + column.right) / 2
    void zoomSmoothly(
      filling,
      { x: placeAt(element, { ...tap, x: middle }).x, y: place.y },
      { x: element.clientWidth / 2, y: at.y },
    )
  }

  return { zoomTo, zoomToColumn }
}

type TouchEvents = {
  onStart: (event: TouchEvent) => void
  onMove: (event: TouchEvent) => void
  onEnd: (event: TouchEvent) => void
  onWheel: (event: WheelEvent) => void
  onScroll: (event: Event) => void
}

function useTouchEvents(scroller: Touching['scroller'], on: TouchEvents) {
  const onStart = useEffectEvent(on.onStart)
  const onMove = useEffectEvent(on.onMove)
  const onEnd = useEffectEvent(on.onEnd)
  const onWheel = useEffectEvent(on.onWheel)
  const onScroll = useEffectEvent(on.onScroll)
  useEffect(() => {
    const element = scroller.current!
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('touchstart', onStart, { passive: false, signal })
    element.addEventListener('touchmove', onMove, { passive: false, signal })
    element.addEventListener('touchend', onEnd, { passive: false, signal })
    element.addEventListener('touchcancel', onEnd, { signal })
    element.addEventListener('wheel', onWheel, { passive: false, signal })
    element.addEventListener('scroll', onScroll, { signal })
    return () => stop.abort()
  }, [scroller])
}

/** Where the column's corner would stand on the screen if it weren't stretched. */
function originOf(element: HTMLElement): Point {
  const column = element.firstElementChild as HTMLElement
  const before = column.style.transform
  column.style.transform = ''
  const { left, top } = column.getBoundingClientRect()
  column.style.transform = before
  const corner = element.getBoundingClientRect()
  return { x: left - corner.left, y: top - corner.top }
}

/** A point of the window, from the corner of the pages' part of it. */
function within(element: HTMLElement, { x, y }: Point): Point {
  const { left, top } = element.getBoundingClientRect()
  return { x: x - left, y: y - top }
}

/** A point of the window as one of the column, which isn't stretched. */
function placeAt(element: HTMLElement, { x, y }: Point): Point {
  const { left, top } = element.firstElementChild!.getBoundingClientRect()
  return { x: x - left, y: y - top }
}

/** How the column is stretched so that a place of it is under a point. */
function stretched(element: HTMLElement, place: Point, at: Point, by: number): string {
  const origin = originOf(element)
  return `translate(${at.x - origin.x - by * place.x}px, ${at.y - origin.y - by * place.y}px) scale(${by})`
}

function stretch(element: HTMLElement, transform: string | null): void {
  ;(element.firstElementChild as HTMLElement).style.transform = transform ?? ''
}

/** The column of text that was tapped, in the window. */
function columnAt({ x, y }: Tap): { left: number; right: number } | null {
  const page = document.elementFromPoint(x, y)?.closest('.reader-page')
  if (!page) return null
  const { left: from, right: to } = page.getBoundingClientRect()
  const pieces = [...page.querySelectorAll('.page-text span:not(.markedContent)')].map(piece =>
    piece.getBoundingClientRect(),
  )
  return columnAround(pieces, x, { from, to })
}

const tapOf = ({ clientX: x, clientY: y }: Touch, { timeStamp: time }: Event): Tap => ({ x, y, time })
const between = (one: Touch, other: Touch): Point => ({
  x: (one.clientX + other.clientX) / 2,
  y: (one.clientY + other.clientY) / 2,
})
const apart = (one: Touch, other: Touch) =>
  Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY))
const apartBy = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const isSelecting = () => getSelection()?.isCollapsed === false
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input') !== null
