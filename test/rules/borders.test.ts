import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What each folder may import of ours, besides itself. The longest matching folder counts. */
const mayImport: Record<string, string[]> = {
  shared: [],
  'shared/domain': ['shared'],
  'server/config': ['shared'],
  'server/platform': ['shared', 'server/config'],
  'server/chat': ['shared', 'server/platform', 'server/deps.ts'],
  'server/product': ['shared', 'server/platform', 'server/config', 'server/deps.ts'],
  'server/assistant': ['shared', 'server/platform', 'server/config', 'server/deps.ts'],
  server: ['shared'],
  web: ['shared'],
  'web/ui': ['web/lib', 'shared/domain'],
  'web/lib': ['shared'],
  'web/features': ['shared', 'web/ui', 'web/lib'],
  local: ['shared', 'server'],
  scripts: ['shared', 'server', 'local', 'test/harness'],
  test: ['shared', 'server', 'local'],
  bench: ['shared', 'server', 'local', 'test', 'scripts'],
  cluster: ['shared', 'local', 'test', 'scripts/browser.ts', 'scripts/testing'],
  // The rehearsal uses the product as people do, and none of its code except the contract.
  rehearsal: [
    'shared',
    'cluster/rehearsed.ts',
    'local/caller.ts',
    'local/client.ts',
    'local/guests.ts',
    'local/npm-start.ts',
    'local/payers.ts',
    'local/payments/bank-accounts.ts',
    'scripts/memory.ts',
  ],
}

const nodeBuiltin = /^node:/
const forBrowserAndServer = ['shared']

type Import = { file: string; target: string }

