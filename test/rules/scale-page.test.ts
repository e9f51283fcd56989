import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measured, scalePage } from '../../scripts/scale.ts'

const docs = join(import.meta.dirname, '../../docs')

test('the page about scale matches what `npm run scale` writes', () => {
  expect(readFileSync(join(docs, 'scale.md'), 'utf8')).toBe(scalePage())
})

test.each(Object.values(measured))(
  '“$what” is the figure of the table of performance',
  ({ value, source }) => {
    const performance = readFileSync(join(docs, 'performance.md'), 'utf8')
    const row = performance.split('\n').find(line => line.startsWith(`| ${source} `))!
    expect(row.match(/[\d.]+/g)?.map(Number)).toContain(value)
  },
)
