import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOfKey, parsePageNumber, referrerOrigin, stepZoom, zoomRange } from './reading.ts'

describe('zoom', () => {
  test('goes in steps of 0.2 from 0.5 to 3 and no further', () => {
    expect(stepZoom(1, 1)).toBe(1.2)
    expect(stepZoom(1.2, 1)).toBe(1.4)
    expect(stepZoom(1, -1)).toBe(0.8)
    expect(stepZoom(0.6, -1)).toBe(0.5)
    expect(stepZoom(0.5, -1)).toBe(0.5)
    expect(stepZoom(2.9, 1)).toBe(3)
    expect(stepZoom(3, 1)).toBe(3)
  })

  test('stays within its range and on tenths, whatever the person presses', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<1 | -1>(1, -1), { maxLength: 60 }), presses => {
        const zoom = presses.reduce(stepZoom, 1)
        expect(zoom).toBeGreaterThanOrEqual(zoomRange.min)
        expect(zoom).toBeLessThanOrEqual(zoomRange.max)
        expect(Number.isInteger(Math.round(zoom * 1000) / 100)).toBe(true)
      }),
    )
  })
})

describe('a typed page number', () => {
  test('is an integer from 1 to the last page', () => {
    expect(parsePageNumber('1', 10)).toBe(1)
    expect(parsePageNumber(' 10 ', 10)).toBe(10)
  })

  test.each(['', '0', '11', '-1', '1.5', '1e1', 'ten', '0x5', '99999999999', '１'])(
    'is refused: %j',
    typed => {
      expect(parsePageNumber(typed, 10)).toBeNull()
    },
  )
})

describe('a document key', () => {
  const id = '019f5e0a-7f00-7aaa-8bbb-0123456789ab'

  test('names its document with and without an extension', () => {
    expect(documentOfKey(id)).toBe(id)
    expect(documentOfKey(`${id}.pdf`)).toBe(id)
    expect(documentOfKey(`${id.toUpperCase()}.JPEG`)).toBe(id)
  })

  test.each(['', 'notes.pdf', `../${id}`, `${id}/..`, `${id}.pdf\u0000`])(
    'an invalid key names nothing: %j',
    key => {
      expect(documentOfKey(key)).toBeNull()
    },
  )
})

describe('the page a reader came from', () => {
  test('is reduced to its origin', () => {
    expect(referrerOrigin('https://mail.example.edu/inbox?token=secret#top')).toBe('https://mail.example.edu')
    expect(referrerOrigin('http://user:password@localhost:3000/a')).toBe('http://localhost:3000')
  })

  test.each([null, undefined, '', 'not an address', 'javascript:alert(1)', 'data:text/html,x'])(
    'is nothing when it is %j',
    referrer => {
      expect(referrerOrigin(referrer)).toBeNull()
    },
  )
})