// A test beside the code may use the harness and the stand-ins; the code it tests may not.
const sources = globSync('{shared,server,web,local,scripts,test,bench,cluster,rehearsal}/**/*.{ts,tsx}', {
  cwd: root,
}).filter(file => !file.endsWith('.test.ts'))
const imports = sources.flatMap(file => readImports(file, /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g))
/** Without those of code that loads later: it may know the types of what loads it. */
const importsAtFirst = sources.flatMap(file =>
  readImports(file, /^(?:import|export)\s(?:[^'"]*\sfrom\s)?\s*['"]([^'"]+)['"]/gm),
)

function readImports(file: string, pattern: RegExp): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = [...text.matchAll(pattern)].map(match => match[1]!)
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

const isOurs = (target: string) =>
  /^(shared|server|web|local|scripts|test|bench|cluster|rehearsal)\//.test(target)

/** The first circle of files or folders, or null. */
function circleOf(given: Import[]): string[] | null {
  const targets = Map.groupBy(given, ({ file }) => file)
  const checked = new Set<string>()
  const follow = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (checked.has(file)) return null
    for (const { target } of targets.get(file) ?? []) {
      const circle = follow(target, [...path, file])
      if (circle) return circle
    }
    checked.add(file)
    return null
  }
  for (const file of targets.keys()) {
    const circle = follow(file, [])
    if (circle) return circle
  }
  return null
}

describe('the borders between folders', () => {
  test('a folder imports only what it may', () => {
    const crossings = imports.filter(({ file, target }) => {
      if (!isOurs(target)) return false
      const folder = folderOf(file)
      return ![folder, ...mayImport[folder]!].some(allowed => within(target, allowed))
    })
    expect(crossings).toEqual([])
  })

  test('what a folder may import is what it does import', () => {
    const unused = Object.entries(mayImport).flatMap(([folder, others]) =>
      others
        .filter(
          other => !imports.some(({ file, target }) => folderOf(file) === folder && within(target, other)),
        )
        .map(other => `${folder} imports nothing of ${other}`),
    )
    expect(unused).toEqual([])
  })

  test('code that also runs in the browser uses nothing of Node', () => {
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
    // main.ts passes the environment to loadConfig.
    expect(readers).toEqual(['server/main.ts'])
  })

  test('no file imports one that imports it, not even a type', () => {
    expect(circleOf(importsAtFirst)).toBeNull()
    const circle = ['a', 'b', 'c'].map((file, at, all) => ({ file, target: all[(at + 1) % 3]! }))
    expect(circleOf([{ file: 'd', target: 'b' }, ...circle])).toEqual(['b', 'c', 'a', 'b'])
  })

  test.each(['server/chat', 'server/assistant', 'server/platform', 'local'])(
    'the folders in %s don’t import each other in a circle',
    folder => {
      const between = imports.flatMap(given => {
        const [file, target] = [nounOf(given.file, folder), nounOf(given.target, folder)]
        return file && target && file !== target ? [{ file, target }] : []
      })
      expect(circleOf(between)).toBeNull()
    },
  )

  test('sharp is set up in one place', () => {
    const users = imports.filter(({ file, target }) => within(file, 'server') && target === 'sharp')
    expect(users.filter(({ file }) => !within(file, 'server/platform/sandbox'))).toEqual([])
  })

  test('routes contain no SQL', () => {
    const querying = sources.filter(
      file =>
        /^server\/.*routes\.ts$/.test(file) &&
        /\b(sql|selectFrom|updateTable|insertInto|deleteFrom)\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(querying).toEqual([])
  })
})

const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** The nouns that ARCHITECTURE.md lists under a heading, each of which imports only those before it. */
function drawnUnder(heading: string): string[] {
  const section = architecture.split(`\n## ${heading}\n`)[1]!
  const drawing = /```\n([\s\S]*?)```/.exec(section)![1]!
  return drawing
    .trim()
    .split('\n')
    .flatMap(line => line.split(/ {2,}/)[0]!.split(' '))
}

type Ordered = { folder: string; order: string[]; whole: string; together: string }

const ordered: Ordered[] = [
  {
    folder: 'server/product',
    order: drawnUnder('The order of nouns'),
    whole: 'the product',
    together: 'server/product/product.ts',
  },
  {
    folder: 'web/features',
    order: drawnUnder("The order of the client's features"),
    whole: 'a page',
    together: 'web/routes/index.tsx',
  },
]

/** The noun of a file; null for files that combine nouns. */
function nounOf(file: string, folder: string): string | null {
  if (!within(file, folder)) return null
  const [noun, inside] = relative(folder, file).split('/')
  return inside === undefined ? null : noun!
}

function againstTheOrder(given: Import[], { folder, order, whole, together }: Ordered): string[] {
  return given
    .map(({ file, target }) => ({
      file,
      target,
      from: nounOf(file, folder),
      to: nounOf(target, folder),
    }))
    .filter(({ target, from, to }) => {
      if (from === null || from === to) return false
      if (to === null) return within(target, folder) || within(target, dirname(together))
      return order.indexOf(to) > order.indexOf(from)
    })
    .map(({ file, target, from, to }) => `${from} may not import ${to ?? whole}: ${file} → ${target}`)
}

describe.each(ordered)('the order of nouns in $folder', one => {
  const { folder, order, whole, together } = one
  test('has every noun once', () => {
    const folders = globSync('*/', { cwd: join(root, folder) }).map(name => name.replace(/\/$/, ''))
    expect(order.toSorted()).toEqual(folders.sort())
  })

  test('is followed by every import', () => {
    expect(againstTheOrder(imports, one)).toEqual([])
  })

  test('refuses a cycle between any two nouns, and names both', () => {
    const file = (noun: string) => join(folder, noun, 'file.ts')
    for (const [place, lower] of order.entries()) {
      for (const upper of order.slice(place + 1)) {
        const circle = [
          { file: file(lower), target: file(upper) },
          { file: file(upper), target: file(lower) },
        ]
        expect(againstTheOrder(circle, one)).toEqual([
          `${lower} may not import ${upper}: ${file(lower)} → ${file(upper)}`,
        ])
      }
    }
  })

  test('keeps nouns from importing the files that combine them', () => {
    const file = join(folder, 'people/file.ts')
    expect(againstTheOrder([{ file, target: together }], one)).toEqual([
      `people may not import ${whole}: ${file} → ${together}`,
    ])
  })
})
