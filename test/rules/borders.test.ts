import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What each folder may import of ours, besides itself. The longest matching folder counts. */
const mayImport: Record<string, string[]> = {
  shared: [],
  'shared/domain': ['shared'],
  'server/config.ts': ['shared'],
  'server/platform': ['shared', 'server/config.ts'],
  'server/chat': ['shared', 'server/platform', 'server/config.ts', 'server/deps.ts'],
  'server/product': ['shared', 'server/platform', 'server/config.ts', 'server/deps.ts'],
  'server/assistant': ['shared', 'server/platform', 'server/config.ts', 'server/deps.ts'],
  server: ['shared'],
  web: ['shared'],
  'web/ui': ['web/lib', 'shared/domain'],
  'web/lib': ['shared'],
  'web/features': ['shared', 'web/ui', 'web/lib'],
  local: ['shared', 'server'],
  scripts: ['shared', 'server', 'local', 'test/harness', 'test/shots'],
  test: ['shared', 'server', 'local', 'web'],
  bench: ['shared', 'server', 'local', 'test', 'scripts'],
  // Whoever rehearses uses the product as people do, and nothing of its code but the contract.
  rehearsal: ['shared', 'local/caller.ts', 'local/client.ts', 'local/ports.ts', 'scripts/memory.ts'],
}

const nodeBuiltin = /^node:/
const forBrowserAndServer = ['shared']

type Import = { file: string; target: string }

// A test beside the code reaches for the harness and the stand-ins; what it tests may not.
const sources = globSync('{shared,server,web,local,scripts,test,bench,rehearsal}/**/*.{ts,tsx}', {
  cwd: root,
}).filter(file => !file.endsWith('.test.ts'))
const imports = sources.flatMap(readImports)

function readImports(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(match => match[1]!)
  return specifiers.map(specifier => ({ file, target: resolveSpecifier(file, specifier) }))
}

function resolveSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return specifier
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function folderOf(file: string): string {
  const folders = Object.keys(mayImport).filter(folder => within(file, folder))
  return folders.sort((a, b) => b.length - a.length)[0]!
}

const isOurs = (target: string) => /^(shared|server|web|local|scripts|test|bench|rehearsal)\//.test(target)

describe('the borders between folders', () => {
  test('a folder imports only what it may', () => {
    const crossings = imports.filter(({ file, target }) => {
      if (!isOurs(target)) return false
      const folder = folderOf(file)
      return ![folder, ...mayImport[folder]!].some(allowed => within(target, allowed))
    })
    expect(crossings).toEqual([])
  })

  test('what runs in the browser too uses nothing of Node', () => {
    const crossings = imports.filter(
      ({ file, target }) =>
        forBrowserAndServer.some(folder => within(file, folder)) && nodeBuiltin.test(target),
    )
    expect(crossings).toEqual([])
  })

  test('the product never imports its stand-ins', () => {
    const crossings = imports.filter(
      ({ file, target }) =>
        (within(file, 'server') || within(file, 'web')) &&
        within(target, 'local') &&
        !file.endsWith('.test.ts'),
    )
    expect(crossings).toEqual([])
  })

  test('the environment is read in one place', () => {
    const readers = sources.filter(
      file => within(file, 'server') && readFileSync(join(root, file), 'utf8').includes('process.env'),
    )
    // main.ts hands the environment to config.ts.
    expect(readers).toEqual(['server/main.ts'])
  })
})

const product = 'server/product'

/** The nouns of the product as ARCHITECTURE.md draws them, each of which imports only those before it. */
const drawing = /## The order of nouns[\s\S]*?```\n([\s\S]*?)```/.exec(
  readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
)![1]!
const order = drawing
  .trim()
  .split('\n')
  .flatMap(line => line.split(/ {2,}/)[0]!.split(' '))

/** The noun that a file belongs to; null for what puts them together. */
function nounOf(file: string): string | null {
  const [noun, inside] = relative(product, file).split('/')
  return inside === undefined ? null : noun!
}

function againstTheOrder(given: Import[]): string[] {
  return given
    .filter(({ file, target }) => within(file, product) && within(target, product))
    .map(({ file, target }) => ({ file, target, from: nounOf(file), to: nounOf(target) }))
    .filter(({ from, to }) => {
      if (from === null || from === to) return false
      return to === null || order.indexOf(to) > order.indexOf(from)
    })
    .map(({ file, target, from, to }) => `${from} may not import ${to ?? 'the product'}: ${file} → ${target}`)
}

describe('the order of nouns', () => {
  test('has every noun of the product once', () => {
    const folders = globSync('*/', { cwd: join(root, product) }).map(folder => folder.replace(/\/$/, ''))
    expect(order.toSorted()).toEqual(folders.sort())
  })

  test('is kept by every import', () => {
    expect(againstTheOrder(imports)).toEqual([])
  })

  test('refuses a circle between any two nouns, and names both', () => {
    const file = (noun: string) => join(product, noun, 'file.ts')
    for (const [place, lower] of order.entries()) {
      for (const upper of order.slice(place + 1)) {
        const circle = [
          { file: file(lower), target: file(upper) },
          { file: file(upper), target: file(lower) },
        ]
        expect(againstTheOrder(circle)).toEqual([
          `${lower} may not import ${upper}: ${file(lower)} → ${file(upper)}`,
        ])
      }
    }
  })

  test('keeps nouns from what puts them together', () => {
    const file = join(product, 'people/file.ts')
    const target = join(product, 'product.ts')
    expect(againstTheOrder([{ file, target }])).toEqual([
      `people may not import the product: ${file} → ${target}`,
    ])
  })
})
