import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds the scripts that the page at a path needs, from the build's list (scripts/page-files.ts). Because the
 * page names them, the browser fetches them all at once instead of discovering them one after the other.
 */
export function readPageFiles(webDir: string): (path: string) => string[] {
  const list = join(webDir, 'pages.json')
  if (!existsSync(list)) return () => []
  const pages = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>)
    .map(([address, files]) => ({ parts: address.split('/'), files }))
    // `/sessions/create` before `/sessions/$id`.
    .sort((a, b) => a.parts.filter(isName).length - b.parts.filter(isName).length)
  return path => {
    const asked = (path.replace(/\/$/, '') || '/').split('/')
    const page = pages.find(
      ({ parts }) =>
        parts.length === asked.length && parts.every((part, at) => isName(part) || part === asked[at]),
    )
    return page?.files ?? []
  }
}

const isName = (part: string) => part.startsWith('$')
