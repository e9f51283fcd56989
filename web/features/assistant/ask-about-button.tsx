import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dialogueLimits } from '#shared/api/dialogues.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { cleanLine } from './clean-text.ts'
import type { Selection } from './stream-answer.ts'

type Marked = Selection & { x: number; y: number }

// On a touch screen people adjust a selection in steps; the button comes once it rests.
const rest = 200
const width = 176
const height = 44

/** The button that floats at text selected in the document, and puts it into a question. */
export function AskAboutButton({ onAsk }: { onAsk: (selected: Selection) => void }) {
  const [marked, setMarked] = useState<Marked | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let pressed = false
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setMarked(pressed ? null : markedText()), rest)
    }
    const press = (event: PointerEvent) => {
      pressed = event.pointerType === 'mouse'
    }
    const release = () => {
      pressed = false
      look()
    }
    document.addEventListener('selectionchange', look)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', release)
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', release)
      document.removeEventListener('scroll', look, { capture: true })
    }
  }, [])

  if (!marked) return null
  return (
    <button
      type="button"
      // Pressing the button keeps the selection.
      onPointerDown={event => event.preventDefault()}
      onClick={() => {
        getSelection()?.removeAllRanges()
        setMarked(null)
        onAsk({ text: marked.text, page: marked.page })
      }}
      style={{ left: marked.x, top: marked.y }}
      className={cx(buttonClass({ variant: 'primary' }), 'fixed z-30 animate-rise shadow-floating')}
    >
      <Sparkles aria-hidden="true" className="size-4" />
      Ask AI about this
    </button>
  )
}

/** The text selected on the pages, with its page, and the place for the button: under its end. */
function markedText(): Marked | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const start = elementOf(range.startContainer)
  if (!start?.closest('.page-text')) return null
  const text = cleanLine(selection.toString(), dialogueLimits.selection)
  const lines = [...range.getClientRects()].filter(line => line.width > 0)
  const last = lines.at(-1)
  const pages = start.closest('.reader-scroller')?.getBoundingClientRect()
  if (!text || !last || !pages) return null
  // The selection's own end may be on a page that isn't visible.
  const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
  return {
    text,
    page: Number(start.closest<HTMLElement>('[data-page]')?.dataset.page) || null,
    x: clamp(last.left + last.width / 2 - width / 2, pages.left + 8, pages.right - width - 8),
    y: clamp(last.bottom + 8, pages.top + 8, pages.bottom - height - 8),
  }
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}
