import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ProblemError } from './problem-error.ts'
import { createQueryClient } from './query-client.ts'

const queryKey = ['count']

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A query that is shown, with answers that come when the test gives them. */
function ask(staleTime?: number) {
  const client = createQueryClient(
    () => {},
    () => {},
  )
  const asked: PromiseWithResolvers<number>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<number>()
    asked.push(answer)
    return answer.promise
  }
  const observer = new QueryObserver(client, { queryKey, queryFn, ...(staleTime && { staleTime }) })
  observer.subscribe(() => {})
  return { client, asked, shown: () => observer.getCurrentResult().data }
}

test('a query that was invalidated while its first answer was on its way is asked once more', async () => {
  const { client, asked, shown } = ask()
  const invalidations = [1, 2, 3].map(() => client.invalidateQueries({ queryKey }))
  expect(asked).toHaveLength(1)
  asked[0]!.resolve(1)
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.resolve(2)
  await Promise.all(invalidations)
  expect(asked).toHaveLength(2)
  expect(shown()).toBe(2)
})

test('an invalidation that fetches nothing doesn’t hide a later one that does', async () => {
  const { client, asked, shown } = ask()
  const invalidations = [
    client.invalidateQueries({ queryKey, refetchType: 'none' }),
    client.invalidateQueries({ queryKey }),
  ]
  asked[0]!.resolve(1)
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.resolve(2)
  await Promise.all(invalidations)
  expect(shown()).toBe(2)
})

test('whoever waited for an answer in vain is told so before it is asked for again', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubEnv('SSR', false)
  const { client, asked } = ask()
  asked[0]!.reject(new ProblemError({ code: 'offline', status: 0, detail: 'No answer.', late: true }))
  await expect.poll(() => client.getQueryState(queryKey)?.status).toBe('error')
  expect(asked).toHaveLength(1)
})

test('an invalidation that fetches nothing only marks the answer as old', async () => {
  const { client, asked } = ask()
  const invalidated = client.invalidateQueries({ queryKey, refetchType: 'none' })
  asked[0]!.resolve(1)
  await invalidated
  expect(asked).toHaveLength(1)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test.each([
  ['asks again what is shown', undefined, 2],
  ['leaves what is told of changes in another way', Number.POSITIVE_INFINITY, 1],
])('a change whose answer was lost %s', async (_, staleTime, times) => {
  const { client, asked } = ask(staleTime)
  asked[0]!.resolve(1)
  const change = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new ProblemError({ code: 'offline', status: 0, detail: 'No answer.' })),
  })
  await expect(change.execute(undefined)).rejects.toThrow('No answer.')
  expect(asked).toHaveLength(times)
})

test('a change that was refused asks for nothing', async () => {
  const { client, asked } = ask()
  asked[0]!.resolve(1)
  const change = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new ProblemError({ code: 'conflict', status: 409, detail: 'Full.' })),
  })
  await expect(change.execute(undefined)).rejects.toThrow('Full.')
  expect(asked).toHaveLength(1)
})
