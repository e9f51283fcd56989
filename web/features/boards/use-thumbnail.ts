import { exportToBlob } from '@excalidraw/excalidraw'
import type { OrderedExcalidrawElement } from '@excalidraw/excalidraw/element/types'
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types'
import { useEffect, useRef } from 'react'

/** How long after the last change the thumbnail is redrawn. */
const quietMs = 3_000

/** Keeps the board's thumbnail up to date with local drawing. Returns a function to call on each change. */
export function useThumbnail(api: ExcalidrawImperativeAPI | null, put: (picture: Blob) => Promise<void>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pictured = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return (elements: readonly OrderedExcalidrawElement[]) => {
    const present = elements.reduce((sum, element) => sum + element.versionNonce, 0)
    pictured.current ??= present
    if (present === pictured.current || !api) return
    pictured.current = present
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      const shown = api.getSceneElements()
      if (shown.length === 0) return
      const picture = await exportToBlob({
        elements: shown,
        files: api.getFiles(),
        appState: { exportBackground: true, viewBackgroundColor: '#ffffff' },
        exportPadding: 16,
        maxWidthOrHeight: 640,
        mimeType: 'image/png',
      })
      // Only a list shows it; the next change retries.
      await put(picture).catch(() => {})
    }, quietMs)
  }
}
