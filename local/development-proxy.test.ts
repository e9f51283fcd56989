import { expect, test } from 'vitest'
import { readContract } from '../test/rules/contract.ts'
import { proxyTo } from './development-proxy.ts'

test('npm run dev hands every call of the contract to the server', async () => {
  // As Vite does: a key is a pattern if it begins with ^, else the beginning of a path.
  const keys = Object.keys(proxyTo('http://127.0.0.1:1'))
  const isHanded = (path: string) =>
    keys.some(key => (key.startsWith('^') ? new RegExp(key).test(path) : path.startsWith(key)))
  const paths = [...(await readContract()).values()].map(({ path }) => path)
  expect(paths).toContain('/api/post')
  expect(paths.filter(path => !isHanded(path))).toEqual([])
  expect(isHanded('/explore')).toBe(false)
})
