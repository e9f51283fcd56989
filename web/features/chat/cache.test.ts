import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallOutput } from '#shared/api/contract.ts'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import type { Message } from '#shared/api/messages.ts'
import { catchUp, knownConversation, showConversation, showMessage } from './cache.ts'
import type { MessagePage } from './messages-window.ts'
import { conversationsQuery, messagesQuery, unreadQuery } from './queries.ts'

type List = InfiniteData<CallOutput<typeof conversations.list>>

const conversation = (id: string, day: number) =>
  ({
    id,
    state: 'open',
    updated_at: `2026-11-${day}T12:00:00.000Z`,
    last_message: { conversation_id: id },
  }) as Conversation

/** The ids in the inbox after a conversation is shown in it; its pages are given as the days of their last messages. */
function inboxWith(shown: Conversation, pages: number[][], { whole = false } = {}): string[] {
  const queryClient = new QueryClient()
  const key = [conversations.list.path, 'inbox']
  queryClient.setQueryData<List>(key, {
    pages: pages.map((days, index) => ({
      status: 'success',
      conversations: days.map(day => conversation(`of ${day}`, day)),
      next_cursor: whole && index === pages.length - 1 ? null : 'more',
    })),
    pageParams: pages.map(() => ''),
  })
  showConversation(queryClient, shown)
  return queryClient.getQueryData<List>(key)!.pages.flatMap(page => page.conversations.map(({ id }) => id))
}

test.each([
  ['comes first with news', 28, false, ['shown', 'of 27', 'of 25', 'of 23', 'of 21']],
  ['is where its last message puts it', 24, false, ['of 27', 'of 25', 'shown', 'of 23', 'of 21']],
  ['is last in a whole list of later ones', 20, true, ['of 27', 'of 25', 'of 23', 'of 21', 'shown']],
  ['is left to a page that isn’t loaded', 20, false, ['of 27', 'of 25', 'of 23', 'of 21']],
])('a conversation that isn’t in the list %s', (_, day, whole, ids) => {
  const pages = [
    [27, 25],
    [23, 21],
  ]
  expect(inboxWith(conversation('shown', day), pages, { whole })).toEqual(ids)
})

test('a conversation with news moves to the front', () => {
  expect(inboxWith(conversation('of 21', 28), [[27, 25], [21]])).toEqual(['of 21', 'of 27', 'of 25'])
})

test('writing a message marks what came before as read, and counts again what is unread', () => {
  const queryClient = new QueryClient()
  const known = { ...conversation('c', 21), state: 'open' as const, last_seq: 21, read_to: 18, unread: 3 }
  queryClient.setQueryData([conversations.get.path, 'c'], known)
  const { queryKey } = unreadQuery(me)
  queryClient.setQueryData(queryKey, { status: 'success', conversations: 1, requests: 0 })
  showMessage(queryClient, me, { ...message(22), mine: true })
  expect(knownConversation(queryClient, 'c')).toMatchObject({ last_seq: 22, read_to: 22, unread: 0 })
  expect(queryClient.getQueryState(queryKey)!.isInvalidated).toBe(true)
})

const me = { email: 'ada@example.edu', name: 'Ada', username: 'ada' }
const message = (seq: number, deleted = false): Message => ({
  conversation_id: 'c',
  seq,
  client_id: `client ${seq}`,
  mine: false,
  text: deleted ? '' : `message ${seq}`,
  attachments: [],
  reply_to: null,
  sent_at: '2026-11-21T12:00:00.000Z',
  deleted,
})
const pageOf = (from: number, to: number): MessagePage => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  has_older: from > 1,
  has_newer: false,
})

/** A log that is shown, whose pages come when the test gives them. */
function open(lastSeq: number) {
  const queryClient = new QueryClient()
  queryClient.setQueryData([conversations.get.path, 'c'], { ...conversation('c', 21), last_seq: lastSeq })
  const asked: PromiseWithResolvers<MessagePage>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<MessagePage>()
    asked.push(answer)
    return answer.promise
  }
  const log = new InfiniteQueryObserver(queryClient, { ...messagesQuery(me, 'c', undefined), queryFn })
  log.subscribe(() => {})
  const shown = () => log.getCurrentResult().data?.pages.flatMap(page => page.messages) ?? []
  return { queryClient, log, asked, shown }
}

