import { exportToBlob } from '@excalidraw/excalidraw'
import type { OrderedExcalidrawElement } from '@excalidraw/excalidraw/element/types'
import type { BinaryFiles } from '@excalidraw/excalidraw/types'
import { useCallback, useEffect, useRef } from 'react'

/** How long after the last change the thumbnail is drawn. */
const quietMs = 3_000
/** The least time between two: each counts among the pictures that a person may store (`uploadLimits.board`). */
const betweenMs = 60_000

type Drawing = { elements: readonly OrderedExcalidrawElement[]; files: BinaryFiles }

/**
 * Keeps the board's thumbnail up to date. Returns a function, always the same, to call on each change made here:
 * others draw theirs.
 */
export function useThumbnail(put: (picture: Blob) => Promise<void>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const nextAt = useRef(0)
  const due = useRef<Drawing>(null)
  const draw = useRef(async () => {
    const drawing = due.current
    due.current = null
    const shown = drawing?.elements.filter(({ isDeleted }) => !isDeleted) ?? []
    if (!drawing || shown.length === 0) return
    nextAt.current = Date.now() + betweenMs
    const picture = await exportToBlob({
      elements: shown,
      files: drawing.files,
      appState: { exportBackground: true, viewBackgroundColor: '#ffffff' },
      exportPadding: 16,
      maxWidthOrHeight: 640,
      mimeType: 'image/png',
    })
    // Only a list shows it; the next change retries.
    await put(picture).catch(() => {})
  })
  useEffect(() => {
    const drawNow = () => {
      clearTimeout(timer.current)
      void draw.current()
    }
    // A hidden tab may be closed before its turn. One that is being closed is hidden too, but can't draw anymore: its
    // browser would load the drawing's pictures as requests, which our policy forbids.
    const leave = () => document.hidden && drawNow()
    const close = () => document.removeEventListener('visibilitychange', leave)
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', close)
    return () => {
      close()
      window.removeEventListener('pagehide', close)
      drawNow()
    }
  }, [])

  return useCallback((elements: readonly OrderedExcalidrawElement[], files: BinaryFiles) => {
    due.current = { elements, files }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void draw.current(), Math.max(quietMs, nextAt.current - Date.now()))
  }, [])
}
