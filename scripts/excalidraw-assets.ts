import { cp, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = join(dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw'))), 'fonts')
/** As web/features/boards/editor.ts tells the editor. */
const base = 'assets/excalidraw/fonts'
const ownFonts = '$' + '{location.origin}/assets/excalidraw/?'

/**
 * In place of the part that cuts fonts down to the letters a drawing uses: it makes code from texts, which our policy refuses. So an
 * exported drawing carries its fonts whole.
 */
const wholeFonts: Record<string, string> = {
  shared: `
    export const Commands = { Subset: 'SUBSET' }
    export async function toBase64(font) {
      const bytes = Array.from(new Uint8Array(font), byte => String.fromCharCode(byte))
      return 'data:font/woff2;base64,' + btoa(bytes.join(''))
    }
    export const subsetToBase64 = toBase64`,
  worker: `
    export const WorkerUrl = new URL(import.meta.url)
    if (typeof window === 'undefined') self.onmessage = ({ data: { arrayBuffer } }) => self.postMessage(arrayBuffer)`,
}

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
      filter: {
        id: /\/@excalidraw\/(mermaid-to-excalidraw\/|excalidraw\/dist\/\w+\/(locales\/(?!en-)|subset-\w+\.chunk))/,
      },
      handler: id => ({
        code: wholeFonts[/subset-(\w+)\.chunk/.exec(id)?.[1] ?? ''] ?? 'export default {}',
        map: null,
        moduleSideEffects: true,
      }),
    },
    transform: {
      filter: { id: /\/@excalidraw\/excalidraw\/dist\//, code: /https:\/\/esm\.sh\// },
      // The site that the editor falls back to for a font. It names it within a template; what followed becomes a query, which
      // the address of a font made from this leaves out.
      handler: code => ({ code: code.replaceAll('https://esm.sh/', ownFonts), map: null }),
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
