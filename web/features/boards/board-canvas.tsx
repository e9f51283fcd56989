import {
  bumpVersion,
  CaptureUpdateAction,
  convertToExcalidrawElements,
  Excalidraw,
  exportToBlob,
  exportToCanvas,
  exportToSvg,
  getNonDeletedElements,
  MainMenu,
  reconcileElements,
  restoreElements,
  viewportCoordsToSceneCoords,
} from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import type { RemoteExcalidrawElement } from '@excalidraw/excalidraw/data/reconcile'
import type { FileId, OrderedExcalidrawElement } from '@excalidraw/excalidraw/element/types'
import type { DataURL, ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Board, BoardElement } from '#shared/api/boards.ts'
import { beats } from '#shared/domain/element-versions.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { onThemeChange } from '#web/lib/theme.ts'
import { toast } from '#web/ui/toast.ts'
import './board.css'
import { blobOf } from '#web/features/files/canvas.ts'
import type { BoardSync, Scene } from './board-sync.ts'
import type { BoardTools } from './board-tools.ts'
import { byIndex, idOf, showsNothing, versionOf } from './elements.ts'
import { nameControls } from './name-controls.ts'
import { onePagePdf } from './one-page-pdf.ts'
import { BoardPictures } from './pictures.ts'
import { boardsQuery } from './queries.ts'
import { useBoardLive } from './use-board-live.ts'
import { useDrop } from './use-drop.ts'
import { useThumbnail } from './use-thumbnail.ts'

// The editor has its own types for what are plain records elsewhere.
type Elements = readonly OrderedExcalidrawElement[]
const fromEditor = (elements: Elements) => elements as unknown as BoardElement[]
const toEditor = (elements: BoardElement[]) => {
  // The editor would delete a text without words, as if that were a change of whoever watches.
  const shown = elements.filter(element => element.isDeleted || !showsNothing(element))
  return restoreElements(byIndex(shown) as unknown as Elements, null) as RemoteExcalidrawElement[]
}

/**
 * Leaves out features that lead out of the product or store things elsewhere (board.css hides those without a
 * switch).
 */
const options = {
  canvasActions: {
    changeViewBackgroundColor: false,
    export: false,
    loadScene: false,
    saveAsImage: false,
    saveToActiveFile: false,
    toggleTheme: false,
  },
} as const

/** The drawing area. It begins with `elements`; from then on `sync` keeps it in step with the server. */
export function BoardCanvas({
  board: { id: boardId, title, can_change },
  sync,
  elements,
  onTools,
}: {
  board: Board
  sync: BoardSync
  elements: BoardElement[]
  onTools: (tools: BoardTools | null) => void
}) {
  const [api, setApi] = useState<ExcalidrawImperativeAPI | null>(null)
  const [pictures] = useState(() => new BoardPictures(boardId, sync.edits))
  const initial = useMemo(() => ({ elements: toEditor(elements), scrollToContent: true }), [elements])
  const theme = useSyncExternalStore(onThemeChange, shownTheme)
  const started = useRef(false)
  const point = useBoardLive(boardId, sync, api)
  const drop = useDrop(can_change)
  const queryClient = useQueryClient()
  const drawn = useThumbnail(async picture => {
    await pictures.putThumbnail(picture)
    // Whoever went back to the list is there before the thumbnail is.
    void queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey })
  })

  useEffect(() => {
    if (!api) return
    sync.start(sceneOf(api, pictures))
    started.current = true
    pictures.fetch(fromEditor(api.getSceneElementsIncludingDeleted()), api.getFiles(), files =>
      api.addFiles(files),
    )
    onTools({
      ...toolsOf(api, pictures),
      async showRestored() {
        await sync.catchUp()
        drawn(api.getSceneElements(), api.getFiles())
      },
    })
    return () => onTools(null)
  }, [api, sync, pictures, drawn, onTools])

  return (
    <div ref={nameControls} onDropCapture={drop} className="board min-h-0 flex-1">
      <Excalidraw
        excalidrawAPI={setApi}
        initialData={initial}
        onChange={(all, _state, files) => {
          if (!started.current) return
          pictures.fetch(fromEditor(all), files, found => api?.addFiles(found))
          // The editor also changes what it only shows, such as two elements with the same index.
          if (!can_change) return
          if (sync.changed(fromEditor(all))) drawn(all, files)
        }}
        {...(can_change && { onPointerUpdate: point })}
        viewModeEnabled={!can_change}
        isCollaborating
        name={title}
        theme={theme}
        langCode="en"
        UIOptions={options}
        validateEmbeddable={false}
        aiEnabled={false}
        onLinkOpen={(_element, event) => event.preventDefault()}
      >
        <MainMenu>
          <MainMenu.DefaultItems.SearchMenu />
          <MainMenu.DefaultItems.Help />
          {can_change && <MainMenu.DefaultItems.ClearCanvas />}
        </MainMenu>
      </Excalidraw>
    </div>
  )
}

