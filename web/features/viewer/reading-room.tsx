import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { stepZoom } from '#shared/domain/reading.ts'
import type { ProblemError } from '#web/lib/problem-error.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Companion } from './companion.ts'
import { PassageMarks } from './passage-marks.tsx'
import { ReaderFailure } from './reader-failure.tsx'
import { ReaderTitle } from './reader-title.tsx'
import { ReaderTools } from './reader-tools.tsx'
import { useFullscreen } from './use-fullscreen.ts'
import { usePageColumn } from './use-page-column.ts'
import { usePan } from './use-pan.ts'
import { useReaderKeys } from './use-reader-keys.ts'
import { useReadingPosition } from './use-reading-position.ts'
import { useViewTracking } from './use-view-tracking.ts'
import './viewer.css'

export type MountedPage = {
  number: number
  width: number
  /** How far a page is from the one being read. */
  distanceOf: (number: number) => number
}

type Props = {
  post: PostCard
  asked: number | undefined
  /** Height over width of each page. */
  aspects: readonly number[]
  ready: boolean
  error: unknown
  waitingFor: ProblemError | null
  companion: Companion
  renderPage: (page: MountedPage) => ReactNode
  onRetry: () => void
  onClose: () => void
}

/** The full-screen reader around the pages of whatever is read. */
export function ReadingRoom({
  post,
  asked,
  aspects,
  ready,
  error,
  waitingFor,
  companion,
  renderPage,
  onRetry,
  onClose,
}: Props) {
  const [zoom, setZoom] = useState(1)
  const [moving, setMoving] = useState(false)
  const column = usePageColumn(aspects, zoom)
  const pan = usePan(moving)
  const fullscreen = useFullscreen()
  const { page, shown, layout } = column
  const pages = aspects.length
  const failed = error !== undefined
  const { passage } = companion

  const turnTo = (number: number) => {
    if (number >= 1 && number <= pages) column.goTo(number)
  }
  const zoomBy = (direction: 1 | -1) => setZoom(before => stepZoom(before, direction))
  const toggleMove = () => {
    setMoving(!moving)
    toast.message(moving ? 'Move mode disabled' : 'Move mode enabled - drag to pan')
  }
  useReadingPosition({
    fileKey: post.doc_url,
    page,
    pages,
    ready,
    // Someone who was led to a passage stays there.
    goTo: number => !passage && column.goTo(number),
    asked: passage?.page ?? asked,
  })
  // Before the marks come into sight, which happens after the layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each passage is gone to once, whatever the column becomes
  useLayoutEffect(() => {
    if (ready && passage) turnTo(passage.page)
  }, [ready, passage])
  useViewTracking(post.id, post.doc_url, ready)
  const focusPages = () => column.scroller.current?.focus({ preventScroll: true })
  useReaderKeys({
    onScrollKey: focusPages,
    onPrevious: () => turnTo(page - 1),
    onNext: () => turnTo(page + 1),
    onZoom: zoomBy,
    onToggleMove: toggleMove,
    onEscape() {
      if (fullscreen.active) fullscreen.toggle()
      else if (!fullscreen.justLeft()) onClose()
    },
  })

  return (
    <main id="main" data-theme="dark" className="reading-room bg-sunken text-ink">
      <ReaderTitle
        post={post}
        fullscreen={fullscreen}
        tools={companion.tools}
        covered={companion.covered}
        onClose={onClose}
      />
      <ReaderTools
        page={page}
        pages={pages}
        zoom={zoom}
        moving={moving}
        enabled={!failed && !companion.covered}
        onTurnTo={turnTo}
        onJumped={focusPages}
        onZoom={zoomBy}
        onZoomReset={() => setZoom(1)}
        onToggleMove={toggleMove}
      />
      <div className="reader-body">
        {companion.before}
        <div className="reader-pages" inert={companion.covered}>
          <section
            ref={column.scroller}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keys
            tabIndex={0}
            aria-label="Pages"
            aria-busy={!ready}
            inert={failed}
            className="reader-scroller"
            data-moving={moving || undefined}
            data-dragging={pan.dragging || undefined}
            onScroll={column.look}
            {...pan.handlers}
          >
            <div className="relative" style={{ width: layout.width, height: layout.height }}>
              {column.measured &&
                layout.boxes.slice(shown.first, shown.last + 1).map(({ top, width, height }, offset) => {
                  const number = shown.first + offset + 1
                  return (
                    <article
                      key={number}
                      aria-label={`Page ${number}`}
                      data-page={number}
                      className="reader-page"
                      style={{ top, left: (layout.width - width) / 2, width, height }}
                    >
                      {renderPage({ number, width, distanceOf: column.distanceOf })}
                      {passage?.page === number && <PassageMarks passage={passage} />}
                    </article>
                  )
                })}
            </div>
          </section>
          {failed && (
            <div className="absolute inset-0 bg-sunken">
              <ReaderFailure error={error} onRetry={onRetry} onClose={onClose} />
            </div>
          )}
          <p role="status" className="sr-only">
            {failed ? '' : ready ? `Page ${page} of ${pages}` : 'Opening the document'}
          </p>
          <div
            role="status"
            className="pointer-events-none absolute inset-x-0 top-4 flex justify-center px-4"
          >
            {waitingFor && (
              <p className="flex items-center gap-2 rounded-10 border border-line bg-sheet px-4 py-2 text-14 shadow-floating">
                <Spinner />
                The next pages come once Ignite can be reached again.
              </p>
            )}
          </div>
        </div>
        {companion.beside}
      </div>
    </main>
  )
}
