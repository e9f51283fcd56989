import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MinuteRange, type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { barsOf } from './week-picture.ts'

/** Half an hour of the week: the index of its day, and of the half hour in the day. */
export type Cell = { day: number; slot: number }
type Painting = { from: Cell; to: Cell; bookable: boolean }
/** A stretch of some days that is made bookable or not. */
export type Stretch = MinuteRange & { days: readonly Weekday[]; bookable: boolean }

const slotMinutes = 30
export const slotsOfDay = (24 * 60) / slotMinutes
/** A mouse that moves less chooses a day. */
const reach = 5
/** A finger that rests for so long paints; one that moves before scrolls the page. */
const holdMs = 250

type Painter = {
  schedule: Schedule
  day: Weekday
  onDay: (day: Weekday) => void
  onPaint: (stretch: Stretch) => void
}

/**
 * Paints hours of the week with a mouse, a finger or the keyboard. The half hour where it begins decides whether it adds or removes;
 * a click or a tap only chooses the day.
 */
export function usePainting({ schedule, day, onDay, onPaint }: Painter) {
  const grid = useRef<HTMLDivElement>(null)
  const [painting, setPainting] = useState<Painting | null>(null)
  // Nine in the morning.
  const [cursor, setCursor] = useState<Cell>({ day: weekdays.indexOf(day), slot: 18 })
  const pressed = useRef<{ x: number; y: number; cell: Cell } | null>(null)

  const begin = (from: Cell, to: Cell) => setPainting({ from, to, bookable: !isBookable(schedule, from) })
  const apply = () => {
    if (painting) onPaint(stretchOf(painting))
    setPainting(null)
  }
  const letGo = () => {
    const start = pressed.current
    pressed.current = null
    if (painting) apply()
    else if (start) onDay(weekdays[start.cell.day]!)
  }

  // Fingers are followed by touch events: the browser cancels a pointer once it scrolls.
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pressed.current = { x: event.clientX, y: event.clientY, cell: cellAt(grid.current!, event) }
  }
  const onPointerMove = (event: PointerEvent) => {
    const start = pressed.current
    if (event.pointerType === 'touch' || !start) return
    if (!painting && Math.hypot(event.clientX - start.x, event.clientY - start.y) < reach) return
    begin(start.cell, cellAt(grid.current!, event))
  }
  const onPointerUp = (event: PointerEvent) => event.pointerType !== 'touch' && letGo()

  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const giveUp = () => {
    clearTimeout(hold.current)
    pressed.current = null
    setPainting(null)
  }
  const onTouchStart = useEffectEvent((event: TouchEvent) => {
    clearTimeout(hold.current)
    const [finger, other] = event.touches
    if (!finger || other) return giveUp()
    const cell = cellAt(grid.current!, finger)
    pressed.current = { x: finger.clientX, y: finger.clientY, cell }
    hold.current = setTimeout(() => {
      navigator.vibrate?.(10)
      hold.current = undefined
      setPainting({ from: cell, to: cell, bookable: !isBookable(schedule, cell) })
    }, holdMs)
  })
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    const [finger] = event.touches
    const start = pressed.current
    if (!finger || !start) return
    if (painting) {
      event.preventDefault()
      begin(start.cell, cellAt(grid.current!, finger))
    } else if (Math.hypot(finger.clientX - start.x, finger.clientY - start.y) > 2 * reach) giveUp()
  })
  const onTouchEnd = useEffectEvent((event: TouchEvent) => {
    clearTimeout(hold.current)
    // Else the browser would click, too.
    if (event.cancelable) event.preventDefault()
    letGo()
  })
  const onTouchCancel = useEffectEvent(giveUp)
  useEffect(() => {
    const element = grid.current!
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('touchstart', onTouchStart, { passive: true, signal })
    element.addEventListener('touchmove', onTouchMove, { passive: false, signal })
    element.addEventListener('touchend', onTouchEnd, { passive: false, signal })
    element.addEventListener('touchcancel', onTouchCancel, { signal })
    return () => {
      clearTimeout(hold.current)
      stop.abort()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const to = steps[key]?.(cursor)
    if (to) {
      setCursor(to)
      if (painting) setPainting({ ...painting, to })
    } else if (key === ' ' || key === 'Enter') {
      if (painting) apply()
      else begin(cursor, cursor)
    } else if (key === 'Escape' && painting) setPainting(null)
    else return
    event.preventDefault()
  }

  return {
    painted: painting && stretchOf(painting),
    cursor,
    isBookable: (cell: Cell) => isBookable(schedule, cell),
    props: {
      ref: grid,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: giveUp,
      onContextMenu: (event: { preventDefault: () => void }) => painting && event.preventDefault(),
      onKeyDown,
      onBlur: () => setPainting(null),
    },
  }
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

const steps: Record<string, (cell: Cell) => Cell> = {
  ArrowUp: ({ day, slot }) => ({ day, slot: within(slot - 1, slotsOfDay) }),
  ArrowDown: ({ day, slot }) => ({ day, slot: within(slot + 1, slotsOfDay) }),
  ArrowLeft: ({ day, slot }) => ({ day: within(day - 1, 7), slot }),
  ArrowRight: ({ day, slot }) => ({ day: within(day + 1, 7), slot }),
  Home: ({ day }) => ({ day, slot: 0 }),
  End: ({ day }) => ({ day, slot: slotsOfDay - 1 }),
}

function cellAt(grid: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Cell {
  const { left, top, width, height } = grid.getBoundingClientRect()
  return {
    day: within(Math.floor(((clientX - left) / width) * 7), 7),
    slot: within(Math.floor(((clientY - top) / height) * slotsOfDay), slotsOfDay),
  }
}

/** Half an hour as minutes of its day. */
export function minutesOfCell({ slot }: Cell): MinuteRange {
  return { start: slot * slotMinutes, end: (slot + 1) * slotMinutes }
}

function isBookable(schedule: Schedule, cell: Cell): boolean {
  const middle = (cell.slot + 0.5) / slotsOfDay
  return barsOf(schedule)[weekdays[cell.day]!].some(({ from, to }) => from <= middle && middle < to)
}

function stretchOf({ from, to, bookable }: Painting): Stretch {
  const [first, last] = from.day < to.day ? [from.day, to.day] : [to.day, from.day]
  const [early, late] = from.slot < to.slot ? [from, to] : [to, from]
  return {
    days: weekdays.slice(first, last + 1),
    start: minutesOfCell(early).start,
    end: minutesOfCell(late).end,
    bookable,
  }
}
