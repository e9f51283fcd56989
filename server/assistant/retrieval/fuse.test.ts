import { expect, test } from 'vitest'
import { fuse } from './fuse.ts'

const ranking = (ids: string) => [...ids].map(id => ({ id }))
const fused = (...rankings: string[]) =>
  fuse(...rankings.map(ranking))
    .map(({ id }) => id)
    .join('')

test('passages that several rankings share come first, and the first ranking beats the others', () => {
  expect(fused('abc', 'dce')).toBe('cadbe')
  expect(fused('ab', 'ba')).toBe('ab')
  expect(fused('', 'ab')).toBe('ab')
})
