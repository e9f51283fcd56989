import { useEffect, useRef, useState } from 'react'
import type { PageBox } from '#shared/api/documents.ts'
import type { Hit } from './find-in-text.ts'
import { findPattern } from './find-words.ts'
import { Marks, whenTextIsLaid } from './passage-marks.tsx'

/** What is looked for in a document, and which of what was found is shown. */
export type Found = { pattern: RegExp; hit: Hit | null }

/** A page of dots in a table of contents would have a thousand; nobody looks at more. */
const mostMarks = 300

/** Hits that were scrolled to; a person who scrolls away and back isn't moved again. */
const gone = new WeakSet<Hit>()

/** Marks what is found on a page, and scrolls to the one that is shown. */
export function FoundMarks({ page, found: { pattern, hit } }: { page: number; found: Found }) {
  const marks = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<readonly (readonly PageBox[])[]>([])
  const shown = hit?.page === page ? hit.index : null
  const first = Math.max(0, (shown ?? 0) - mostMarks / 2)
  useEffect(
    () =>
      whenTextIsLaid(marks.current?.parentElement, text =>
        setPlaces(
          findPattern(text, pattern)
            .slice(first, first + mostMarks)
            .map(boxes => boxes()),
        ),
      ),
    [pattern, first],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark is there once the places are known
  useEffect(() => {
    if (!hit || shown === null || gone.has(hit)) return
    const mark = marks.current?.querySelector('[data-marks="shown"] span')
    if (!mark) return
    gone.add(hit)
    if (!isSeen(mark)) mark.scrollIntoView({ block: 'center', inline: 'center' })
  }, [hit, shown, places])
  const current = shown === null ? undefined : places[shown - first]
  const others = places.filter(boxes => boxes !== current).flat()
  return (
    <div ref={marks} className="passage-marks">
      <Marks of="found" label="Matches" boxes={others} />
      {current && <Marks of="shown" label="Current match" boxes={current} />}
    </div>
  )
}

/** Whether it is on screen, and nothing of the reader is over it. */
function isSeen(mark: Element): boolean {
  const pages = mark.closest('.reader-scroller')?.getBoundingClientRect()
  const bar = document.querySelector('.find-bar')?.getBoundingClientRect()
  const { top, bottom, left, right } = mark.getBoundingClientRect()
  if (!pages) return false
  return (
    top >= Math.max(pages.top, bar?.bottom ?? 0) &&
    bottom <= pages.bottom &&
    left >= pages.left &&
    right <= pages.right
  )
}
