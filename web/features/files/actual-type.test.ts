import { expect, test } from 'vitest'
import { actualTypeOf } from './actual-type.ts'

const file = (start: string, name: string) =>
  new File([Uint8Array.from(start, one => one.charCodeAt(0))], name)

test.each([
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01'],
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/webp', 'RIFF\n\x10\0\0WEBPVP8 '],
  ['image/heic', '\0\0\0\x18ftypheic\0\0\0\0'],
  ['image/heic', '\0\0\0\x1cftypmif1\0\0\0\0'],
])('a picture is sent as the %s that it is, whatever picture its name says', async (type, start) => {
  for (const name of ['a.HEIC', 'a.png', 'a.jpg', 'a.webp'])
    expect(await actualTypeOf(file(start, name))).toBe(type)
})

test('any other file is sent as what its name says', async () => {
  expect(await actualTypeOf(file('%PDF-1.7', 'a.png'))).toBe('image/png')
  expect(await actualTypeOf(file('\x89PNG', 'a.pdf'))).toBe('application/pdf')
  expect(await actualTypeOf(file('', 'a.jpg'))).toBe('image/jpeg')
  expect(await actualTypeOf(file('\x89PNG', 'a.exe'))).toBeNull()
})
