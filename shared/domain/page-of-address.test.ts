import { describe, expect, test } from 'vitest'
import { pageOfAddress } from './page-of-address.ts'

describe('the page in an address', () => {
  test('is held within the document', () => {
    expect(pageOfAddress(47, 100)).toBe(47)
    expect(pageOfAddress(470, 100)).toBe(100)
    expect(pageOfAddress(2.9, 100)).toBe(2)
    expect(pageOfAddress(0, 100)).toBe(1)
    expect(pageOfAddress(-3)).toBe(1)
    expect(pageOfAddress(470)).toBe(470)
    expect(pageOfAddress('47', 100)).toBe(47)
    expect(pageOfAddress('-1.5', 100)).toBe(1)
  })

  test.each([undefined, null, '', ' ', 'x', '4a', {}, [], Number.NaN, Number.POSITIVE_INFINITY])(
    'is none when it is %j',
    asked => {
      expect(pageOfAddress(asked, 100)).toBeUndefined()
    },
  )
})
