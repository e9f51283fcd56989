import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { dialogues, type Message } from '#shared/api/dialogues.ts'
import { documents, type IndexedDocument } from '#shared/api/documents.ts'
import { call } from '#web/lib/api.ts'
import { isRunning } from './running.ts'

const askedWhileReading = 2_000
/** A job asks for each document soon after its post. */
const askedBeforeReading = 10_000
const askedWhileUsedUp = 60_000

/** The assistant's progress with a post's document; refetched until it has read it. */
export const documentQuery = (postId: string) =>
  queryOptions({
    queryKey: [documents.ofPost.path, postId],
    queryFn: async ({ signal }) =>
      (await call(documents.ofPost, { params: { id: postId } }, { signal })).document,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'none') return askedBeforeReading
      return data && isBeingRead(data) ? askedWhileReading : false
    },
  })

/** The documents of a course, newest first. */
export const courseDocumentsQuery = (courseId: number) =>
  infiniteQueryOptions({
    queryKey: [documents.ofCourse.path, courseId],
    queryFn: ({ pageParam, signal }) =>
      call(documents.ofCourse, { params: { id: courseId }, query: pageParam }, { signal }),
    ...paging,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.documents.some(isBeingRead)) ? askedWhileReading : false,
  })

/** The person's dialogues, the last used first: about one post, or all. */
export const dialoguesQuery = (postId: string | null) =>
  infiniteQueryOptions({
    queryKey: [dialogues.list.path, postId],
    queryFn: ({ pageParam, signal }) =>
      call(dialogues.list, { query: { ...pageParam, ...(postId && { post_id: postId }) } }, { signal }),
    ...paging,
  })

type DialoguePage = Omit<CallOutput<typeof dialogues.get>, 'messages'> & { messages: ShownMessage[] }
export type DialogueData = InfiniteData<DialoguePage, PageParam>

/**
 * A message, and, if its answer failed in this browser, how. A question that was asked in this tab has the document that it is
 * about: the server may not have it yet.
 */
export type ShownMessage = Message & { failure?: Failure | undefined; postId?: string }
export type Failure = { title: string; detail: string | null }

/**
 * A dialogue with its messages, the newest page first. New questions and answers in this tab are written into
 * it; an answer that another tab began is polled until it is complete, and what another tab or device added is found on focus.
 */
export const dialogueQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: dialogueKey(id),
    queryFn: ({ pageParam, signal }): Promise<DialoguePage> =>
      call(dialogues.get, { params: { id }, query: pageParam }, { signal }),
    ...paging,
    // A refetch would replace what has arrived with what the server has stored so far.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.some(isOnlyHere) ? false : 'always'),
    refetchInterval: ({ state }) => {
      const answering = (state.data?.pages ?? [])
        .flatMap(page => page.messages)
        .filter(message => message.state === 'answering')
      const elsewhere = answering.length > 0 && !answering.some(message => isRunning(message.client_id))
      return elsewhere ? askedWhileReading : false
    },
  })

/** Whether this tab has what the server doesn't: an answer that is arriving, or the failure of one. */
function isOnlyHere({ messages }: DialoguePage): boolean {
  return messages.some(({ client_id, failure }) => isRunning(client_id) || failure !== undefined)
}

export const dialogueKey = (id: string) => [dialogues.get.path, id] as const

/** Which model answers, and how much the person may still ask today. */
export const quotaQuery = queryOptions({
  queryKey: [dialogues.quota.path],
  queryFn: ({ signal }) => call(dialogues.quota, undefined, { signal }),
  // Nobody asks before it says that there are answers again: at midnight, or since one elsewhere cost less than was set aside.
  refetchInterval: ({ state: { data } }) => (data && isUsedUp(data) ? askedWhileUsedUp : false),
})

export type Quota = CallOutput<typeof dialogues.quota>

/** The share of today's tokens, in whole percent. */
export function percentLeft({ tokens_used, tokens_per_day }: Quota): number {
  return Math.max(0, Math.floor((1 - tokens_used / tokens_per_day) * 100))
}

/** Whether too little is left for another answer. Without a model there is no limit. */
export function isUsedUp({ model, tokens_used, tokens_per_answer, tokens_per_day }: Quota): boolean {
  return model !== null && tokens_used + tokens_per_answer > tokens_per_day
}

type PageParam = { cursor?: string }

const paging = {
  initialPageParam: {} as PageParam,
  getNextPageParam: (last: { next_cursor: string | null }): PageParam | undefined =>
    last.next_cursor === null ? undefined : { cursor: last.next_cursor },
}

/** Whether the assistant still has something to read in it, even if only pages that are pictures. */
export function isBeingRead({ state, unread_pages }: IndexedDocument): boolean {
  return state === 'waiting' || state === 'reading' || unread_pages > 0
}
