import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const kept = /\.(tsx?|mjs|sql|css|md)$/

/** Books of the people who began Ignite: their successors don't have them. */
const books = [
  /\bspec(ification)? ?§/i,
  /\breadings, "/,
  /\bsecurity (§|rows? \d|threat \d)/i,
  /\btargets? [A-Z]\d/,
]

test('no comment cites a book that isn’t in the repository', () => {
  const found = files
    .filter(file => kept.test(file) && file !== 'test/rules/citations.test.ts')
    .flatMap(file =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => `${file}:${index + 1} ${line.trim()}`)
        .filter(line => books.some(book => book.test(line))),
    )
  expect(found).toEqual([])
})

test('every file that a document names exists', () => {
  const path = /`((?:docs|shared|server|web|local|scripts|test|bench|rehearsal|deploy)\/[\w./-]+\.\w+)`/g
  const named = files
    // The changelog also names what is gone.
    .filter(file => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(path)].map(([, named]) => ({
        file,
        named: named!,
      })),
    )
    // A migration that doesn't exist yet.
    .filter(({ named }) => !named.includes('NNNN'))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ named }) => !existsSync(join(root, named)))).toEqual([])
})
