import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { type Conversation, conversations } from '#shared/api/conversations.ts'
import { type Message, messages } from '#shared/api/messages.ts'
import { changeAnswer } from '#web/lib/change-answer.ts'
import { untilAnswered } from '#web/lib/until-answered.ts'
import { chatCall } from './chat-call.ts'
import type { Me } from './me.ts'
import {
  appended,
  firstSeqOf,
  isAtEnd,
  lastSeqOf,
  type MessagesWindow,
  withDeletions,
  withMessage,
} from './messages-window.ts'
import { conversationQuery, type Folder, unreadQuery } from './queries.ts'

type ConversationList = InfiniteData<CallOutput<typeof conversations.list>, string>

const folders: readonly Folder[] = ['inbox', 'requests']
/** The number of messages per call. */
const missedAtOnce = 100

/** Shows a message that arrived, was sent or was deleted, wherever its conversation shows. */
export function showMessage(queryClient: QueryClient, me: Me, message: Message): void {
  for (const { queryKey } of windowsOf(queryClient, message.conversation_id)) {
    changeAnswer<MessagesWindow>(queryClient, queryKey, window => {
      const next = withMessage(window, message)
      if (next.missing) void catchUp(queryClient, me, message.conversation_id, message.seq)
      return next.window
    })
  }
  const known = knownConversation(queryClient, message.conversation_id)
  // Refetches a conversation that is new here, or was answered meanwhile.
  if (!known || known.state === 'requested' || message.deleted || message.seq > known.last_seq + 1) {
    void askForConversation(queryClient, me, message.conversation_id)
  } else if (message.seq > known.last_seq) {
    showConversation(queryClient, {
      ...known,
      last_message: message,
      last_seq: message.seq,
      updated_at: message.sent_at,
      // Whoever writes has read what came before.
      ...(message.mine ? { read_to: message.seq, unread: 0 } : { unread: known.unread + 1 }),
    })
  }
  if (!message.mine || (known && known.unread > 0))
    void queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey })
}

const catchingUp = new Map<string, Promise<void>>()

/** Fetches a conversation's new messages, page after page; with `seq`, only where that message is missing. */
export function catchUp(
  queryClient: QueryClient,
  me: Me,
  id: string,
  seq = Number.POSITIVE_INFINITY,
): Promise<void> {
  const before = catchingUp.get(id) ?? Promise.resolve()
  // After a refusal there is nothing to fetch.
  const mine = before.then(() => untilAnswered(() => fetchMissed(queryClient, me, id, seq))).catch(() => {})
  catchingUp.set(id, mine)
  return mine
}

async function fetchMissed(queryClient: QueryClient, me: Me, id: string, seq: number): Promise<void> {
  for (const asked of windowsOf(queryClient, id)) {
    // What its first answer has is known only then.
    if (!asked.state.data) await Promise.allSettled([asked.promise])
    const window = asked.state.data
    if (!window || !isAtEnd(window) || lastSeqOf(window) >= seq) continue
    for (let more = true, after = lastSeqOf(window); more; ) {
      const query = { limit: missedAtOnce, ...(after > 0 && { after }) }
      const page = await chatCall(me, messages.list, { params: { id }, query })
      changeAnswer<MessagesWindow>(queryClient, asked.queryKey, now =>
        isAtEnd(now) ? appended(now, page.messages) : now,
      )
      more = page.has_newer && page.messages.length > 0
      after = page.messages.at(-1)?.seq ?? after
    }
  }
}

/** Fetches again what a conversation's windows show: the server tells of a deletion only once. */
export function fetchDeletions(queryClient: QueryClient, me: Me, id: string): Promise<void> {
  return untilAnswered(() => fetchShown(queryClient, me, id)).catch(() => {})
}

async function fetchShown(queryClient: QueryClient, me: Me, id: string): Promise<void> {
  for (const asked of windowsOf(queryClient, id)) {
    // A page that is on its way may be from before a deletion.
    await Promise.allSettled([asked.promise])
    const window = asked.state.data
    if (!window) continue
    const first = firstSeqOf(window)
    for (let before = lastSeqOf(window) + 1; before > first; ) {
      const query = { limit: missedAtOnce, before }
      const page = await chatCall(me, messages.list, { params: { id }, query })
      changeAnswer<MessagesWindow>(queryClient, asked.queryKey, now => withDeletions(now, page.messages))
      before = page.messages[0]?.seq ?? first
    }
  }
}

