import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { chat } from '#shared/api/chat.ts'
import type { ChatEvents } from '#shared/api/chat-live.ts'
import { logins } from '#shared/api/logins.ts'
import { enterWithTicket } from '../test/harness/live.ts'
import type { Person } from '../test/harness/person.ts'
import type { Cluster } from './start.ts'

/** A call of the chat with a person's token. */
export type Chat = (path: string, body?: unknown, signal?: AbortSignal) => Promise<Response>

/** The chat has an address of its own, where an entry token of the product's gets the chat's token. */
export async function openChat({ chatUrl }: Cluster, person: Person): Promise<Chat> {
  // By its former name, which servers of the release before know, too.
  const [{ body: entry }, { body: own }] = [await person.call(chat.ticket), await person.call(logins.read)]
  const call = (path: string, bearer: string, body?: unknown, signal?: AbortSignal) =>
    fetch(chatUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
  const email = encodeURIComponent(own.login?.email ?? '')
  const login = await call(`${chat.login.path}?email=${email}`, entry.ticket, {})
  const { access_token: token } = (await login.json()) as { access_token: string }
  return (path, body, signal) => call(path, token, body, signal)
}

/** What a page knows of a conversation: from its live connection, and from what it fetches when that is back. */
export type Listener = {
  /** The places of the messages that it knows. */
  known: ReadonlySet<number>
  /** How many messages came twice over the same connection. */
  doubled: number
  /** How often its connection was lost, and for how long at most. */
  lost: number
  awayMs: number
  /** Returns when it has heard what it ever will, with a connection. */
  end(): Promise<void>
}

/** How long the last message may be on its way. */
const onItsWayMs = 1_000

/** Listens to a conversation as a page does, and connects again whenever its connection is lost. */
export function listenTo(
  { url, chatUrl }: Pick<Cluster, 'url' | 'chatUrl'>,
  call: Chat,
  conversation: string,
): Listener {
  const known = new Set<number>()
  const listener: Listener = { known, doubled: 0, lost: 0, awayMs: 0, end }
  let ended = false
  let connected: Socket | undefined
  const staying = stay()

  async function stay(): Promise<void> {
    for (let since = performance.now(); !ended; since = performance.now()) {
      while (!connected) {
        connected = await connect().catch(() => undefined)
        // Not all at once.
        if (!connected) await wait(Math.random() * 1_000)
      }
      if (listener.lost > 0) listener.awayMs = Math.max(listener.awayMs, performance.now() - since)
      const socket = connected
      await new Promise(resolve => (socket.connected ? socket.once('disconnect', resolve) : resolve(null)))
      connected = undefined
      listener.lost++
      if (!ended) await wait(Math.random() * 1_000)
    }
  }

  /** Rejects if it can't fetch what it missed. */
  async function connect(): Promise<Socket> {
    const answer = await call(chat.liveTicket.path, {}, AbortSignal.timeout(5_000))
    const { ticket } = (await answer.json()) as { ticket: string }
    const socket = await enterWithTicket(chatUrl, '/chat', ticket, url)
    const heard = new Set<number>()
    socket.on('message', ({ message: { seq } }: ChatEvents['message']) => {
      if (heard.has(seq)) listener.doubled++
      heard.add(seq)
      known.add(seq)
    })
    return fetchMissed().then(
      () => socket,
      error => {
        socket.disconnect()
        throw error
      },
    )
  }

  async function fetchMissed(): Promise<void> {
    let last = 1
    while (known.has(last + 1)) last++
    for (let more = true; more; ) {
      const path = `/chat/api/conversations/${conversation}/messages?after=${last}&limit=100`
      const answer = await call(path, undefined, AbortSignal.timeout(5_000))
      const page = (await answer.json()) as { messages: { seq: number }[]; has_newer: boolean }
      for (const { seq } of page.messages) known.add(seq)
      last = page.messages.at(-1)?.seq ?? last
      more = page.has_newer
    }
  }

  async function end(): Promise<void> {
    await wait(onItsWayMs)
    while (!connected) await wait(50)
    ended = true
    connected.disconnect()
    await staying
  }
  return listener
}