function shownTheme(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

function sceneOf(api: ExcalidrawImperativeAPI, pictures: BoardPictures): Scene {
  const all = () => api.getSceneElementsIncludingDeleted()
  // Undo here doesn't revert other people's changes.
  const show = (elements: Elements) => api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER })
  return {
    merge(elements) {
      const emptied = new Map(elements.filter(showsNothing).map(element => [idOf(element), element]))
      const rest = all().filter(here => {
        const element = emptied.get(here.id)
        return !element || !beats(versionOf(element), here)
      })
      const shown = reconcileElements(rest, toEditor(elements), api.getAppState())
      show(shown)
      pictures.fetch(fromEditor(shown), api.getFiles(), files => api.addFiles(files))
    },
    edited() {
      const { editingTextElement, newElement, resizingElement } = api.getAppState()
      return new Set([editingTextElement, newElement, resizingElement].map(element => element?.id))
    },
    outdo(other) {
      const here = all().find(({ id }) => id === idOf(other))
      if (!here) return undefined
      // In place, as the editor holds on to what it edits.
      bumpVersion(here, Math.max(here.version, versionOf(other).version))
      return fromEditor([here])[0]
    },
    keepOnly: ids => show(all().filter(({ id }) => ids.has(id))),
    remove(elements, comeBack) {
      const ids = elements.map(idOf)
      show(all().filter(({ id }) => !ids.includes(id)))
      const undone = comeBack
        ? 'We couldn’t save your change, so we undid it.'
        : elements.every(({ type }) => type === 'image')
          ? 'We couldn’t save a picture, so we removed it from the board.'
          : 'We couldn’t save something you drew, so we removed it from the board.'
      toast.error([undone, pictures.refusalOf(elements)].filter(Boolean).join(' '))
    },
    tell: text => void toast.error(text),
    unsentPictures: elements => pictures.unsent(elements),
    sendPictures: elements => pictures.send(elements),
  }
}

/** White around and behind the drawing, in either theme. */
const paper = { exportBackground: true, viewBackgroundColor: '#ffffff', exportWithDarkMode: false }

/** What browsers draw on, those of phones and tablets included. */
const mostPixels = 16_000_000
const longestSide = 16_000

/** The canvas for a drawing of this size: twice as large, or as large as it may be. */
function canvasFor(width: number, height: number) {
  const most = Math.min(Math.sqrt(mostPixels / (width * height)), longestSide / Math.max(width, height))
  const scale = Math.min(2, most)
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale), scale }
}

function toolsOf(api: ExcalidrawImperativeAPI, pictures: BoardPictures): Omit<BoardTools, 'showRestored'> {
  const drawing = () => ({
    elements: api.getSceneElements(),
    files: api.getFiles(),
    appState: paper,
    exportPadding: 24,
  })
  const picture = () => ({ ...drawing(), getDimensions: canvasFor })
  return {
    isEmpty: () => api.getSceneElements().length === 0,
    png: () => exportToBlob({ ...picture(), mimeType: 'image/png' }),
    async svg() {
      const svg = await exportToSvg(drawing())
      return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' })
    },
    async pdf() {
      const canvas = await exportToCanvas(picture())
      const jpeg = await blobOf(canvas, 'image/jpeg', 0.92)
      return onePagePdf(new Uint8Array(await jpeg.arrayBuffer()), canvas)
    },
    preview: async elements =>
      exportToBlob({
        elements: getNonDeletedElements(toEditor(elements)),
        files: await pictures.filesOf(elements, api.getFiles()),
        appState: paper,
        exportPadding: 24,
        maxWidthOrHeight: 800,
        mimeType: 'image/png',
      }),
    addPicture(dataUrl, mimeType, { width, height }) {
      const fileId = randomUuid() as FileId
      api.addFiles([{ id: fileId, dataURL: dataUrl as DataURL, mimeType, created: Date.now() }])
      const state = api.getAppState()
      const middle = viewportCoordsToSceneCoords(
        { clientX: state.offsetLeft + state.width / 2, clientY: state.offsetTop + state.height / 2 },
        state,
      )
      const added = convertToExcalidrawElements([
        { type: 'image', fileId, x: middle.x - width / 2, y: middle.y - height / 2, width, height },
      ])
      api.updateScene({
        elements: [...api.getSceneElementsIncludingDeleted(), ...added],
        captureUpdate: CaptureUpdateAction.IMMEDIATELY,
      })
      api.scrollToContent(added, { fitToViewport: true, viewportZoomFactor: 0.7 })
    },
  }
}
