import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'

const againMs = 1_000
/** Long for Redis, but short for a person: their call then continues without it. */
const answerWithinMs = 2_000
/** A hung Redis never answers the last commands. */
const endWithinMs = 1_000

/**
 * The Redis that all servers share, on one connection, which comes back whenever it is lost. It holds nothing
 * that can't be lost, and PostgreSQL does its work while it is away.
 */
export type Redis = {
  /** Whether the connection stands, as far as we know. */
  isUp(): boolean
  /** Rejects at once while the connection is lost, and if no answer comes in time, which loses it. */
  ask<T>(question: (client: RedisClient) => Promise<T>): Promise<T>
  /** Hears the messages of a channel. Called before `start`. */
  listen(listener: Listener): void
  /** Sends messages on a channel, in order: current listeners get them. Rejects as `ask` does. */
  publish(channel: string, messages: string[]): Promise<void>
  /** Resolves once the connection stands, or the first attempt has failed. */
  start(): Promise<void>
  close(): Promise<void>
}

export type RedisClient = ReturnType<typeof newClient>

type Listener = {
  channel: string
  hear: (message: string) => void
  /** The connection is back; messages sent meanwhile were lost. */
  onReconnect: () => void
}

/**
 * A client of the Redis at `url`, which connects only when started. An unreachable Redis never makes `start`
 * reject: the log says so, and the client tries again every second.
 */
export function createRedis(url: string, log: FastifyBaseLogger): Redis {
  // Keys belong to one of Redis' databases, but channels to all of them.
  const nameOf = (channel: string) => `ignite:${new URL(url).pathname.slice(1) || '0'}:${channel}`
  const listeners: Listener[] = []
  /** The connection, or the pending one. */
  let client: RedisClient | undefined
  /** The connection, if it stands. */
  let up: RedisClient | undefined
  let again: NodeJS.Timeout | undefined
  let isAwayLogged = false
  let closed = false

  async function open(): Promise<void> {
    const next = newClient(url)
    client = next
    next.on('error', ({ message }) => lose(next, message))
    const late = setTimeout(() => {
      lose(next, 'no answer in time')
      // A connection that was closed while it connected doesn't end by itself.
      next.destroy()
    }, answerWithinMs)
    try {
      await next.connect()
      for (const { channel, hear } of listeners) await next.subscribe(nameOf(channel), hear)
    } catch (error) {
      lose(next, (error as Error).message)
    } finally {
      clearTimeout(late)
    }
    // A connection that we gave up may still succeed.
    if (client !== next) return next.destroy()
    up = next
    if (isAwayLogged) log.info('Redis is back')
    isAwayLogged = false
  }

  function lose(lost: RedisClient, reason: string): void {
    if (lost !== client) return
    client = undefined
    up = undefined
    lost.destroy()
    if (!isAwayLogged) log.warn({ reason }, 'Redis can’t be reached; PostgreSQL takes over')
    isAwayLogged = true
    if (!closed) again = setTimeout(reopen, againMs)
  }

  async function reopen(): Promise<void> {
    await open()
    if (up) for (const { onReconnect } of listeners) onReconnect()
  }

  async function ask<T>(question: (client: RedisClient) => Promise<T>): Promise<T> {
    const asked = up
    if (!asked) throw new Error('Redis can’t be reached')
    const late = setTimeout(() => lose(asked, 'no answer in time'), answerWithinMs)
    try {
      return await question(asked)
    } catch (error) {
      if (asked === up) log.warn({ reason: (error as Error).message }, 'Redis refused a command')
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  return {
    isUp: () => up !== undefined,
    ask,
    listen: listener => void listeners.push(listener),
    async publish(channel, messages) {
      // Sent together, and none waits for the answer to another.
      await ask(client => Promise.all(messages.map(message => client.publish(nameOf(channel), message))))
    },
    start: open,
    async close() {
      closed = true
      clearTimeout(again)
      const last = client
      client = undefined
      up = undefined
      if (!last?.isOpen) return
      const late = setTimeout(() => last.destroy(), endWithinMs)
      await last.close().finally(() => clearTimeout(late))
    },
  }
}

function newClient(url: string) {
  return createClient({
    url,
    // With the third version of the protocol, a connection that listens can ask, too.
    RESP: 3,
    keyPrefix: 'ignite:',
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    // The client would connect again only once its socket fails, and that of a Redis that hangs doesn't: see `ask` and `lose`.
    socket: { reconnectStrategy: false, connectTimeout: answerWithinMs },
  })
}
