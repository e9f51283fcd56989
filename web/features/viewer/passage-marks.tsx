import { useEffect, useRef } from 'react'
import type { MarkedPassage } from './companion.ts'

/** Marks a passage on its page, as with a pen, and brings it into sight. */
export function PassageMarks({ passage }: { passage: MarkedPassage }) {
  const marks = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (passage.boxes.length > 0) marks.current?.firstElementChild?.scrollIntoView({ block: 'center' })
  }, [passage])
  return (
    <div ref={marks} role="img" aria-label="The passage" className="passage-marks">
      {passage.boxes.map(box => (
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
