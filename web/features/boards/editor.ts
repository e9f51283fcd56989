/**
 * The editor, which is large: loaded only where a board shows. It loads its fonts from this path, which must
 * be set before its code runs; the build puts them there (scripts/build/excalidraw-assets.ts).
 */
export async function loadEditor() {
  Object.assign(window, { EXCALIDRAW_ASSET_PATH: '/assets/excalidraw/' })
  return import('./board-canvas.tsx')
}
