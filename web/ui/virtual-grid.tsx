import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { serverDrawing } from '#web/lib/drawing.ts'
import { cx } from './cx.ts'

type VirtualGridProps<Item> = {
  /** The accessible name of the list. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** The minimum width of a column, in px; as many columns as fit. Infinity for a single one. */
  minColumn: number
  gap: number
  /** The height of a row of these items at this column width, before it has been measured. */
  estimateRow: (columnWidth: number, items: readonly Item[]) => number
  /**
   * Identifies the list: its measured heights are stored under this name, so that Back finds the page as tall
   * as it was.
   */
  memory: string
  busy: boolean
  /** Called while the last rows are near. The caller avoids requesting the same page twice. */
  onNearEnd: () => void
  renderItem: (item: Item, place: { index: number; columns: number }) => ReactNode
}

/** The number of items in a page that the server draws: about a first screen. */
const drawnItems = 8
/** The number of items that the server draws in a single column of tiles: two screens of a phone, which takes long for each. */
const drawnInColumn = 4

/** The width of a list, and its distance from the top of the page, in px. Without a width, it isn't known yet. */
type Box = { width: number; top: number }

/** What a card takes of the page, in px. */
type Cell = { start: number; size: number }

type Measured = { columns: number; rows: VirtualItem[] }

/** The state of a list when it was left. */
const left = new Map<string, Measured>()

/**
 * A grid of any length that scrolls with the window and mounts only the rows near the screen. The row with
 * the focus stays mounted, however far it is scrolled away, so that the focus is never lost.
 */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  return import.meta.env.SSR ? <DrawnGrid {...props} /> : <MeasuredGrid key={props.memory} {...props} />
}

/** The server can't measure anything, so the browser divides the first items into columns by the same rule. */
function DrawnGrid<Item>({ label, items, itemKey, minColumn, gap, renderItem }: VirtualGridProps<Item>) {
  const column = Number.isFinite(minColumn) ? `minmax(min(${minColumn}px, 100%), 1fr)` : '100%'
  return (
    <div
      role="feed"
      aria-label={label}
      className="grid"
      style={{ gap, gridTemplateColumns: `repeat(auto-fill, ${column})` }}
    >
      {items.slice(0, drawnItems).map((item, index) => (
        <GridCell
          key={itemKey(item)}
          className={Number.isFinite(minColumn) && index >= drawnInColumn ? 'max-sm:hidden' : undefined}
        >
          {renderItem(item, { index, columns: 1 })}
        </GridCell>
      ))}
    </div>
  )
}

