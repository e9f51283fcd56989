import { cp, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = join(dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw'))), 'fonts')
/** The path that web/features/boards/editor.ts gives to the editor. */
const base = 'assets/excalidraw/fonts'
const ownFonts = '$' + '{location.origin}/assets/excalidraw/?'

/**
 * Replaces the part that reduces fonts to the letters in a drawing: it compiles code from strings, which our
 * policy refuses. So an exported drawing contains complete fonts.
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
 * Copies the board editor's fonts beside the built client, or it would fetch them from another site; their
 * names change with their content. Leaves out parts that never run here: text diagrams, whose language takes
 * a hundred megabytes, and the editor's other languages.
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
      // The site from which the editor loads fonts as a fallback. It is part of a template; the rest becomes
      // a query, which the font's address drops.
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
