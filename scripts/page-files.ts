import type { Plugin, Rolldown } from 'vite'

/**
 * Writes `pages.json` beside the built client: for each page's address, as the router writes it
 * (`/ignite/$postId`), the scripts that it needs. The server names them in the page, so that the browser
 * fetches all of them at once (server/platform/http/page-files.ts), and `bench/first-load.ts` measures them.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      refuseCircles(bundle)
      const source = JSON.stringify(pagesOf(bundle), null, 1)
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}

function pagesOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const routes = new Map(chunks.flatMap(chunk => routesIn(chunk).map(route => [route, chunk] as const)))
  const needed = (first: Rolldown.OutputChunk[]) => {
    const all = new Set(first)
    for (const { imports } of all) for (const name of imports) all.add(byName.get(name)!)
    return [...all].map(({ fileName }) => `/${fileName}`)
  }
  const pages = [...routes.keys()].filter(route => route !== '_signed-in')
  return Object.fromEntries(
    pages.map(page => {
      const around = [...routes.keys()].filter(route => route === page || page.startsWith(`${route}/`))
      return [addressOf(page), needed([...entries, ...around.map(route => routes.get(route)!)])]
    }),
  )
}

/** The routes whose components a file contains, by their file names: `_signed-in/ignite.$postId`. */
function routesIn({ moduleIds }: Rolldown.OutputChunk): string[] {
  return moduleIds.flatMap(id => /\/routes\/(.*)\.tsx\?tsr-split/.exec(id)?.[1] ?? [])
}

function addressOf(route: string): string {
  const path = route
    .replace('_signed-in/', '')
    .replaceAll('.', '/')
    .replace(/\/?index$/, '')
  return `/${path}`
}

/**
 * With circular imports, a file runs before the ones it needs: the page stays blank, and no compiler notices.
 */
function refuseCircles(bundle: Rolldown.OutputBundle) {
  const whole = new Set<string>()
  const visit = (name: string, way: string[]) => {
    if (way.includes(name)) throw new Error(`These files need each other: ${[...way, name].join(' → ')}`)
    const file = bundle[name]
    if (whole.has(name) || file?.type !== 'chunk') return
    for (const needed of file.imports) visit(needed, [...way, name])
    whole.add(name)
  }
  for (const name of Object.keys(bundle)) visit(name, [])
}
