import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PageBox } from '#shared/api/documents.ts'
import type { MarkedPassage } from './companion.ts'
import { isDark, textLaid } from './draw-page.ts'
import { findWords } from './find-words.ts'

/**
 * Passages that were already shown. If a person scrolls away and back, and the page is mounted again, the
 * view stays put.
 */
const gone = new WeakMap<MarkedPassage, 'passage' | 'words'>()

/**
 * Highlights a passage on its page, and scrolls to it; if only some of its words are meant, highlights those
 * once the text layer is there, and the rest faintly.
 */
export function PassageMarks({ passage }: { passage: MarkedPassage }) {
  const marks = useRef<HTMLDivElement>(null)
  const words = useWords(passage, marks)
  const dark = useDarkness(passage, marks)
  useEffect(() => {
    const to = words.length > 0 ? 'words' : 'passage'
    if (gone.get(passage) === 'words' || gone.get(passage) === to) return
    gone.set(passage, to)
    marks.current?.querySelector(`[data-marks=${to}] span`)?.scrollIntoView({ block: 'center' })
  }, [passage, words])
  return (
    <div ref={marks} className="passage-marks" data-on-dark={dark || undefined}>
      <Marks of="passage" label="The passage" boxes={passage.boxes} faint={words.length > 0} />
      {words.length > 0 && <Marks of="words" label="The cited words" boxes={words} />}
    </div>
  )
}

function useWords({ quote, boxes }: MarkedPassage, marks: RefObject<HTMLDivElement | null>) {
  const [words, setWords] = useState<readonly PageBox[]>(none)
  useEffect(() => {
    setWords(none)
    if (quote === null) return
    return whenTextIsLaid(marks.current?.parentElement, text => setWords(findWords(text, quote, boxes)))
  }, [quote, boxes, marks])
  return words
}

function useDarkness({ boxes }: MarkedPassage, marks: RefObject<HTMLDivElement | null>): boolean {
  const [dark, setDark] = useState(false)
  useEffect(
    () =>
      whenTextIsLaid(marks.current?.parentElement, text => {
        const canvas = text.parentElement?.querySelector('canvas')
        setDark(canvas !== null && canvas !== undefined && boxes[0] !== undefined && isDark(canvas, boxes[0]))
      }),
    [boxes, marks],
  )
  return dark
}

/**
 * Calls with a page's text layer once the page is drawn and its text is over it, and again once its recognized text is; the returned
 * function ends the waiting.
 */
export function whenTextIsLaid(page: Element | null | undefined, use: (text: Element) => void): () => void {
  if (!page) return () => {}
  const text = page.querySelector(textLaid)?.parentElement
  if (text) use(text)
  const observer = new MutationObserver(changes => {
    const end = changes
      .flatMap(({ addedNodes }) => [...addedNodes])
      .find(node => node instanceof Element && node.matches(textLaid))
    if (end?.parentElement) use(end.parentElement)
  })
  observer.observe(page, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const none: readonly PageBox[] = []

type MarksProps = {
  of: 'passage' | 'words' | 'found' | 'shown'
  label: string
  boxes: readonly PageBox[]
  faint?: boolean
}

export function Marks({ of, label, boxes, faint = false }: MarksProps) {
  return (
    <div role="img" aria-label={label} data-marks={of} data-faint={faint || undefined}>
      {boxes.map(box => (
        <span
          key={`${box.x} ${box.y} ${box.width}`}
          style={{
            left: percent(box.x),
            top: percent(box.y),
            width: percent(box.width),
            height: percent(box.height),
          }}
        />
      ))}
    </div>
  )
}

function percent(fraction: number): string {
  return `${fraction * 100}%`
}
