import type { Attachment } from '#shared/api/attachments.ts'
import type { Message } from '#shared/api/messages.ts'

/** The message it replies to. */
export type Quote = NonNullable<Message['reply_to']>

/** A pending message: written here, not yet known to have arrived. */
export type Outgoing = {
  /** Created here. The server stores each once, however often it is sent. */
  id: string
  conversationId: string
  /** Its position among all pending messages. */
  order: number
  text: string
  replyTo: Quote | null
  attachments: readonly Attachment[]
  writtenAt: string
  /** Why the server refused it, in words; null while it waits. */
  refusal: string | null
}

/** The pending messages, in the order in which they were written. */
export type Outbox = readonly Outgoing[]

/** The outbox in sending order. */
export function inOrder(messages: Iterable<Outgoing>): Outbox {
  return [...messages].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

/** The next one to send: one at a time, so that messages arrive in the order they were written. */
export function nextOf(outbox: Outbox): Outgoing | undefined {
  return outbox.find(({ refusal }) => refusal === null)
}

/** A position after all others. It begins with the clock, so that tabs that see different outboxes still agree. */
export function orderAfter(outbox: Outbox, now: number): number {
  return Math.max(now, (outbox.at(-1)?.order ?? 0) + 1)
}

/** A refused message to retry: it goes last, since later ones may have arrived. */
export function again(message: Outgoing, outbox: Outbox, now: number): Outgoing {
  return { ...message, refusal: null, order: orderAfter(outbox, now) }
}

/** A stored message, or null if it is invalid: anyone at this browser can write there. */
export function readOutgoing(json: string | null): Outgoing | null {
  try {
    const kept: unknown = JSON.parse(json ?? 'null')
    return isOutgoing(kept) ? kept : null
  } catch {
    return null
  }
}

function isOutgoing(kept: unknown): kept is Outgoing {
  if (typeof kept !== 'object' || kept === null) return false
  const message = kept as Record<keyof Outgoing, unknown>
  return (
    [message.id, message.conversationId, message.text, message.writtenAt].every(isText) &&
    typeof message.order === 'number' &&
    (message.refusal === null || isText(message.refusal)) &&
    (message.replyTo === null || isQuote(message.replyTo)) &&
    Array.isArray(message.attachments) &&
    message.attachments.every(isAttachment)
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isQuote(value: unknown): boolean {
  const { seq, text } = fieldsOf(value)
  return typeof seq === 'number' && isText(text)
}

function isAttachment(value: unknown): boolean {
  const { id, name, type, size } = fieldsOf(value)
  return [id, name, type].every(isText) && typeof size === 'number'
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
