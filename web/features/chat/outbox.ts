import type { Attachment } from '#shared/api/attachments.ts'
import type { Message } from '#shared/api/messages.ts'

/** The message that is answered. */
export type Quote = NonNullable<Message['reply_to']>

/** A message on its way: written here, not yet known to have arrived. */
export type Outgoing = {
  /** Made here. The server takes each once, however often it is sent. */
  id: string
  conversationId: string
  /** Its place among all that is on its way. */
  order: number
  text: string
  replyTo: Quote | null
  attachments: readonly Attachment[]
  writtenAt: string
  /** Why the server refused it, in words; null while it waits. */
  refusal: string | null
}

/** What is on its way, in the order in which it was written. */
export type Outbox = readonly Outgoing[]

/** The outbox in the order in which it is sent. */
export function inOrder(messages: Iterable<Outgoing>): Outbox {
  return [...messages].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

/** What is to be sent now: one at a time, so that what was written first arrives first. */
export function nextOf(outbox: Outbox): Outgoing | undefined {
  return outbox.find(({ refusal }) => refusal === null)
}

/** A place after all others; by the time where there are none, so that tabs agree without asking each other. */
export function orderAfter(outbox: Outbox, now: number): number {
  return Math.max(now, (outbox.at(-1)?.order ?? 0) + 1)
}

/** A refused message as it is sent again: last, for what was written since may have arrived. */
export function again(message: Outgoing, outbox: Outbox, now: number): Outgoing {
  return { ...message, refusal: null, order: orderAfter(outbox, now) }
}

/** A message as this browser kept it, or null where that isn't one: anybody at this browser can write there. */
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