/** Refetches everything that may have changed while the connection was lost. */
export async function refreshChat(queryClient: QueryClient, me: Me): Promise<void> {
  const windows = queryClient.getQueryCache().findAll({ queryKey: [messages.list.path] })
  const ids = new Set(windows.map(({ queryKey }) => String(queryKey[1])))
  await Promise.all([
    ...[...ids].map(id => catchUp(queryClient, me, id)),
    ...[...ids].map(id => fetchDeletions(queryClient, me, id)),
    queryClient.invalidateQueries({ queryKey: [conversations.list.path] }),
    queryClient.invalidateQueries({ queryKey: [conversations.get.path] }),
    queryClient.invalidateQueries({ queryKey: unreadQuery(me).queryKey }),
  ])
}

/** Refetches a conversation and the lists: only they say where it belongs. */
export async function askForConversation(queryClient: QueryClient, me: Me, id: string): Promise<void> {
  await Promise.allSettled([
    fetchConversation(queryClient, me, id),
    queryClient.invalidateQueries({ queryKey: [conversations.list.path] }),
  ])
}

async function fetchConversation(queryClient: QueryClient, me: Me, id: string): Promise<void> {
  const query = conversationQuery(me, id)
  // An answer that is on its way may be from before the change.
  await Promise.allSettled([queryClient.getQueryCache().find({ queryKey: query.queryKey })?.promise])
  await queryClient.fetchQuery({ ...query, staleTime: 0 })
}

/** Shows a conversation's state in its list, where its last message puts it. */
export function showConversation(queryClient: QueryClient, conversation: Conversation): void {
  queryClient.setQueryData([conversations.get.path, conversation.id], conversation)
  const home: Folder = conversation.state === 'request' ? 'requests' : 'inbox'
  for (const folder of folders) {
    changeAnswer<ConversationList>(queryClient, [conversations.list.path, folder], list => {
      const there = list.pages.flatMap(page => page.conversations).find(({ id }) => id === conversation.id)
      // A list that was fetched meanwhile may know more.
      if (there && there.last_seq > conversation.last_seq) return list
      if (folder === home && there?.updated_at === conversation.updated_at) {
        return changed(list, one => (one.id === conversation.id ? [conversation] : [one]))
      }
      const without = changed(list, one => (one.id === conversation.id ? [] : [one]))
      // One without a message is in no list.
      return folder === home && conversation.last_message ? placed(without, conversation) : without
    })
  }
}

/** Removes a conversation from the lists, as for a declined request. */
export function dropConversation(queryClient: QueryClient, id: string): void {
  for (const folder of folders) {
    changeAnswer<ConversationList>(queryClient, [conversations.list.path, folder], list =>
      changed(list, one => (one.id === id ? [] : [one])),
    )
  }
}

/** A conversation's last known state, from a list or on its own. */
export function knownConversation(queryClient: QueryClient, id: string): Conversation | undefined {
  return (
    queryClient.getQueryData<Conversation>([conversations.get.path, id]) ??
    folders
      .map(folder => queryClient.getQueryData<ConversationList>([conversations.list.path, folder]))
      .flatMap(list => list?.pages.flatMap(page => page.conversations) ?? [])
      .find(one => one.id === id)
  )
}

/** The queries of a conversation's messages, also those that wait for their first answer. */
function windowsOf(queryClient: QueryClient, id: string) {
  const queries = queryClient.getQueryCache().findAll({ queryKey: [messages.list.path, id] })
  return queries as Query<MessagesWindow>[]
}

function changed(list: ConversationList, change: (one: Conversation) => Conversation[]): ConversationList {
  const pages = list.pages.map(page => ({ ...page, conversations: page.conversations.flatMap(change) }))
  return { ...list, pages }
}

/** The list with a conversation before the first older one. A page that isn't loaded yet brings its own. */
function placed(list: ConversationList, conversation: Conversation): ConversationList {
  const isOlder = (one: Conversation) => one.updated_at < conversation.updated_at
  const found = list.pages.findIndex(page => page.conversations.some(isOlder))
  const index = found < 0 ? list.pages.length - 1 : found
  const page = list.pages[index]
  if (!page || (found < 0 && page.next_cursor !== null)) return list
  const { conversations } = page
  const at = found < 0 ? conversations.length : conversations.findIndex(isOlder)
  const pages = list.pages.with(index, {
    ...page,
    conversations: conversations.toSpliced(at, 0, conversation),
  })
  return { ...list, pages }
}
