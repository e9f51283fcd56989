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

test('a file that can’t be read anymore is like no other', async () => {
  const moved = new File(['abc'], 'notes.pdf')
  moved.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException()) })
  expect(await sameContent(moved, new Blob(['abc']))).toBe(false)
  expect(await sameContent(new Blob(['abc']), moved)).toBe(false)
})
