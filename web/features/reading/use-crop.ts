import { useEffect, useEffectEvent, useState } from 'react'
import { recall, remember } from '#web/lib/device-memory.ts'
import type { OpenPdf } from './open-pdf.ts'
import { type Frame, frameAround, usualFrame, wholePage } from './page-frame.ts'
import { pageGap } from './page-layout.ts'

const storageKey = 'crop-margins'
const isPhone = () => matchMedia('(width < 48rem)').matches

/** Whether the pages show without their margins, as the person last liked on this device; `begin` is the page to judge by. */
export function useCrop(open: OpenPdf | undefined, begin: number) {
  const [wanted, setWanted] = useState(() => recall(storageKey) === 'on')
  const [sample, setSample] = useState<Frame | null>(null)
  const on = wanted && sample !== null

  const judge = useEffectEvent(async (open: OpenPdf, signal: AbortSignal) => {
    const inkOf = async (number: number) =>
      open.inkOfPage(await open.pdf.getPage(Math.min(number, open.pdf.numPages)))
    const first = await inkOf(begin)
    // A cover or an empty page says nothing about the pages after it.
    const told = first && first.width < 0.97 ? first : await inkOf(begin + 1)
    if (!signal.aborted) setSample(told ?? wholePage)
  })
  useEffect(() => {
    if (!open || !wanted || sample) return
    const stop = new AbortController()
    judge(open, stop.signal).catch(() => !stop.signal.aborted && setSample(wholePage))
    return () => stop.abort()
  }, [open, wanted, sample])

  return {
    on,
    toggle: () => {
      remember(storageKey, wanted ? null : 'on')
      setWanted(!wanted)
    },
    /** At the sides, where pages are as wide as a phone. */
    gap: on && isPhone() ? 0 : pageGap,
    /** What of a page shows; its ink is undefined until the page is known. */
    frameOf: (ink: Frame | null | undefined) => (on ? frameAround(ink, usualFrame(sample)) : wholePage),
  }
}
