import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PageBox } from '#shared/api/documents.ts'
import type { MarkedPassage } from './companion.ts'
import { textLaid } from './draw-page.ts'
import { findWords } from './find-words.ts'

/** Where each passage has been gone to. Whoever scrolls away and back, when its page is made anew, stays where they are. */
const gone = new WeakMap<MarkedPassage, 'passage' | 'words'>()

/**
 * Marks a passage on its page, as with a pen, and brings it into sight; where some of its words are meant, those, once the text
 * lies over the page, and the rest of it faintly.
 */
export function PassageMarks({ passage }: { passage: MarkedPassage }) {
  const marks = useRef<HTMLDivElement>(null)
  const words = useWords(passage, marks)
  useEffect(() => {
    const to = words.length > 0 ? 'words' : 'passage'
    if (gone.get(passage) === 'words' || gone.get(passage) === to) return
    gone.set(passage, to)
    marks.current?.querySelector(`[data-marks=${to}] span`)?.scrollIntoView({ block: 'center' })
  }, [passage, words])
  return (
    <div ref={marks} className="passage-marks">
      <Marks of="passage" label="The passage" boxes={passage.boxes} faint={words.length > 0} />
      {words.length > 0 && <Marks of="words" label="The words that are cited" boxes={words} />}
    </div>
  )
}

function useWords({ quote, boxes }: MarkedPassage, marks: RefObject<HTMLDivElement | null>) {
  const [words, setWords] = useState<readonly PageBox[]>(none)
  useEffect(() => {
    setWords(none)
    const page = marks.current?.parentElement
    if (!page || quote === null) return
    const find = () => {
      const text = page.querySelector(textLaid)?.parentElement
      if (!text) return false
      setWords(findWords(text, quote, boxes))
      return true
    }
    if (find()) return
    const observer = new MutationObserver(() => {
      if (find()) observer.disconnect()
    })
    observer.observe(page, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [quote, boxes, marks])
  return words
}

const none: readonly PageBox[] = []

type MarksProps = { of: 'passage' | 'words'; label: string; boxes: readonly PageBox[]; faint?: boolean }

function Marks({ of, label, boxes, faint = false }: MarksProps) {
  return (
    <div role="img" aria-label={label} data-marks={of} data-faint={faint || undefined}>
      {boxes.map(box => (
        <span
          key={`${box.x} ${box.y}`}
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
