import { ChevronLeft, ChevronRight, Crop, Hand, Minus, Plus } from 'lucide-react'
import { zoomRange } from '#shared/domain/reading.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageField } from './page-field.tsx'

type Props = {
  page: number
  pages: number
  zoom: number
  moving: boolean
  /** Whether margins are cropped, and a switch for it, where pages have some. */
  crop: { on: boolean; toggle: () => void } | undefined
  enabled: boolean
  onTurnTo: (page: number) => void
  /** Turns to a page that was typed. */
  onJump: (page: number) => void
  onJumped: () => void
  onZoom: (direction: 1 | -1) => void
  onZoomReset: () => void
  onToggleMove: () => void
}

/** Turning pages, zooming and moving. A button at its limit stays focusable, so that the focus isn't lost. */
export function ReaderTools({
  page,
  pages,
  zoom,
  moving,
  crop,
  enabled,
  onTurnTo,
  onJump,
  onJumped,
  ...on
}: Props) {
  const percent = `${Math.round(zoom * 100)}%`
  return (
    <div role="toolbar" aria-label="Reading" inert={!enabled} className="reader-tools">
      <div className="flex items-center gap-0.5">
        <Tool label="Previous page" shortcut="ArrowLeft" off={page <= 1} onClick={() => onTurnTo(page - 1)}>
          <ChevronLeft className="size-5" />
        </Tool>
        <PageField page={page} pages={pages} onJump={onJump} onJumped={onJumped} />
        <Tool label="Next page" shortcut="ArrowRight" off={page >= pages} onClick={() => onTurnTo(page + 1)}>
          <ChevronRight className="size-5" />
        </Tool>
      </div>
      <span aria-hidden="true" className="h-5 w-px bg-line max-md:hidden" />
      <div className="flex items-center gap-0.5">
        <Tool label="Zoom out" shortcut="-" off={zoom <= zoomRange.min} onClick={() => on.onZoom(-1)}>
          <Minus className="size-5" />
        </Tool>
        <button
          type="button"
          onClick={on.onZoomReset}
          aria-label={`${percent} zoom, back to 100%`}
          className="touch-target h-10 w-11 rounded-10 text-14 text-ink-soft tabular-nums hover:bg-sheet hover:text-ink"
        >
          {percent}
        </button>
        <Tool label="Zoom in" shortcut="+" off={zoom >= zoomRange.max} onClick={() => on.onZoom(1)}>
          <Plus className="size-5" />
        </Tool>
      </div>
      <span aria-hidden="true" className="h-5 w-px bg-line max-md:hidden" />
      {crop && (
        <IconButton
          label="Crop margins"
          aria-pressed={crop.on}
          onClick={crop.toggle}
          className="hover:bg-sheet"
        >
          <Crop className="size-5" />
        </IconButton>
      )}
      <IconButton
        label="Move mode"
        shortcut="M"
        aria-pressed={moving}
        onClick={on.onToggleMove}
        className="move-mode hover:bg-sheet"
      >
        <Hand className="size-5" />
      </IconButton>
    </div>
  )
}

type ToolProps = {
  label: string
  shortcut: string
  off: boolean
  onClick: () => void
  children: React.ReactNode
}

function Tool({ off, onClick, ...props }: ToolProps) {
  return (
    <IconButton
      {...props}
      aria-disabled={off}
      // Only the icon pales: a pale button would take its tip behind the pages.
      onClick={() => !off && onClick()}
      className="hover:bg-sheet aria-disabled:cursor-not-allowed aria-disabled:*:opacity-40 aria-disabled:hover:bg-transparent"
    />
  )
}
