import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from './problem-error.ts'
import { tryFailedAgain } from './try-again.ts'

const queryKey = ['lines']
let browser: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A query that gets an answer only while there is a network. */
function ask({ late = false } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  tryFailedAgain(client)
  const network = { there: false, tries: 0 }
  const options = {
    queryKey,
    retryOnMount: false,
    queryFn: async () => {
      network.tries++
      if (!network.there) throw new ProblemError({ code: 'offline', status: 0, detail: 'No answer.', late })
      return network.tries
    },
  }
  const show = () => new QueryObserver(client, options).subscribe(() => {})
  return { client, network, options, show, shown: () => client.getQueryData(queryKey) }
}

test('what failed before anything showed it is tried again', async () => {
  const { client, network, options, show, shown } = ask()
  await client.prefetchQuery(options)
  show()
  network.there = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toBe(2)
})

test('what was waited for in vain is tried again as soon as anything else is answered', async () => {
  const { client, network, show, shown } = ask({ late: true })
  show()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(network.tries).toBe(2)
  network.there = true
  client.setQueryData(['typed'], 'here')
  await vi.advanceTimersByTimeAsync(0)
  expect(network.tries).toBe(2)
  await client.fetchQuery({ queryKey: ['other lines'], queryFn: async () => 'answered' })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toBe(3)
})

test('what couldn’t be refreshed is tried again, also once the browser says that it is online too early', async () => {
  const { client, network, show, shown } = ask()
  client.setQueryData(queryKey, 0)
  show()
  await client.invalidateQueries({ queryKey })
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toBe(0)
  network.there = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toBe(network.tries)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toBe(network.tries)
})

test('after a failure that has passed, the next one waits no longer than the first', async () => {
  const { client, network, show, shown } = ask()
  show()
  await vi.advanceTimersByTimeAsync(30_000)
  network.there = true
  await vi.advanceTimersByTimeAsync(20_000)
  network.there = false
  await client.invalidateQueries({ queryKey })
  const before = network.tries
  network.there = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toBe(before + 1)
})
