import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { viewsQuery } from './queries.ts'
import { reportView } from './use-view-tracking.ts'
import { visitId } from './visit.ts'

const logged = vi.spyOn(console, 'warn')

beforeEach(() => void logged.mockReset().mockReturnValue())
afterEach(() => vi.unstubAllGlobals())

test('a view that isn’t counted, and counts that don’t load, are only logged', async () => {
  vi.stubGlobal('document', { referrer: '' })
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'There is no such post.' }, { status: 404 }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await reportView(client, 'a post', 'a key')
  await client.prefetchQuery(viewsQuery('a post'))
  expect(logged.mock.calls).toEqual([
    ['Failed to track document view: There is no such post.', expect.any(Error)],
    ['Failed to fetch stats: There is no such post.', expect.any(Error)],
  ])
})

test('a visit that can’t be remembered is logged, and so is a failure without words', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem() {
      throw 'blocked'
    },
  })
  expect(visitId()).toMatch(/^[0-9a-f-]{36}$/)
  expect(logged.mock.calls).toEqual([['No session ID: Unknown error', 'blocked']])
})
