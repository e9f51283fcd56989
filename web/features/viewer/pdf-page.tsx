import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy, PDFPageProxy } from '#web/lib/pdfjs.ts'
import { drawPage, layText, release } from './draw-page.ts'
import { PageSheet } from './page-sheet.tsx'
import type { RenderQueue } from './render-queue.ts'

type Props = {
  pdf: PDFDocumentProxy
  number: number
  width: number
  queue: RenderQueue
  /** How far a page is from the one being read, asked when turns are decided. */
  distanceOf: (number: number) => number
  onAspect: (number: number, aspect: number) => void
}

/** One page: a canvas, and its text over it. What was drawn stays, stretched, until the next zoom's drawing is ready. */
export function PdfPage(props: Props) {
  const { width, queue, distanceOf } = props
  const [failed, setFailed] = useState(false)
  const page = usePage(props, setFailed)
  const drawn = useDrawing(page, width, queue, distanceOf, setFailed)
  const text = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const container = text.current
    if (!page || !drawn.ready || !container) return
    const stop = new AbortController()
    const run = () => layText(page, container, stop.signal)
    const takeBack = takeTurn(queue, () => distanceOf(page.pageNumber), run)
    return () => {
      takeBack()
      stop.abort()
      container.replaceChildren()
    }
  }, [page, drawn.ready, queue, distanceOf])

  const scale = page ? (width / page.getViewport({ scale: 1 }).width) * page.userUnit : 1
  return (
    <>
      {!drawn.ready && <PageSheet failed={failed} />}
      <div ref={drawn.holder} aria-hidden="true" className="page-canvas" />
      <div ref={text} className="page-text" style={{ '--total-scale-factor': scale } as CSSProperties} />
    </>
  )
}

type SetFailed = (failed: boolean) => void

function usePage(
  { pdf, number, queue, distanceOf, onAspect }: Props,
  setFailed: SetFailed,
): PDFPageProxy | null {
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    let wanted = true
    const find = async () => {
      const found = await pdf.getPage(number)
      if (!wanted) return
      const { width, height } = found.getViewport({ scale: 1 })
      onAspect(number, height / width)
      setPage(found)
    }
    const run = () =>
      find().catch(() => {
        if (wanted) setFailed(true)
      })
    const takeBack = takeTurn(queue, () => distanceOf(number), run)
    return () => {
      wanted = false
      takeBack()
    }
  }, [pdf, number, queue, distanceOf, onAspect, setFailed])
  return page
}

function useDrawing(
  page: PDFPageProxy | null,
  width: number,
  queue: RenderQueue,
  distanceOf: (number: number) => number,
  setFailed: SetFailed,
) {
  const holder = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)

  useEffect(() => {
    if (!page) return
    const stop = new AbortController()
    const draw = async () => {
      const canvas = await drawPage(page, width, stop.signal)
      const before = holder.current?.querySelector('canvas')
      holder.current?.replaceChildren(canvas)
      if (before) release(before)
      setReady(true)
    }
    const run = () =>
      draw().catch(() => {
        if (!stop.signal.aborted) setFailed(true)
      })
    const takeBack = takeTurn(queue, () => distanceOf(page.pageNumber), run)
    return () => {
      takeBack()
      stop.abort()
    }
  }, [page, width, queue, distanceOf, setFailed])

  useEffect(() => {
    const element = holder.current
    return () => {
      for (const canvas of element?.querySelectorAll('canvas') ?? []) release(canvas)
      page?.cleanup()
    }
  }, [page])

  return { holder, ready }
}

/**
 * The page being read goes at once, so that it has the network to itself. The others rest first: those that fly by
 * while a person scrolls through hundreds are never asked for.
 */
function takeTurn(queue: RenderQueue, distance: () => number, run: () => Promise<void>): () => void {
  let takeBack = () => {}
  const rest = setTimeout(
    () => {
      takeBack = queue.add({ distance, run })
    },
    distance() === 0 ? 0 : 80,
  )
  return () => {
    clearTimeout(rest)
    takeBack()
  }
}
