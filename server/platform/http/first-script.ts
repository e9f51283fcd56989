import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The sources by which a content security policy allows the script in the built page (web/paint-first.js), by its hash
 * (https://www.w3.org/TR/CSP3/#match-element-to-source-list). None without a built client.
 */
export function firstScriptSources(webDir: string | null): string[] {
  const index = webDir && join(webDir, 'index.html')
  if (!index || !existsSync(index)) return []
  const scripts = readFileSync(index, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
}
