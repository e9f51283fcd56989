import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { CallOutput } from '#shared/api/contract.ts'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { showConversation } from './cache.ts'

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
