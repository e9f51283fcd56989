import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { compressed } from '../scripts/compressed.ts'

/**
 * Target W1: the JavaScript without which a page isn't shown (brotli), against that of a minimal app on the same libraries, both
 * built here. What a page fetches once it stands (the chat, live connections, menus, dialogs) is not in it.
 * `node bench/first-load.ts` prints every page; `node bench/first-load.ts /explore` also which files one needs.
 */
type Chunk = { file: string; isEntry?: boolean; imports?: string[] }
type Manifest = Record<string, Chunk>

const root = resolve(import.meta.dirname, '..')
const targets: Record<string, number> = { '/': 1.1, '/login': 1.1, '/explore': 1.3 }
const wanted = process.argv[2]

const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
try {
  const minimal = await built('minimal', {
    configFile: false,
    root: join(root, 'bench/reference/minimal'),
    plugins: [react(), tailwindcss(), compressed()],
  })
  const ours = await built('ours', { configFile: join(root, 'vite.config.ts') })
  const least = minimal.size(minimal.needed([]))
  console.log(`${kB(least)} kB: React, TanStack Router and Query, Tailwind, one page`)
  for (const { path, chunks } of pages(ours.manifest)) {
    const files = ours.needed(chunks)
    const size = ours.size(files)
    const target = targets[path] ? ` (target ≤ ${targets[path]})` : ''
    console.log(`${kB(size)} kB in ${files.length} files, ${(size / least).toFixed(3)} ×: ${path}${target}`)
    if (path === wanted) for (const file of files) console.log(`    ${kB(ours.size([file]))} kB ${file}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function built(name: string, config: Parameters<typeof build>[0]) {
  const outDir = join(folder, name)
  await build({ ...config, logLevel: 'error', build: { outDir, emptyOutDir: true, manifest: true } })
  const manifest: Manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'))
  const entries = Object.keys(manifest).filter(key => manifest[key]!.isEntry)
  return {
    manifest,
    /** The files that are loaded before these parts can run, the largest first. */
    needed(chunks: readonly string[]): string[] {
      const found = new Set<string>()
      const waiting = [...entries, ...chunks]
      for (const key of waiting) {
        if (found.has(key)) continue
        found.add(key)
        waiting.push(...(manifest[key]!.imports ?? []))
      }
      const files = [...found].map(key => manifest[key]!.file)
      return files.sort((a, b) => sizeOf(join(outDir, b)) - sizeOf(join(outDir, a)))
    },
    size: (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(join(outDir, file)), 0),
  }
}

/** Each page's address, and the parts of the client that are its own: its route and those around it. */
function pages(manifest: Manifest): { path: string; chunks: string[] }[] {
  const routes = Object.keys(manifest).filter(key => /^routes\/.*\?tsr-split/.test(key))
  const nameOf = (key: string) => /^routes\/(.*)\.tsx\?/.exec(key)![1]!
  return routes
    .filter(key => nameOf(key) !== '_signed-in')
    .map(key => ({
      path: `/${nameOf(key)
        .replace('_signed-in/', '')
        .replaceAll('.', '/')
        .replace(/\/?index$/, '')}`,
      chunks: routes.filter(other => key === other || nameOf(key).startsWith(`${nameOf(other)}/`)),
    }))
    .sort((a, b) => a.path.localeCompare(b.path))
}

function sizeOf(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
