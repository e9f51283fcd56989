import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('every promise that `npm run bench` measures is on the page, in the same words', () => {
  const listed = execFileSync(process.execPath, ['bench/bench.ts'], { cwd: root, encoding: 'utf8' })
  const promises = [...listed.matchAll(/^([A-Z]\d+) +(.+)$/gm)].map(([, id, asks]) => `${id} | ${asks}`)
  expect(promises.length).toBeGreaterThan(20)
  const page = readFileSync(resolve(root, 'docs/performance.md'), 'utf8')
  const rows = [...page.matchAll(/^- \*\*([A-Z]\d+)\*\* (.+)$/gm)].map(([, id, asks]) => `${id} | ${asks}`)
  expect(rows).toEqual(expect.arrayContaining(promises))
})
