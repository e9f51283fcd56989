import type { FastifyBaseLogger } from 'fastify'
import type { ClusterMessage } from 'socket.io-adapter'
import type { Config } from '#server/config/config.ts'
import { afterCommit, type Database } from '../db/database.ts'
import type { Redis } from '../redis/redis.ts'
import { type Listening, listen } from './listen.ts'
import { createSendQueue } from './send-queue.ts'

/**
 * What servers tell each other. The names are those on the wire: servers of the last release and triggers of
 * the database use them, too.
 */
export type Notice =
  /** An event for the sockets of a room. */
  | { namespace: string; room: string; event: string; data: object }
  /** A room whose sockets end, as those of a login. Triggers send it, too. */
  | { end: string }
  /** What socket.io passes on to the other servers. */
  | { passing: ClusterMessage }
  /** A kind of job, of which one can start. */
  | { work: string }
  /** Notices were lost: whoever relied on them fetches. */
  | { missed: true }

export type Bus = {
  /**
   * Sends a notice to every server, including this one, once the transaction commits; outside of one, right away. It is lost if this
   * server dies right after the commit, so those who missed it must be able to fetch what it was about.
   */
  tell(trx: Database, notice: Notice): void
  /** Sends a notice to every server, including this one, right away. Only for notices that may get lost. */
  broadcast(notice: Notice): void
  /** Called before `start`. A `missed` comes also after this server couldn't hear for a while. */
  subscribe(handler: (notice: Notice) => void): void
  start(): Promise<void>
  close(): Promise<void>
}

const channel = 'live'

/**
 * How servers hear each other: PostgreSQL's LISTEN and NOTIFY, on one connection. A NOTIFY inside of each transaction would make
 * their commits wait for each other: PostgreSQL holds one lock for all of a cluster's notifying commits. So notices are told after
 * the commit, and those of one moment together.
 *
 * With Redis they go through it, except while it is away. Every server keeps listening to PostgreSQL: for what triggers say, and for
 * servers that can't reach Redis.
 */
export function createBus(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  log: FastifyBaseLogger,
  redis?: Redis,
): Bus {
  const handlers: ((notice: Notice) => void)[] = []
  let line: Listening | undefined
  let open = false
  let told = 0
  const queue = createSendQueue({
    send: messages => (redis?.isUp() ? sendByRedis(redis, messages) : line!.send(messages)),
    onSendFailed: reason => log.warn({ reason }, 'servers can’t hear each other'),
    missed: JSON.stringify({ missed: true } satisfies Notice),
  })
  const ends = {
    // Whoever may connect to the database may send what they like here, and nothing above would catch what fails.
    hear(message: string) {
      try {
        hand(JSON.parse(message))
      } catch (error) {
        log.warn({ err: error }, 'a notice that no server of ours sends')
      }
    },
    onReconnect() {
      hand({ missed: true })
      queue.reportLoss()
    },
  }
  redis?.listen({ channel, ...ends })

  async function sendByRedis(redis: Redis, messages: string[]): Promise<void> {
    try {
      await redis.publish(channel, messages)
    } catch (error) {
      // Not sent again by PostgreSQL, as they may have arrived. It says that they may be missed.
      if (!redis.isUp()) setImmediate(queue.reportLoss)
      throw error
    }
  }

  function enqueue(message: string, sort: 'reliable' | 'transient'): void {
    if (open) queue.enqueue(message, sort)
  }

  function serialize(notice: Notice): string {
    // Numbered, since PostgreSQL drops duplicate notifications within a transaction.
    return JSON.stringify({ ...notice, number: ++told })
  }

  function hand(notice: Notice): void {
    for (const handler of handlers) handler(notice)
  }

  return {
    tell(trx, notice) {
      // Here, and not after the commit: a notice that can't be serialized rolls its transaction back.
      const message = serialize(notice)
      afterCommit(trx, () => enqueue(message, 'reliable'))
    },
    broadcast: notice => enqueue(serialize(notice), 'transient'),
    subscribe: handler => void handlers.push(handler),
    async start() {
      line = await listen(databaseUrl, channel, ends)
      open = true
    },
    async close() {
      open = false
      await line?.close()
    },
  }
}
