import type { InfiniteData } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import type { Message, messages } from '#shared/api/messages.ts'

export type MessagePage = Pick<CallOutput<typeof messages.list>, 'messages' | 'has_older' | 'has_newer'>
/** Where a page begins: beside a message, around one, or at the latest. */
export type Place = { before?: number; after?: number; around?: number }
/** A part of a conversation: pages in order, without gaps. */
export type MessagesWindow = InfiniteData<MessagePage, Place>

/** How many pages are kept at once, whichever way the person scrolls. */
export const pagesHeld = 8
/** A page that grew to this size with arriving messages is full. */
const fullPage = 60

/** The place of its last message; 0 if it has none. */
export function lastSeqOf({ pages }: MessagesWindow): number {
  return pages.flatMap(page => page.messages.slice(-1)).at(-1)?.seq ?? 0
}

/** The place of its first message; 0 if it has none. */
export function firstSeqOf({ pages }: MessagesWindow): number {
  return pages.flatMap(page => page.messages.slice(0, 1)).at(0)?.seq ?? 0
}

/** Whether the window ends where the conversation does. */
export function isAtEnd({ pages }: MessagesWindow): boolean {
  return !pages.at(-1)?.has_newer
}

/**
 * The window with a new message, or with the new state of an existing one. `missing`: there are messages
 * between it and the window's end, which must be fetched first.
 */
export function withMessage(
  window: MessagesWindow,
  message: Message,
): { window: MessagesWindow; missing: boolean } {
  const last = lastSeqOf(window)
  if (message.seq <= last) return { window: replaced(window, message), missing: false }
  if (!isAtEnd(window)) return { window, missing: false }
  if (message.seq > last + 1) return { window, missing: true }
  return { window: appended(window, [message]), missing: false }
}

/** The window with the messages after its end, which are the latest. */
export function appended(window: MessagesWindow, messages: readonly Message[]): MessagesWindow {
  const last = lastSeqOf(window)
  const added = messages.filter(({ seq }) => seq > last)
  const { pages, pageParams } = window
  const end = pages.at(-1)
  if (end && end.messages.length + added.length <= fullPage) {
    const grown = { ...end, messages: [...end.messages, ...added], has_newer: false }
    return { pages: [...pages.slice(0, -1), grown], pageParams }
  }
  // A page that isn't the last one anymore has a newer one, even once that is dropped.
  const before = pages.map(page => (page === end ? { ...page, has_newer: true } : page))
  const page = { messages: added, has_older: last > 0, has_newer: false }
  return {
    pages: [...before, page].slice(-pagesHeld),
    pageParams: [...pageParams, { after: last }].slice(-pagesHeld),
  }
}

/**
 * The window with the deletions among fetched messages. A deletion is final, so messages that were fetched before a later one
 * don't bring anything back.
 */
export function withDeletions(
  { pages, pageParams }: MessagesWindow,
  fetched: readonly Message[],
): MessagesWindow {
  const shorter = fetched.filter(({ deleted, reply_to }) => deleted || reply_to?.deleted)
  const bySeq = new Map(shorter.map(message => [message.seq, message]))
  const renew = (page: MessagePage) => ({
    ...page,
    messages: page.messages.map(one => (one.deleted ? one : (bySeq.get(one.seq) ?? one))),
  })
  return { pages: pages.map(renew), pageParams }
}

function replaced({ pages, pageParams }: MessagesWindow, message: Message): MessagesWindow {
  const renewOne = (one: Message) => {
    // A deletion is final, whatever comes late.
    if (one.seq === message.seq) return one.deleted ? one : message
    return message.deleted ? withoutQuote(one, message.seq) : one
  }
  const renew = (page: MessagePage) => ({ ...page, messages: page.messages.map(renewOne) })
  return { pages: pages.map(renew), pageParams }
}

function withoutQuote(message: Message, seq: number): Message {
  return message.reply_to?.seq === seq
    ? { ...message, reply_to: { ...message.reply_to, text: '', deleted: true } }
    : message
}
