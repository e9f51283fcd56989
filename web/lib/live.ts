import { useEffect, useEffectEvent, useState } from 'react'
import type { Manager, Socket } from 'socket.io-client'
import { type LiveNamespace, live, livePath, type ProductNamespace } from '#shared/api/live.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { call } from './api.ts'
import { pause } from './pause.ts'
import { offlineProblem, ProblemError } from './problem-error.ts'

/**
 * Gets a ticket for each new connection. If nobody is signed in, which is a refusal, there is nothing to
 * connect for until `resumeLive`.
 */
type GetTicket = () => Promise<string>

const answerWithinMs = 10_000
const longestPauseMs = 20_000

const managers = new Map<string, Promise<Manager>>()
const sockets = new Map<LiveNamespace, Promise<Socket>>()
/** Those of them whose service was found. */
const made = new Set<Socket>()
/** Those that found nobody signed in. */
const refused = new Set<Socket>()

/**
 * The one connection to an origin, which carries its namespaces; its code loads when the first is entered.
 */
function connection(origin: string): Promise<Manager> {
  const known = managers.get(origin)
  if (known) return known
  const loaded = import('socket.io-client').then(({ Manager }) => {
    const manager = new Manager(origin, {
      path: livePath,
      transports: ['websocket'],
      reconnectionDelayMax: longestPauseMs,
      // A namespace that connects by itself and is also told to would enter twice, with two tickets.
      autoConnect: false,
    })
    addEventListener('online', () => reconnectNow(manager))
    // The timer of socket.io stands still while a device sleeps, and the page would seem connected for most of a minute after it wakes. To ask
    // whether a ping is overdue by the clock ends a connection for which that is so.
    addEventListener('visibilitychange', () => manager.engine?._hasPingExpired())
    return manager
  })
  managers.set(origin, loaded)
  // If loading failed, it is retried.
  loaded.catch(() => managers.delete(origin))
  return loaded
}

/** Ends socket.io's pause before its next attempt, which it does once no socket wants the connection anymore. */
function reconnectNow(manager: Manager): void {
  if (!manager._reconnecting) return
  const waiting = [...made].filter(socket => socket.io === manager && socket.active)
  for (const socket of waiting) socket.disconnect()
  for (const socket of waiting) socket.connect()
}

/**
 * The socket of a namespace: it connects by itself, again and again until `leaveLive`, with a new ticket each
 * time. After each `connect` the caller fetches what it may have missed.
 */
export function liveSocket(namespace: ProductNamespace): Promise<Socket> {
  const getTicket = async () => (await call(live.ticket, { body: { namespace } })).ticket
  return enterLive(namespace, getTicket, async () => location.origin)
}

/** The socket of a namespace whose service may be on another host, and gives its own tickets. */
export function enterLive(
  namespace: LiveNamespace,
  getTicket: GetTicket,
  findOrigin: () => Promise<string>,
): Promise<Socket> {
  const known = sockets.get(namespace)
  if (known) return known
  const isWanted = () => sockets.get(namespace) === entered
  const findManager = async () => connection(await findOrigin())
  const entered = retryUntilItWorks(findManager, isWanted).then(manager => {
    let pauseMs = 1_000
    let asked: Promise<string> | null = null
    /** Enters through the connection that there is. */
    let enter: ((auth: { ticket?: string }) => void) | null = null
    const socket = manager.socket(namespace, {
      async auth(send) {
        enter = send
        // The server ends a connection that soon brings no ticket: one that comes later is for the connection there is by then.
        asked ??= getTicket()
        try {
          const ticket = await asked
          if (enter !== send) return
          asked = null
          send({ ticket })
        } catch (error) {
          asked = null
          if (error instanceof ProblemError && error.code === 'unauthenticated') {
            refused.add(socket)
            socket.disconnect()
          }
          // Without one the server refuses, and the next attempt gets another.
          else if (enter === send) send({})
        }
      },
    })
    socket.on('disconnect', () => {
      enter = null
    })
    socket.on('connect', () => {
      pauseMs = 1_000
    })
    // socket.io reconnects after a lost network, but not after a refusal or when the server ended the
    // connection.
    const reconnect = async () => {
      if (socket.active || refused.has(socket)) return
      const waited = pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      await waited
      if (isWanted() && !refused.has(socket)) socket.connect()
    }
    socket.on('connect_error', reconnect)
    socket.on('disconnect', reconnect)
    made.add(socket)
    socket.connect()
    return socket
  })
  sockets.set(namespace, entered)
  return entered
}

/**
 * Retries until it works: if offline at first, the page goes live later by itself. Ends without a result once
 * it isn't wanted anymore.
 */
async function retryUntilItWorks<T>(get: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const got = await get()
      if (isWanted()) return got
    } catch {
      await pause(pauseMs)
    }
    if (!isWanted()) return new Promise(() => {})
  }
}

/** Connects again what found nobody signed in, when the person has signed in again. */
export function resumeLive(): void {
  for (const socket of refused) {
    refused.delete(socket)
    socket.connect()
  }
}

/** Ends every live connection, when the person signs out. */
export function leaveLive(): void {
  // Each by itself: the chat's host may be away.
  for (const socket of sockets.values()) void socket.then(left => left.removeAllListeners().disconnect())
  sockets.clear()
  made.clear()
  refused.clear()
}

/**
 * Sends an event and resolves with its acknowledgment; throws a ProblemError, `offline` if no answer comes.
 */
export async function request<D = unknown>(socket: Socket, event: string, data?: unknown): Promise<D> {
  let answer: { ok: true; data: D } | { ok: false; code: ProblemCode; error: string }
  try {
    answer = await socket.timeout(answerWithinMs).emitWithAck(event, data)
  } catch {
    throw offlineProblem()
  }
  if (answer.ok) return answer.data
  throw new ProblemError({ code: answer.code, status: 0, detail: answer.error })
}

/**
 * Listens to an event of a product namespace while the component is mounted. `connect` fires at each
 * (re)connection.
 */
export function useLiveEvent<D>(
  namespace: ProductNamespace,
  event: string,
  handler: (data: D) => void,
): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    let left = false
    const listener = (data: D) => handle(data)
    const entered = liveSocket(namespace)
    void entered.then(socket => {
      if (!left) socket.on(event, listener)
    })
    return () => {
      left = true
      void entered.then(socket => socket.off(event, listener))
    }
  }, [namespace, event])
}

/** Runs if the connection was there before the component, whose listeners may have missed something: nobody listens on some pages. */
export function useLiveReturn(namespace: ProductNamespace, catchUp: () => void): void {
  const run = useEffectEvent(catchUp)
  useEffect(() => {
    let left = false
    void liveSocket(namespace).then(({ connected }) => {
      if (connected && !left) run()
    })
    return () => {
      left = true
    }
  }, [namespace])
}

/** The state of a namespace's connection, while the component is mounted. */
export function useLiveConnection(namespace: ProductNamespace): 'connecting' | 'connected' | 'lost' {
  const [state, setState] = useState<'connecting' | 'connected' | 'lost'>('connecting')
  useEffect(() => {
    let left = false
    const onConnect = () => setState('connected')
    const onLost = () => setState('lost')
    const entered = liveSocket(namespace)
    void entered.then(socket => {
      if (left) return
      if (socket.connected) setState('connected')
      socket.on('connect', onConnect).on('disconnect', onLost)
    })
    return () => {
      left = true
      void entered.then(socket => socket.off('connect', onConnect).off('disconnect', onLost))
    }
  }, [namespace])
  return state
}
