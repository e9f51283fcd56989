import { expect, test } from 'vitest'
import { sameContent } from './same-content.ts'

const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024)

test('files with the same bytes are the same', async () => {
  expect(await sameContent(new Blob(['abc']), new Blob(['ab', 'c']))).toBe(true)
  expect(await sameContent(new Blob([]), new Blob([]))).toBe(true)
})

test('one different byte, however far in, makes files differ', async () => {
  const changed = megabytes(3)
  changed[changed.length - 1] = 1
  expect(await sameContent(new Blob([megabytes(3)]), new Blob([changed]))).toBe(false)
})

test('files of different sizes differ', async () => {
  expect(await sameContent(new Blob(['abc']), new Blob(['abcd']))).toBe(false)
})
