import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const source = fileURLToPath(new URL('../../web/worker/worker.ts', import.meta.url))
/** Without a hash in its name, beside the page. */
const icon = 'icon.svg'

/**
 * Writes the service worker beside the built client, at `/sw.js`, with the list of files that it keeps: all scripts and styles
 * but those for what only works with a network. They are as large as the rest together, and are kept when they are first used.
 */
export function appWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'app-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      // After the page has been written.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The client has no page')
        const files = [...filesOf(bundle), icon].map(name => `/${name}`)
        const integrity = `sha256-${hash(page.source).digest('base64')}`
        const version = hash([integrity, ...files, readFileSync(`${publicDir}/${icon}`, 'utf8')].join('\n'))
          .digest('hex')
          .slice(0, 12)
        const code = await built({ version, integrity, files })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
      },
    },
  }
}

function filesOf(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  const files = new Set<string>()
  for (const chunk of reached) {
    files.add(chunk.fileName)
    const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
    for (const file of importedCss ?? []) files.add(file)
    for (const file of importedAssets ?? []) if (isNeeded(file)) files.add(file)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name]
      if (next?.type === 'chunk' && !needsNetwork(next)) reached.add(next)
    }
  }
  for (const file of Object.keys(bundle)) if (isFont(file)) files.add(file)
  return files
}

/** Boards, and answers of the assistant. */
const needsNetwork = ({ moduleIds }: Rolldown.OutputChunk) =>
  moduleIds.some(id => /\/node_modules\/(@excalidraw|katex)\//.test(id))

/** The letters that every page is written in. */
const isFont = (file: string) => /-(common|other)-[^/]*\.woff2$/.test(file)

/** pdf.js's worker and pictures. Of the fonts, `isFont` takes those that every page uses. */
const isNeeded = (file: string) => /\.(mjs|svg)$/.test(file)

const hash = (content: string | Uint8Array) => createHash('sha256').update(content)

async function built(app: { version: string; integrity: string; files: string[] }): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { builtApp: JSON.stringify(app) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output[0].code
}