describe('what comes while a page loads stays', () => {
  test('a new message, and a deletion, while older messages load', async () => {
    const { queryClient, log, asked, shown } = open(10)
    asked[0]!.resolve(pageOf(6, 10))
    await expect.poll(() => shown().length).toBe(5)
    const older = log.fetchPreviousPage()
    showMessage(queryClient, me, message(11))
    showMessage(queryClient, me, message(10, true))
    expect(shown().at(-1)!.seq).toBe(11)
    asked[1]!.resolve(pageOf(1, 5))
    await older
    expect(shown().map(({ seq }) => seq)).toEqual(pageOf(1, 11).messages.map(({ seq }) => seq))
    expect(shown().filter(one => one.deleted)).toEqual([message(10, true)])
  })

  test('a new message, and a deletion, while the first messages load', async () => {
    const { queryClient, asked, shown } = open(10)
    showMessage(queryClient, me, message(11))
    showMessage(queryClient, me, message(10, true))
    asked[0]!.resolve(pageOf(1, 10))
    await expect.poll(() => shown().at(-1)?.seq).toBe(11)
    expect(shown().filter(one => one.deleted)).toEqual([message(10, true)])
  })

  test('a message that the first answer already had as deleted stays deleted', async () => {
    const { queryClient, asked, shown } = open(10)
    showMessage(queryClient, me, message(11))
    const { messages, ...page } = pageOf(1, 10)
    asked[0]!.resolve({ ...page, messages: [...messages, message(11, true)] })
    await expect.poll(() => shown().at(-1)).toEqual(message(11, true))
  })

  test('a conversation with news, while more of its list loads', async () => {
    const queryClient = new QueryClient()
    const asked: PromiseWithResolvers<List['pages'][number]>[] = []
    const queryFn = () => {
      const answer = Promise.withResolvers<List['pages'][number]>()
      asked.push(answer)
      return answer.promise
    }
    const list = new InfiniteQueryObserver(queryClient, { ...conversationsQuery(me, 'inbox'), queryFn })
    list.subscribe(() => {})
    const ids = () =>
      list.getCurrentResult().data?.pages.flatMap(page => page.conversations.map(({ id }) => id))
    const page = (days: number[], next_cursor: string | null) => ({
      status: 'success' as const,
      conversations: days.map(day => ({ ...conversation(`of ${day}`, day), last_seq: 1 })),
      next_cursor,
    })
    asked[0]!.resolve(page([27, 25], 'more'))
    await expect.poll(ids).toEqual(['of 27', 'of 25'])
    const more = list.fetchNextPage()
    showConversation(queryClient, { ...conversation('of 25', 28), last_seq: 2 })
    asked[1]!.resolve(page([23], null))
    await more
    expect(ids()).toEqual(['of 25', 'of 27', 'of 23'])
  })
})

describe('the messages before one that comes are fetched once', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A chat that has messages up to `last`; lists what is fetched from it. */
  function serve(last: number): string[] {
    const token = { token: 't', owner: me.email, endsAt: Number.MAX_SAFE_INTEGER, url: '/chat' }
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(token) })
    const fetched: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.includes('messages')) return Response.json({ code: 'unavailable' }, { status: 503 })
      fetched.push(url)
      const after = Number(new URL(url, 'http://chat').searchParams.get('after'))
      return Response.json({ status: 'success', ...pageOf(after + 1, last) })
    })
    return fetched
  }
  const upTo = (last: number) => pageOf(1, last).messages.map(({ seq }) => seq)

  test('while older messages load', async () => {
    const fetched = serve(15)
    const { queryClient, log, asked, shown } = open(10)
    asked[0]!.resolve(pageOf(6, 10))
    await expect.poll(() => shown().length).toBe(5)
    const older = log.fetchPreviousPage()
    showMessage(queryClient, me, message(15))
    await expect.poll(() => shown().at(-1)!.seq).toBe(15)
    asked[1]!.resolve(pageOf(1, 5))
    await older
    await catchUp(queryClient, me, 'c', 15)
    expect(shown().map(({ seq }) => seq)).toEqual(upTo(15))
    expect(fetched).toHaveLength(1)
  })

  test('also if the network is back later than the connection', async () => {
    const browser = new EventTarget()
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
    const fetched = serve(15)
    const answer = fetch
    const lost = vi.fn().mockRejectedValueOnce(new TypeError('no network'))
    vi.stubGlobal('fetch', async (url: string) => {
      await lost()
      return answer(url)
    })
    const { queryClient, asked, shown } = open(10)
    asked[0]!.resolve(pageOf(1, 10))
    await expect.poll(() => shown().length).toBe(10)
    const caught = catchUp(queryClient, me, 'c')
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    browser.dispatchEvent(new Event('online'))
    await caught
    expect(shown().map(({ seq }) => seq)).toEqual(upTo(15))
    expect(fetched).toHaveLength(1)
  })

  test('for each part of the conversation that is known', async () => {
    const fetched = serve(15)
    const { queryClient, asked, shown } = open(10)
    asked[0]!.resolve(pageOf(1, 10))
    await expect.poll(() => shown().length).toBe(10)
    const around = messagesQuery(me, 'c', 7).queryKey
    queryClient.setQueryData(around, { pages: [pageOf(6, 10)], pageParams: [{ around: 7 }] })
    showMessage(queryClient, me, message(15))
    await catchUp(queryClient, me, 'c', 15)
    expect(shown().map(({ seq }) => seq)).toEqual(upTo(15))
    expect(
      queryClient
        .getQueryData(around)!
        .pages.flatMap(page => page.messages)
        .at(-1)!.seq,
    ).toBe(15)
    expect(fetched).toHaveLength(2)
  })
})
