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
  rehearsal: ['shared', 'local/client.ts', 'local/ports.ts', 'scripts/memory.ts'],
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
