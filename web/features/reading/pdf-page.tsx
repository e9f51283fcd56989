import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { PDFPageProxy } from '#web/lib/pdfjs.ts'
import { drawPage, release } from './draw-page.ts'
import { type FirstPage, FirstPagePicture } from './first-page.tsx'
import type { OpenPdf } from './open-pdf.ts'
import type { Frame } from './page-frame.ts'
import { PageSheet } from './page-sheet.tsx'
import type { ReadRecognized } from './recognized.ts'
import type { RenderQueue } from './render-queue.ts'

type Props = {
  open: OpenPdf | undefined
  number: number
  width: number
  queue: RenderQueue
  /** A page's distance from the current one, asked when turns are decided. */
  distanceOf: (number: number) => number
  /** Whether it matters where on the page there is ink. */
  cropped: boolean
  onShape: (number: number, shape: PageShape) => void
  recognized: ReadRecognized
  /** What stands here until the page is drawn. */
  picture: FirstPage | undefined
}

/** A page's height over its width, and where its ink is, if that was asked. */
export type PageShape = { aspect: number; ink: Frame | null | undefined }

/**
 * One page: a canvas, and its text over it. The old drawing stays, stretched, until the next zoom's drawing
 * is ready.
 */
export function PdfPage(props: Props) {
  const { open, width, queue, distanceOf, recognized, picture } = props
  const [failed, setFailed] = useState(false)
  const page = usePage(props, setFailed)
  const drawn = useDrawing(page, width, queue, distanceOf, setFailed)
  const text = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const container = text.current
    if (!open || !page || !drawn.ready || !container) return
    const stop = new AbortController()
    const run = () => open.layText(page, container, recognized, stop.signal)
    const takeBack = enqueueRendering(queue, () => distanceOf(page.pageNumber), run)
    return () => {
      takeBack()
      stop.abort()
      container.replaceChildren()
    }
  }, [open, page, drawn.ready, queue, distanceOf, recognized])

  const scale = page ? (width / page.getViewport({ scale: 1 }).width) * page.userUnit : 1
  return (
    <>
      {!drawn.ready && <PageSheet failed={failed} />}
      {!drawn.ready && !failed && picture && <FirstPagePicture {...picture} />}
      <div ref={drawn.holder} aria-hidden="true" className="page-canvas" />
      <div ref={text} className="page-text" style={{ '--total-scale-factor': scale } as CSSProperties} />
    </>
  )
}

type SetFailed = (failed: boolean) => void

function usePage(
  { open, number, queue, distanceOf, cropped, onShape }: Props,
  setFailed: SetFailed,
): PDFPageProxy | null {
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    if (!open) return
    let wanted = true
    const find = async () => {
      const found = await open.pdf.getPage(number)
      if (!wanted) return
      const { width, height } = found.getViewport({ scale: 1 })
      const ink = cropped ? await open.inkOfPage(found) : undefined
      if (!wanted) return
      onShape(number, { aspect: height / width, ink })
      setPage(found)
    }
    const run = () =>
      find().catch(() => {
        if (wanted) setFailed(true)
      })
    const takeBack = enqueueRendering(queue, () => distanceOf(number), run)
    return () => {
      wanted = false
      takeBack()
    }
  }, [open, number, queue, distanceOf, cropped, onShape, setFailed])
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
    const takeBack = enqueueRendering(queue, () => distanceOf(page.pageNumber), run)
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
 * The current page loads at once, so that it has the network to itself. The others wait a moment: pages that
 * fly by while a person scrolls are never requested.
 */
function enqueueRendering(queue: RenderQueue, distance: () => number, run: () => Promise<void>): () => void {
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
