import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { recall, remember } from '#web/lib/device-memory.ts'
import { cx } from '#web/ui/cx.ts'

type Props = { open: boolean; narrow: boolean; onClose: () => void; children: ReactNode }

const limits = { least: 320, most: 720, usual: 400, step: 32 }
const storageKey = 'study-panel-width'

/** The panel's place: beside the pages, resizable; on a phone below them, or over them where there is little room. */
export function PanelFrame({ open, narrow, onClose, children }: Props) {
  const [width, setWidth] = useState(keptWidth)
  useBackCloses(open && narrow, onClose)
  const resize = (wanted: number) => setWidth(keep(wanted))
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <aside
      data-keys="own"
      hidden={!open}
      data-below={narrow || undefined}
      aria-labelledby="study-panel-title"
      onKeyDown={closeByKey}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      className={cx(
        'z-20 flex min-h-0 flex-col bg-paper text-ink',
        narrow
          ? 'relative h-3/4 shrink-0 animate-rise rounded-t-16 border-t border-line shadow-floating short:absolute short:inset-0 short:h-auto short:overflow-y-auto short:rounded-none'
          : 'relative w-(--panel-width) max-w-[60vw] shrink-0 border-l border-line',
        !open && 'hidden',
      )}
    >
      {!narrow && <Edge width={width} onResize={resize} />}
      {children}
    </aside>
  )
}

/** The panel's edge, for dragging or the arrow keys. */
function Edge({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    onResize(event.currentTarget.parentElement!.getBoundingClientRect().right - event.clientX)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') onResize(width + limits.step)
    if (event.key === 'ArrowRight') onResize(width - limits.step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved; this is a separator that can (ARIA 1.2)
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of Study Pal AI"
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuenow={width}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent-wash focus-visible:bg-accent-wash"
    />
  )
}

function keptWidth(): number {
  return within(Number(recall(storageKey)) || limits.usual)
}

function keep(wanted: number): number {
  const width = within(wanted)
  remember(storageKey, String(width))
  return width
}

function within(width: number): number {
  return Math.round(Math.max(limits.least, Math.min(limits.most, width)))
}
