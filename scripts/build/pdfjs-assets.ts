import { existsSync, readFileSync, statSync } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
const base = `assets/pdfjs-${version}`
const folders = ['cmaps', 'iccs', 'standard_fonts', 'wasm']
// The engine for scripts inside documents, which never run here.
const isWanted = (path: string) => !basename(path).startsWith('quickjs')

/**
 * Copies what pdf.js fetches while it reads a document (character maps, fonts, decoders) beside the built
 * client, under an address that changes with its version, so that it can be cached forever.
 */
export function pdfjsAssets(): Plugin {
  let outDir = ''
  return {
    name: 'pdfjs-assets',
    configResolved(config) {
      outDir = config.build.outDir
    },
    async writeBundle() {
      for (const folder of folders) {
        await cp(join(source, folder), join(outDir, base, folder), { recursive: true, filter: isWanted })
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, async (request, response, next) => {
        const [, folder = '', file = ''] = (request.url ?? '').split('?')[0]!.split('/')
        const known = folders.includes(folder) && (await readdir(join(source, folder))).includes(file)
        const path = join(source, folder, file)
        if (!known || !existsSync(path) || !statSync(path).isFile()) return next()
        response.setHeader(
          'content-type',
          file.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream',
        )
        response.end(readFileSync(path))
      })
    },
  }
}
