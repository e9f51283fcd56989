import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { open: boolean; narrow: boolean; onClose: () => void; children: ReactNode }

const limits = { least: 320, most: 720, usual: 400, step: 32 }
const storageKey = 'study-panel-width'

/** Where the panel stands: beside the pages, as wide as one likes it; on a phone over them, as a drawer. */
export function PanelFrame({ open, narrow, onClose, children }: Props) {
  const [width, setWidth] = useState(keptWidth)
  const resize = (wanted: number) => setWidth(keep(wanted))
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <section
      data-keys="own"
      hidden={!open}
      aria-labelledby="study-panel-title"
      {...(narrow ? { role: 'dialog', 'aria-modal': true } : { role: 'complementary' })}
      onKeyDown={closeByKey}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      className={cx(
        'z-20 flex min-h-0 flex-col bg-paper text-ink',
        narrow
          ? 'fixed inset-0 z-40 animate-rise'
          : 'relative w-(--panel-width) max-w-[60vw] shrink-0 border-l border-line',
        !open && 'hidden',
      )}
    >
      {!narrow && <Edge width={width} onResize={resize} />}
      {children}
    </section>
  )
}

/** The panel's edge, to drag or to move by the arrow keys. */
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
  try {
    return within(Number(localStorage.getItem(storageKey)) || limits.usual)
  } catch {
    return limits.usual
  }
}

function keep(wanted: number): number {
  const width = within(wanted)
  try {
    localStorage.setItem(storageKey, String(width))
  } catch {
    // Storage can be forbidden; the width then lasts as long as the page.
  }
  return width
}

function within(width: number): number {
  return Math.round(Math.max(limits.least, Math.min(limits.most, width)))
}
