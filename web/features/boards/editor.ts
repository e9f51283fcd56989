/**
 * The editor, which is large: loaded only where a board is shown. It looks for its fonts where this says, which must be said before its code
 * runs; they are put there by the build (scripts/excalidraw-assets.ts).
 */
export async function loadEditor() {
  Object.assign(window, { EXCALIDRAW_ASSET_PATH: '/assets/excalidraw/' })
  return import('./board-canvas.tsx')
}
