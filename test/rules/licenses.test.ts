import { describe, expect, test } from 'vitest'
import { makeBom, mayUse, packagesIn } from '../../scripts/licenses.ts'

test('we may use every package that the product is made of', () => {
  const packages = packagesIn(makeBom())
  expect(packages.length).toBeGreaterThan(300)
  expect(packages.filter(one => !mayUse(one))).toEqual([])
})

describe('a license', () => {
  test.each(['MIT', '(MIT AND Zlib)', '(MPL-2.0 OR GPL-3.0-only)'])('%s is allowed', license =>
    expect(mayUse({ name: 'any', license })).toBe(true),
  )
  test.each(['AGPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN license.txt', 'none named'])(
    '%s is refused',
    license => expect(mayUse({ name: 'any', license })).toBe(false),
  )
})
