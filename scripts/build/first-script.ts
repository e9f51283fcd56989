import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, type Plugin } from 'vite'

const tag = '<script src="/paint-first.js"></script>'
const source = fileURLToPath(new URL('../../web/paint-first.js', import.meta.url))

/**
 * Puts the script that runs before the first paint into the page: nothing shows before it has come, and a page and a script of two
 * versions could meet while servers are replaced one by one. The server's content security policy names its hash
 * (server/platform/http/first-script.ts).
 */
export function firstScript(): Plugin {
  return {
    name: 'first-script',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(tag)) throw new Error(`web/index.html needs ${tag}`)
        return html.replace(tag, () => `<script>${minified()}</script>`)
      },
    },
  }
}

function minified(): string {
  const { code, errors } = minifySync(source, readFileSync(source, 'utf8'))
  if (errors.length > 0) throw new Error(`${source}: ${errors[0]!.message}`)
  return code
}
