import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type PageFiles = { signedIn: string[]; visitor?: string[] }

/**
 * Finds the scripts that the page at a path needs, from the build's list (scripts/build/page-files.ts). Because the
 * page names them, the browser fetches them all at once instead of discovering them one after the other. Null if
 * there is no page at the path.
 */
export function readPageFiles(webDir: string): (path: string, signedIn: boolean) => string[] | null {
  const list = join(webDir, 'pages.json')
  if (!existsSync(list)) return () => []
  const pages = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, PageFiles>)
    .map(([address, files]) => ({ parts: address.split('/'), files }))
    // `/sessions/create` before `/sessions/$id`.
    .sort((a, b) => a.parts.filter(isName).length - b.parts.filter(isName).length)
  const find = (path: string) => {
    const asked = (path.replace(/\/$/, '') || '/').split('/')
    return pages.find(
      ({ parts }) =>
        parts.length === asked.length && parts.every((part, at) => isName(part) || part === asked[at]),
    )?.files
  }
  return (path, signedIn) => {
    const files = find(path)
    if (!files) return null
    // The client sends visitors to sign in.
    return (signedIn ? files.signedIn : (files.visitor ?? find('/login')?.visitor)) ?? []
  }
}

const isName = (part: string) => part.startsWith('$')
