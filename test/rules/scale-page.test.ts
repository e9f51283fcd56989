import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measured, scalePage } from '../../scripts/scale.ts'

const docs = join(import.meta.dirname, '../../docs')

test('the page about scale matches what `npm run scale` writes', () => {
  expect(readFileSync(join(docs, 'scale.md'), 'utf8')).toBe(scalePage())
})

test.each(Object.values(measured))(
  '“$what” is a figure of the page about performance',
  ({ value, source }) => {
    const performance = readFileSync(join(docs, 'performance.md'), 'utf8')
    const run = performance.split(/\n(?=- )/).find(item => item.startsWith(`- **${source}** `))!
    expect(run.match(/[\d.]+/g)?.map(Number)).toContain(value)
  },
)
