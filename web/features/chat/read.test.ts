import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { markRead, sendUnsentMarks } from './read.ts'

const me = { email: 'ada@example.edu', name: 'Ada', username: 'ada' }

let browser: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})
afterEach(async () => {
  // None is left to send in the next test.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A chat that answers each read mark with the next of these statuses; lists how far the marks go. */
function serve(...statuses: number[]): number[] {
  const token = { token: 't', owner: me.email, endsAt: Number.MAX_SAFE_INTEGER, url: '/chat' }
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(token) })
  const marks: number[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    marks.push(JSON.parse(body).seq)
    const status = statuses.shift()!
    const codes: Record<number, string> = { 404: 'not_found', 429: 'rate_limited', 500: 'internal' }
    return Response.json(status === 200 ? { status: 'success' } : { code: codes[status] }, { status })
  })
  return marks
}

/** A conversation that is read up to its tenth message. */
async function readToTen(id: string): Promise<QueryClient> {
  const queryClient = new QueryClient()
  const known = { id, state: 'open', last_seq: 10, read_to: 8, unread: 2 } as Conversation
  queryClient.setQueryData([conversations.get.path, id], known)
  await markRead(queryClient, me, id, 10)
  return queryClient
}

test.each([429, 500, 503])('a read mark that got %i is sent again', async status => {
  const marks = serve(status, 200)
  const queryClient = await readToTen(`of ${status}`)
  await sendUnsentMarks(queryClient, me)
  await sendUnsentMarks(queryClient, me)
  expect(marks).toEqual([10, 10])
})

test('a read mark of a conversation that is gone isn’t sent again', async () => {
  const marks = serve(404)
  await sendUnsentMarks(await readToTen('gone'), me)
  expect(marks).toEqual([10])
})

test('a read mark that got no answer is sent again by itself, however early the browser says that it is online', async () => {
  const marks = serve(503, 503, 503, 200)
  await readToTen('lost')
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(marks).toEqual([10, 10, 10, 10])
})