function MeasuredGrid<Item>({
  label,
  items,
  itemKey,
  minColumn,
  gap,
  estimateRow,
  memory,
  busy,
  onNearEnd,
  renderItem,
}: VirtualGridProps<Item>) {
  // The virtualizer is one object that mutates; the compiler would treat it as unchanged and never render
  // again.
  'use no memo'
  const grid = useRef<HTMLDivElement>(null)
  const stands = useRef(false)
  const measuredColumns = useRef<number | null>(null)
  const [drawn] = useState(() => lookAtDrawing(label))
  const [box, setBox] = useState<Box>(drawn?.box ?? { width: 0, top: 0 })
  // The rows out of sight come once the app has taken over, which is over sooner without them.
  const [settled, setSettled] = useState(!drawn)
  const [focusedRow, setFocusedRow] = useState<number | null>(null)
  const columns = Math.max(1, Math.floor((box.width + gap) / (minColumn + gap)))
  const columnWidth = (box.width - gap * (columns - 1)) / columns
  const [known] = useState(() => left.get(memory) ?? (drawn && rowsOf(drawn.cells, columns)))
  const itemsOf = (row: number) => items.slice(row * columns, (row + 1) * columns)

  const virtualizer = useWindowVirtualizer({
    count: box.width === 0 ? 0 : Math.ceil(items.length / columns),
    estimateSize: index => estimateRow(columnWidth, itemsOf(index)),
    gap,
    overscan: settled ? 2 : 0,
    scrollMargin: box.top,
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: known?.columns === columns ? known.rows : [],
    observeElementRect: observeWindowSize,
    // The virtualizer begins by scrolling to where the window is, which would lay out the page before the commit is over.
    scrollToFn: (...where) => {
      if (stands.current) windowScroll(...where)
    },
    rangeExtractor: range => {
      const rows = defaultRangeExtractor(range)
      if (focusedRow === null || focusedRow >= range.count || rows.includes(focusedRow)) return rows
      return [...rows, focusedRow].sort((a, b) => a - b)
    },
  })

  useLayoutEffect(() => {
    stands.current = true
    const element = grid.current!
    const look = () => {
      const next = boxOf(element)
      setBox(box => (box.width === next.width && box.top === next.top ? box : next))
    }
    if (!drawn) look()
    // Content above can grow as well as the grid itself.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [drawn])

  useEffect(() => startTransition(() => setSettled(true)), [])

  const hasWidth = box.width > 0
  useEffect(() => {
    if (!hasWidth) return
    // Other columns make other rows.
    if (measuredColumns.current !== null && measuredColumns.current !== columns) virtualizer.measure()
    measuredColumns.current = columns
    return () => {
      left.set(memory, { columns, rows: virtualizer.measurementsCache })
    }
  }, [memory, columns, hasWidth, virtualizer])

  // At least as tall as it will be, until its width is known: the router goes back to where a page was left before that.
  const height = box.width === 0 ? items.length * estimateRow(innerWidth, items) : virtualizer.getTotalSize()
  const rows = virtualizer.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? -1
  const nearEnd = rows.length > 0 && lastShown >= virtualizer.options.count - 3
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])

  return (
    <div
      ref={grid}
      role="feed"
      aria-label={label}
      aria-busy={busy}
      className="relative"
      style={{ blockSize: height }}
      onFocus={event => setFocusedRow(rowOf(event.target))}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocusedRow(null)
      }}
    >
      {rows.map(row => (
        <div
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          className="absolute inset-x-0 grid"
          // A transform would make each row a layer above the one before it, which would cover its tooltips.
          style={{
            insetBlockStart: row.start - virtualizer.options.scrollMargin,
            gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {itemsOf(row.index).map((item, column) => (
            <GridCell key={itemKey(item)}>
              {renderItem(item, { index: row.index * columns + column, columns })}
            </GridCell>
          ))}
        </div>
      ))}
    </div>
  )
}

/**
 * The place and the cells of the server's drawing of this list, which still stands while the app renders for the first time. With
 * them, the rows are rendered in small steps before the app takes over, and needn't be measured while it does; without, all happens at
 * once while people wait.
 */
function lookAtDrawing(label: string): { box: Box; cells: Cell[] } | null {
  const lists = serverDrawing()?.querySelectorAll('[role="feed"]') ?? []
  const list = [...lists].find(list => list.ariaLabel === label)
  if (!list) return null
  const cells = [...list.children].map(cell => {
    const { top, height } = cell.getBoundingClientRect()
    return { start: Math.round(top + scrollY), size: Math.round(height) }
  })
  return { box: boxOf(list), cells: cells.filter(({ size }) => size > 0) }
}

/** The full rows of these cells; none if they stand in other columns, as for a person who prefers a list: the server draws tiles. */
function rowsOf(cells: readonly Cell[], columns: number): Measured {
  const drawnColumns = cells.filter(({ start }) => start === cells[0]!.start).length
  const full = drawnColumns === columns ? Math.floor(cells.length / columns) : 0
  const rows = Array.from({ length: full }, (_, index) => {
    const { start, size } = cells[index * columns]!
    return { key: index, index, start, size, end: start + size, lane: 0 }
  })
  return { columns, rows }
}

/**
 * Follows the size of the window, which `initialRect` gives at first: to read it once more when the list is mounted would lay out the
 * page before the commit is over.
 */
function observeWindowSize(
  _: Virtualizer<Window, Element>,
  onChange: (size: { width: number; height: number }) => void,
): () => void {
  const look = () => onChange({ width: innerWidth, height: innerHeight })
  addEventListener('resize', look)
  return () => removeEventListener('resize', look)
}

function boxOf(element: Element): Box {
  const { width, top } = element.getBoundingClientRect()
  return { width, top: Math.round(top + scrollY) }
}

function GridCell({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('grid min-w-0', className)}>{children}</div>
}

function rowOf(target: Element): number | null {
  const row = target.closest<HTMLElement>('[data-index]')
  return row ? Number(row.dataset.index) : null
}
