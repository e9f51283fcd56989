import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { compressed } from '../scripts/build/compressed.ts'
import type { PageFiles } from '../scripts/build/page-files.ts'
import { bounded, type Measured } from './lib/target.ts'

const root = resolve(import.meta.dirname, '..')
const bounds = { '/': '≤ 1.1', '/login': '≤ 1.1', '/explore': '≤ 1.3' } as const
const minimal = 'a minimal app of the same libraries'

type Page = { path: string; files: { name: string; bytes: number }[]; bytes: number; ratio: number }

/**
 * The JavaScript without which a page isn't shown (brotli). What a page fetches once it stands (the chat, live connections, menus,
 * dialogs) is not in it. `node bench/first-load.ts /explore` prints every page, and which files one needs.
 */
export const firstLoadTargets: Record<string, Measured> = {
  W1: {
    asks: 'JavaScript before a page shows (brotli): ≤ 1.1 × the reference for `/` and `/login`, ≤ 1.3 × for `/explore`',
    reference: minimal,
    run: async run => {
      const pages = await weigh()
      for (const [path, bound] of Object.entries(bounds)) {
        const { ratio, bytes } = pages.find(page => page.path === path)!
        bounded(run, path, ratio, bound, `${kB(bytes)} kB`)
      }
    },
  },
  W5: {
    asks: 'A page’s first load is ≤ 15 files, and ≤ 1.8 × the reference on every page but reader and board',
    reference: minimal,
    run: async run => {
      const pages = await weigh()
      const most = pages.reduce((a, b) => (b.files.length > a.files.length ? b : a))
      bounded(run, 'files of the page with most', most.files.length, '≤ 15', most.path)
      const plain = pages.filter(({ path }) => !/^\/(read|study|whiteboard\/\$id|meeting\/live)/.test(path))
      const heaviest = plain.reduce((a, b) => (b.ratio > a.ratio ? b : a))
      bounded(run, 'JavaScript of the heaviest ÷ minimal', heaviest.ratio, '≤ 1.8', heaviest.path)
    },
  },
}

if (import.meta.main) {
  for (const { path, files, bytes, ratio } of await weigh()) {
    console.log(`${kB(bytes)} kB in ${files.length} files, ${ratio.toFixed(3)} ×: ${path}`)
    if (path !== process.argv[2]) continue
    for (const { name, bytes } of files) console.log(`    ${kB(bytes)} kB ${name}`)
  }
}

/** Builds both and answers what each page of ours needs. */
async function weigh(): Promise<Page[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-bench-'))
  try {
    const ours = await built(join(folder, 'ours'), { configFile: join(root, 'vite.config.ts') })
    const least = sum(scriptsIn(await buildMinimal(join(folder, 'minimal'))))
    const pages: Record<string, PageFiles> = JSON.parse(readFileSync(join(ours, 'pages.json'), 'utf8'))
    return Object.entries(pages)
      .flatMap(([path, { signedIn, visitor }]) => [
        ...(visitor ? [{ path, names: visitor }] : []),
        ...(visitor?.join() === signedIn.join()
          ? []
          : [{ path: visitor ? `${path}, signed in` : path, names: signedIn }]),
      ])
      .sort((a, b) => a.path.localeCompare(b.path))
      .map(({ path, names }) => {
        const files = names.map(name => ({ name, bytes: travels(join(ours, name)) }))
        const bytes = files.reduce((total, file) => total + file.bytes, 0)
        return { path, files: files.sort((a, b) => b.bytes - a.bytes), bytes, ratio: bytes / least }
      })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** React, TanStack Router and Query, Tailwind and one page. */
export function buildMinimal(outDir: string): Promise<string> {
  return built(outDir, {
    configFile: false,
    root: join(root, 'bench/reference/minimal'),
    plugins: [react(), tailwindcss(), compressed()],
  })
}

/** Answers the folder of the built app. */
async function built(outDir: string, config: InlineConfig): Promise<string> {
  await build({ ...config, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  return outDir
}

function scriptsIn(outDir: string): string[] {
  const assets = join(outDir, 'assets')
  return readdirSync(assets)
    .filter(name => name.endsWith('.js'))
    .map(name => join(assets, name))
}

function sum(files: readonly string[]): number {
  return files.reduce((bytes, file) => bytes + travels(file), 0)
}

function travels(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
