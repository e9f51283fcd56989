import { cp, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = join(dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw'))), 'fonts')
/** As web/features/boards/editor.ts tells the editor. */
const base = 'assets/excalidraw/fonts'

/**
 * Puts the fonts of the board's editor beside the built client, or it would fetch them from another site; their names change
 * with what is in them. Leaves out what never runs here: diagrams written as text, with the hundred megabytes of their
 * language, and the editor in other languages than the page around it.
 */
export function excalidrawAssets(): Plugin {
  let outDir = ''
  return {
    name: 'excalidraw-assets',
    enforce: 'pre',
    configResolved(config) {
      outDir = config.build.outDir
    },
    load: {
      filter: { id: /\/@excalidraw\/(mermaid-to-excalidraw\/|excalidraw\/dist\/\w+\/locales\/(?!en-))/ },
      handler: () => ({ code: 'export default {}', map: null }),
    },
    async writeBundle() {
      await cp(source, join(outDir, base), { recursive: true })
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, async (request, response, next) => {
        const file = normalize((request.url ?? '').split('?')[0]!)
        const font = /^\/[\w/-]+\.woff2$/.test(file)
          ? await readFile(join(source, file)).catch(() => null)
          : null
        if (!font) return next()
        response.setHeader('content-type', 'font/woff2')
        response.end(font)
      })
    },
  }
}
