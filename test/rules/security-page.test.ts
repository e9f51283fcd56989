import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const id = /\b[A-Z]-\d{1,2}\b/g
const promised = new Set(
  [...page.matchAll(/^\| ([A-Z]-\d{1,2}) +\|.*`[^`]+` +\|$/gm)].map(([, name]) => name!),
)

test('every promise that code, a test or a command names is on the page', () => {
  const files = globSync('{shared,server,web,local,scripts,test,bench,cluster,rehearsal}/**/*.{ts,tsx,sql}', {
    cwd: root,
  })
  const named = files
    // Pages of notes contain all kinds of names.
    .filter(file => !/^local\/seed\/|^test\/rules\/security-page|^bench\/retrieval/.test(file))
    .flatMap(file => readFileSync(join(root, file), 'utf8').match(id) ?? [])
  expect([...new Set(named)].filter(name => !promised.has(name)).sort()).toEqual([])
})

test('every target that can be run in full is a promise', () => {
  const targets = globSync('bench/hard/*.ts', { cwd: root }).flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}'([A-Z]-\d{1,2})':/gm)].map(
      ([, name]) => name!,
    ),
  )
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter(name => !promised.has(name))).toEqual([])
})
