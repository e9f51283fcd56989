import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** The scripts that a page needs for a signed-in person and, unless it sends them to sign in, for a visitor. */
export type PageFiles = { signedIn: string[]; visitor?: string[] }

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

function pagesOf(bundle: Rolldown.OutputBundle): Record<string, PageFiles> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const routes = new Map(
    chunks.flatMap(chunk =>
      chunk.moduleIds.flatMap(id => {
        const route = routeOf(id)
        return route ? [[route, { chunk, id }] as const] : []
      }),
    ),
  )
  const ownShell = chunks.filter(({ moduleIds }) => moduleIds.some(isOwnShell))
  const needed = (first: Rolldown.OutputChunk[]) => {
    const all = new Set(first)
    for (const { imports } of all) for (const name of imports) all.add(byName.get(name)!)
    return [...all].map(({ fileName }) => `/${fileName}`)
  }
  const pages = [...routes].filter(([route]) => route !== frame)
  return Object.fromEntries(
    pages.map(([page, { id }]) => {
      const around = [...routes].filter(([route]) => route === page || page.startsWith(`${route}/`))
      const all = [...entries, ...around.map(([, { chunk }]) => chunk)]
      const signedIn = needed(isFramed(page) ? [...all, ...ownShell] : all)
      const visits = !isFramed(page) || isForVisitors(id)
      return [addressOf(page), visits ? { signedIn, visitor: needed(all) } : { signedIn }]
    }),
  )
}

/** The route around the pages in the frame. */
const frame = '_signed-in'
export const isFramed = (route: string): boolean => route.startsWith(`${frame}/`)

/** The frame around these pages for signed-in people. It is a chunk of its own, but they need it at once. */
export const isOwnShell = (moduleId: string): boolean => moduleId.endsWith('/routes/-shell/own-shell.tsx')

/** Whether visitors see the page of a route too, by the module of its component. */
export const isForVisitors = (moduleId: string): boolean =>
  readFileSync(moduleId.replace(/\?.*/, ''), 'utf8').includes('forVisitors: true')

/** The route whose component a module is, by its file's name: `_signed-in/ignite.$postId`. */
export const routeOf = (moduleId: string): string | undefined =>
  /\/routes\/(.*)\.tsx\?tsr-split/.exec(moduleId)?.[1]

function addressOf(route: string): string {
  const path = route
    .replace(`${frame}/`, '')
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
