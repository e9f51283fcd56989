import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { attachments } from '#shared/api/attachments.ts'
import { chat, shortestPeopleSearch } from '#shared/api/chat.ts'
import { conversations } from '#shared/api/conversations.ts'
import { messages } from '#shared/api/messages.ts'
import { addressMs, type SignedAddress } from '#web/lib/signed-address.ts'
import { chatCall } from './chat-call.ts'
import type { Me } from './me.ts'
import { type MessagePage, type Place, pagesHeld } from './messages-window.ts'

export type Folder = 'inbox' | 'requests'

/** The conversations of a folder, the latest first. */
export const conversationsQuery = (me: Me, folder: Folder) =>
  infiniteQueryOptions({
    queryKey: [conversations.list.path, folder],
    queryFn: ({ pageParam: cursor, signal }) =>
      chatCall(me, conversations.list, { query: { folder, ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Live events announce changes.
    staleTime: 5 * 60_000,
  })

export const conversationQuery = (me: Me, id: string) =>
  queryOptions({
    queryKey: [conversations.get.path, id],
    queryFn: async ({ signal }) =>
      (await chatCall(me, conversations.get, { params: { id } }, { signal })).conversation,
    // No event announces that a request needs no answer anymore.
    staleTime: ({ state: { data } }) => (data?.state === 'requested' ? 0 : 5 * 60_000),
  })

/** The latest messages of a conversation, or those around one. It pages both ways. */
export const messagesQuery = (me: Me, id: string, around: number | undefined) =>
  infiniteQueryOptions({
    queryKey: [messages.list.path, id, around ?? 'latest'],
    queryFn: async ({ pageParam, signal }): Promise<MessagePage> =>
      chatCall(me, messages.list, { params: { id }, query: pageParam }, { signal }),
    initialPageParam: (around === undefined ? {} : { around }) as Place,
    getPreviousPageParam: ({ messages: [first], has_older }): Place | undefined =>
      has_older && first ? { before: first.seq } : undefined,
    getNextPageParam: ({ messages, has_newer }): Place | undefined =>
      has_newer ? { after: messages.at(-1)!.seq } : undefined,
    maxPages: pagesHeld,
    // Arriving messages are added directly; refetching every page would move what the person reads.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

export type MessagesQuery = UseInfiniteQueryResult<InfiniteData<MessagePage>>

/** How many conversations have unread messages, and how many requests wait. */
export const unreadQuery = (me: Me) =>
  queryOptions({
    queryKey: [conversations.unread.path],
    queryFn: ({ signal }) => chatCall(me, conversations.unread, {}, { signal }),
    staleTime: 60_000,
  })

/** The people whom a search finds. It waits until the text is long enough for the server. */
export const peopleFoundQuery = (me: Me, query: string) =>
  queryOptions({
    queryKey: [chat.searchPeople.path, query],
    queryFn: async ({ signal }) =>
      (await chatCall(me, chat.searchPeople, { query: { query } }, { signal })).users,
    enabled: [...query].length >= shortestPeopleSearch,
  })

/** The messages that have all words of a search, the latest first. */
export const messagesFoundQuery = (me: Me, query: string) =>
  infiniteQueryOptions({
    queryKey: [messages.search.path, query],
    queryFn: ({ pageParam: cursor, signal }) =>
      chatCall(me, messages.search, { query: { query, ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    enabled: query !== '',
    staleTime: 0,
  })

/** The address of a file, valid for a minute. */
export async function findAttachment(me: Me, id: string, signal?: AbortSignal): Promise<string> {
  return (await chatCall(me, attachments.link, { params: { id } }, { signal })).url
}

/**
 * The address of a picture. A visible picture isn't loaded again; if the address has expired, it requests the
 * next.
 */
export const pictureQuery = (me: Me, id: string) =>
  queryOptions({
    queryKey: [attachments.link.path, id],
    queryFn: async ({ signal }): Promise<SignedAddress> => {
      const goodUntil = Date.now() + addressMs
      return { url: await findAttachment(me, id, signal), goodUntil }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: addressMs,
  })
