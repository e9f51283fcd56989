import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const [id, email] = ['0b0e7a55-6f0e-4f0e-9d1c-3a9d3a5c1f11', 'olga@example.edu']

let page: typeof import('./page-owner.ts')
beforeEach(async () => {
  vi.resetModules()
  page = await import('./page-owner.ts')
})
// Other test files may share the modules.
afterEach(() => void vi.resetModules())

test('what is stored of a person stays under their id when an older server answers next', () => {
  page.ownPage({ id, email })
  expect(page.ownerKey({ email })).toBe(id)
  expect(page.ownerKey({ email: 'bob@example.edu' })).toBe('bob@example.edu')
})

test('a page that an older server answered first learns the id from the next', () => {
  expect(page.ownPage({ email })).toBe(true)
  expect(page.ownPage({ id, email })).toBe(true)
  expect(page.ownerKey({ email })).toBe(id)
  expect(page.ownPage({ id: 'another', email })).toBe(false)
})
