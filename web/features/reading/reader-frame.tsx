import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PostCard } from '#shared/api/posts.ts'
import { stepZoom } from '#shared/domain/reading.ts'
import type { ProblemError } from '#web/lib/problem-error.ts'
import { codeOnOpen, useCodeOnOpen } from '#web/ui/code-on-open.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Companion } from './companion.ts'
import { type Found, FoundMarks } from './found-marks.tsx'
import { useAskIfMissing } from './new-version.ts'
import { type Frame, wholePage } from './page-frame.ts'
import { leftOf, pageGap } from './page-layout.ts'
import type { ReadText } from './page-texts.ts'
import { PassageMarks } from './passage-marks.tsx'
import { ReaderFailure } from './reader-failure.tsx'
import { ReaderTitle } from './reader-title.tsx'
import { ReaderTools } from './reader-tools.tsx'
import { useFullscreen } from './use-fullscreen.ts'
import { useNote } from './use-note.ts'
import { usePageColumn } from './use-page-column.ts'
import { usePan } from './use-pan.ts'
import { useReaderKeys } from './use-reader-keys.ts'
import { useReadingPosition } from './use-reading-position.ts'
import { useTouch } from './use-touch.ts'
import { useViewTracking } from './use-view-tracking.ts'
import './reader.css'

const findBar = codeOnOpen(async () => (await import('./find-bar.tsx')).FindBar)

export type MountedPage = {
  number: number
  width: number
  /** A page's distance from the current one. */
  distanceOf: (number: number) => number
}

type Props = {
  post: PostCard
  asked: number | undefined
  /** Height over width of each page. */
  aspects: readonly number[]
  /** What of each page shows, if not all. */
  frames: readonly Frame[] | undefined
  crop: { on: boolean; gap: number; toggle: () => void } | undefined
  ready: boolean
  error: unknown
  /** Whether it is a copy that this browser kept, of which nobody could be asked. */
  unasked: boolean
  waitingFor: ProblemError | null
  companion: Companion
  /** Reads a page's text; undefined if there is none. */
  readText: ReadText | undefined
  renderPage: (page: MountedPage) => ReactNode
  onPage: (page: number) => void
  onRetry: () => void
  onClose: () => void
}

/** The full-screen reader around any kind of pages. */
export function ReaderFrame(props: Props) {
  const { post, frames, crop, ready, error, unasked, waitingFor, companion, readText, onRetry, onClose } =
    props
  useAskIfMissing(post, error)
  const room = useReader(props)
  const { column, page, pages, failed, find, found } = room
  const FindBar = useCodeOnOpen(findBar, find !== null, room.closeFind)
  return (
    <main
      id="main"
      data-theme="dark"
      className="reader-frame fills-window full-bleed bg-sunken text-ink"
      data-bare={room.bare || undefined}
    >
      <ReaderTitle
        post={post}
        unasked={unasked}
        note={room.note}
        finding={
          readText && !failed
            ? { open: find !== null, toggle: find ? room.closeFind : room.openFind }
            : undefined
        }
        fullscreen={room.fullscreen}
        tools={companion.tools}
        covered={companion.covered}
        onClose={onClose}
      />
      <ReaderTools
        page={page}
        pages={pages}
        zoom={room.zoom}
        moving={room.moving}
        crop={crop}
        enabled={!failed && !companion.covered}
        onTurnTo={room.turnTo}
        onJump={room.jumpTo}
        onJumped={room.focusPages}
        onZoom={room.zoomBy}
        onZoomReset={room.resetZoom}
        onToggleMove={room.toggleMove}
      />
      <div className="reader-body">
        {companion.before}
        <div className="reader-pages" inert={companion.covered}>
          <Pages
            column={column}
            frames={frames}
            ready={ready}
            failed={failed}
            moving={room.moving}
            passage={companion.passage}
            found={found}
            renderPage={props.renderPage}
          />
          {find && readText && !failed && FindBar && (
            <FindBar
              asked={find}
              page={page}
              pages={pages}
              read={readText}
              onFound={room.setFound}
              onClose={room.closeFind}
            />
          )}
          {failed && (
            <div className="absolute inset-0 bg-sunken">
              <ReaderFailure error={error} onRetry={onRetry} onClose={onClose} />
            </div>
          )}
          <p role="status" className="sr-only">
            {failed ? '' : ready ? `Page ${page} of ${pages}` : 'Opening the document'}
          </p>
          <NextPagesWait waits={waitingFor !== null} />
        </div>
        {companion.beside}
      </div>
      <Printed post={post} page={page} pages={pages} />
    </main>
  )
}

