import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

/** The rows of the page's tables by their heading, each as its cells. */
const tables = new Map(
  read('docs/coverage.md')
    .split('\n## ')
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')), rowsOf(section)] as const),
)

function rowsOf(section: string): string[][] {
  const lines = section.split('\n').filter(line => line.startsWith('|'))
  return lines.slice(2).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  )
}

const filesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file!)
const testsIn = (row: string[]) => filesIn(row.at(-1)).filter(file => /\.(test|e2e)\.ts$/.test(file))

test.each(['Screens', 'Rules', 'Texts', 'Limits', 'Calls'])('each row of the %s names its test', heading => {
  const rows = tables.get(heading)!
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(row => testsIn(row).length === 0)).toEqual([])
})

test('every file that a row names is there', () => {
  const named = [...tables].flatMap(([heading, rows]) =>
    rows.flatMap(row => (heading === 'Calls' ? row.slice(1) : row).flatMap(filesIn)),
  )
  expect(named.length).toBeGreaterThan(300)
  for (const file of named) expect(() => read(file), file).not.toThrow()
})

test('each text is in its file and in its test', () => {
  const lost = tables.get('Texts')!.filter(row => {
    const text = row[1]!.slice(1, -1)
    return ![...filesIn(row[2]), ...testsIn(row)].every(file => read(file).includes(text))
  })
  expect(lost).toEqual([])
})

test('every documented call has its row', () => {
  const made = read('test/rules/documented-calls.test.ts').matchAll(/ call: '([A-Z]+ [^']+)'/g)
  const calls = new Set([...made].map(([, call]) => call))
  const listed = new Set(tables.get('Calls')!.flatMap(row => filesIn(row[0])))
  expect(calls.size).toBeGreaterThan(70)
  expect([...calls].filter(call => !listed.has(call!))).toEqual([])
})

test('each row of a comparison in the page about design names its test, and every file it names is there', () => {
  const page = read('docs/design.md')
  const rows = page.split('\n## ').flatMap(section => (section.includes('| Question') ? rowsOf(section) : []))
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(row => testsIn(row).length === 0)).toEqual([])
  for (const file of filesIn(page).filter(name => name.endsWith('.ts'))) {
    expect(() => read(file), file).not.toThrow()
  }
})
