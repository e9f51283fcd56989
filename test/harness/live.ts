import { io, type Socket } from 'socket.io-client'
import type { LiveAnswer } from '#server/platform/realtime/on-event.ts'
import { chat } from '#shared/api/chat.ts'
import { type LiveNamespace, live, livePath, type ProductNamespace } from '#shared/api/live.ts'
import type { Person } from './person.ts'

/**
 * A person's socket in a namespace of the product, as a browser opens it; `url` may be another server's than
 * the person's. `listen` adds listeners before it connects, for what the server says at once.
 */
export async function enterLive(
  person: Person,
  namespace: ProductNamespace,
  url: string = person.url,
  listen?: (socket: Socket) => void,
): Promise<Socket> {
  const { body } = await person.call(live.ticket, { body: { namespace } })
  return enterWithTicket(url, namespace, body.ticket, url, listen)
}

/** The same in the chat. */
export async function enterChat(person: Person, url: string = person.url): Promise<Socket> {
  return enterWithTicket(url, '/chat', (await person.call(chat.liveTicket)).body.ticket)
}

/** Resolves once the namespace has admitted the socket; otherwise rejects with the reason. */
export async function enterWithTicket(
  url: string,
  namespace: LiveNamespace,
  ticket: unknown,
  origin = url,
  listen?: (socket: Socket) => void,
): Promise<Socket> {
  const socket = io(`${url}${namespace}`, {
    path: livePath,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { ticket },
    extraHeaders: { origin },
  })
  listen?.(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', error => {
      socket.disconnect()
      reject(error)
    })
  })
  return socket
}

/** Sends an event and resolves with its acknowledgment. */
export function ask<D = Record<string, unknown>>(
  socket: Socket,
  event: string,
  data?: unknown,
): Promise<LiveAnswer<D>> {
  return socket.timeout(10_000).emitWithAck(event, data)
}

/** The next event with a name, or the next one that matches. */
export function heard<D = unknown>(
  socket: Socket,
  event: string,
  isMeant: (data: D) => boolean = () => true,
): Promise<D> {
  return new Promise(resolve => {
    const listener = (data: D) => {
      if (!isMeant(data)) return
      socket.off(event, listener)
      resolve(data)
    }
    socket.on(event, listener)
  })
}