/** What the reader does: turning, zooming, finding, and remembering the place. */
function useReader({
  post,
  asked,
  aspects,
  crop,
  ready,
  error,
  companion,
  readText,
  onPage,
  onClose,
}: Props) {
  const [zoom, setZoom] = useState(1)
  const [moving, setMoving] = useState(false)
  const [bare, setBare] = useState(false)
  const column = usePageColumn(aspects, zoom, crop?.gap ?? pageGap)
  const { note, say } = useNote()
  const fullscreen = useFullscreen()
  const { page } = column
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
    post,
    page,
    pages,
    ready,
    goTo: column.goTo,
    asked,
    passagePage: passage?.page,
    onPage,
    say,
  })
  // Before the marks scroll into view, which happens after the layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each passage is gone to once, whatever the column becomes
  useLayoutEffect(() => {
    if (ready && passage) turnTo(passage.page)
  }, [ready, passage])
  /** Hides the bars or brings them back, while the text stays where it is. */
  const toggleBars = () => {
    const element = column.scroller.current!
    const before = element.getBoundingClientRect().top
    flushSync(() => setBare(!bare))
    element.scrollTop += element.getBoundingClientRect().top - before
    column.look()
  }
  const pinching = useTouch({
    scroller: column.scroller,
    zoom,
    pageByPage: column.pageByPage,
    grip: column.grip,
    onZoom: setZoom,
    onTap: toggleBars,
    onTurn: direction => turnTo(page + direction),
  })
  const focusPages = () => column.scroller.current?.focus({ preventScroll: true })
  const { find, found, setFound, openFind, closeFind } = useFind(page, turnTo, focusPages)
  useViewTracking(post.id, post.doc_url, ready)
  useReaderKeys({
    sideways: moving && column.wide,
    onKey: () => setBare(false),
    onScrollKey: focusPages,
    onPrevious: () => turnTo(page - 1),
    onNext: () => turnTo(page + 1),
    onZoom: zoomBy,
    onToggleMove: toggleMove,
    onFind: readText && !failed && !companion.covered ? openFind : undefined,
    onEscape() {
      if (find) closeFind()
      else if (fullscreen.active) fullscreen.toggle()
      else if (!fullscreen.justLeft()) onClose()
    },
  })
  return {
    column,
    page,
    pages,
    zoom: pinching ?? zoom,
    moving,
    bare,
    note,
    fullscreen,
    failed,
    find,
    found,
    setFound,
    openFind,
    closeFind,
    turnTo,
    zoomBy,
    resetZoom: () => setZoom(1),
    toggleMove,
    focusPages,
    jumpTo: (number: number) => {
      turnTo(number)
      say(`Navigated to page ${number}`)
    },
  }
}

/** Finding words in the document: the bar while it is open, and going to each hit. */
function useFind(page: number, turnTo: (page: number) => void, focusPages: () => void) {
  const [find, setFind] = useState<{ text: string } | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const hit = found?.hit ?? null
  const goToHit = useEffectEvent(() => {
    if (hit && hit.page !== page) turnTo(hit.page)
  })
  // Before its mark scrolls into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each hit is gone to once
  useLayoutEffect(() => goToHit(), [hit])
  const openFind = () => setFind({ text: selectedText() })
  const closeFind = () => {
    setFind(null)
    setFound(null)
    focusPages()
  }
  return { find, found, setFound, openFind, closeFind }
}

/** Below the page on paper. */
function Printed({ post, page, pages }: { post: PostCard; page: number; pages: number }) {
  return (
    <p className="mt-3 hidden text-12 text-ink-soft print:block">
      <bdi>{post.post_name}</bdi> by <bdi>{post.name}</bdi>
      {pages > 1 && `, page ${page} of ${pages}. Ignite prints the page that you’re reading`}.{' '}
      {new URL(`/ignite/${post.id}`, location.origin).href}
    </p>
  )
}

function NextPagesWait({ waits }: { waits: boolean }) {
  return (
    <div
      role="status"
      data-print="hidden"
      className="pointer-events-none absolute inset-x-0 top-4 flex justify-center px-4"
    >
      {waits && (
        <p className="flex items-center gap-2 rounded-10 border border-line bg-sheet px-4 py-2 text-14 shadow-floating">
          <Spinner />
          The next pages will load once you’re back online.
        </p>
      )}
    </div>
  )
}

/** A few words that are selected in the document, to look for. */
function selectedText(): string {
  const text = getSelection()?.toString().trim() ?? ''
  return text.length <= 80 && !text.includes('\n') ? text : ''
}

/** Where a whole page is, of which a part shows. */
function placeOf({ left, top, width, height }: Frame) {
  const percent = (fraction: number) => `${fraction * 100}%`
  return {
    left: percent(-left / width),
    top: percent(-top / height),
    width: percent(1 / width),
    height: percent(1 / height),
  }
}

/** The mounted pages, each at its place in the column. */
function Pages({
  column,
  frames,
  ready,
  failed,
  moving,
  passage,
  found,
  renderPage,
}: Pick<Props, 'frames' | 'ready' | 'renderPage'> &
  Pick<Companion, 'passage'> & {
    column: ReturnType<typeof usePageColumn>
    failed: boolean
    moving: boolean
    found: Found | null
  }) {
  const pan = usePan(moving)
  const [reached, setReached] = useState(false)
  const { shown, layout } = column
  return (
    <section
      ref={column.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keys
      tabIndex={0}
      aria-label="Pages"
      aria-busy={!ready}
      inert={failed}
      className="reader-scroller"
      data-reached={reached || undefined}
      data-moving={moving || undefined}
      data-dragging={pan.dragging || undefined}
      onScroll={column.look}
      onKeyDown={() => setReached(false)}
      onKeyUp={event => event.key === 'Tab' && event.target === event.currentTarget && setReached(true)}
      onBlur={() => setReached(false)}
      {...pan.handlers}
    >
      <div className="reader-column" style={{ width: layout.width, height: layout.height }}>
        {column.measured &&
          layout.boxes.slice(shown.first, shown.last + 1).map((box, offset) => {
            const { top, width, height } = box
            const number = shown.first + offset + 1
            const frame = frames?.[number - 1] ?? wholePage
            return (
              <article
                key={number}
                aria-label={`Page ${number}`}
                data-page={number}
                data-current={number === column.page || undefined}
                className="reader-page"
                style={{ top, left: leftOf(layout, box), width, height }}
              >
                <div className="whole-page" style={placeOf(frame)}>
                  {renderPage({ number, width: width / frame.width, distanceOf: column.distanceOf })}
                  {passage?.page === number && <PassageMarks passage={passage} />}
                  {found && <FoundMarks page={number} found={found} />}
                </div>
              </article>
            )
          })}
      </div>
    </section>
  )
}
