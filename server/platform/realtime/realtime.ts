import type { Server as HttpServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { ClusterMessage } from 'socket.io-adapter'
import type { Config } from '#server/config.ts'
import { type LiveNamespace, liveNamespaces, livePath } from '#shared/api/live.ts'
import type { Closing } from '../closing.ts'
import type { Database } from '../db/database.ts'
import { type Listening, listen } from '../db/listen.ts'
import { addressOf } from '../http/call-limits.ts'
import { unheard, watchConnections } from './bounds.ts'
import { bucket, buckets } from './bucket.ts'
import { createJoiner, cut } from './pieces.ts'
import { ServersAdapter } from './servers-adapter.ts'
import { createTickets, type Who } from './tickets.ts'

type Known = { who: Who; log: FastifyBaseLogger }
/** A connection of a person who is signed in, in a namespace: in the rooms `person:ID` and `login:ID` from the start. */
export type LiveSocket = Socket<Heard, Heard, Heard, Known>
export type LiveRoom = Namespace<Heard, Heard, Heard, Known>
// Each noun declares its events as schemas in shared/api, and takes them through onEvent.
// biome-ignore lint/suspicious/noExplicitAny: socket.io's own shape of a map of events.
type Heard = Record<string, (...args: any[]) => void>

export type Realtime = Closing & {
  /**
   * The sockets of one part of the product. What is sent with `to(room).emit` reaches every server at once, and is lost with a
   * server that dies: for what is gone in a moment anyway (typing, cursors, signalling).
   */
  namespace(name: LiveNamespace): LiveRoom
  /**
   * Sends an event to everyone in a room, on every server, when the transaction commits, and only then: for what a row keeps.
   * `data` is small (a notification carries less than 8,000 bytes), best the ids with which the rest is fetched. Whoever
   * connects fetches what came before.
   */
  tell(trx: Database, namespace: LiveNamespace, room: string, event: string, data: object): Promise<void>
  /** A ticket for one socket of a namespace: one use, 30 seconds. */
  issueTicket(namespace: LiveNamespace, who: Who): Promise<string>
  start(): Promise<void>
}

type Parts = {
  http: HttpServer
  config: Config
  db: Database
  log: FastifyBaseLogger
  now: () => Temporal.Instant
}

/** What is said between servers: an event for a room, the end of a login's connections, or what is gone in a moment. */
type Notice =
  | { namespace: string; room: string; event: string; data: object }
  | { end: string }
  // Numbered, as PostgreSQL says equal things of one transaction once.
  | { passing: ClusterMessage; number: number }

const channel = 'live'

/**
 * How many connections an address may make in a minute, for each request that it may make: 1,500, and as many at once. Hundreds
 * of students share the address of their dorm, and all come back at once when a server starts again; who is refused comes a
 * little later.
 */
const handshakesARequest = 1.25

/** As many windows of one browser may be in a part of the product, at one server; those beyond hear nothing and ask again. */
const mostOfLogin = 30

/**
 * Live connections on the server's own port: websockets only, so that any server behind a balancer takes any of them. They come
 * from our own pages, with a ticket; frames stay below 64 KB and uncompressed (compression costs seven times the time).
 */
export function createRealtime({ http, config, db, log, now }: Parts): Realtime {
  const ownOrigin = new URL(config.publicUrl).origin
  const mayConnect = buckets({
    perSecond: (config.requestsPerMinute * handshakesARequest) / 60,
    holds: config.requestsPerMinute * handshakesARequest,
  })
  const tickets = createTickets(db, config.secret)
  let closing = false
  const adapters = new Map<string, ServersAdapter>()
  const io = new Server<Heard, Heard, Heard, Known>(http, {
    path: livePath,
    serveClient: false,
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    // A socket that enters no namespace holds a connection for nothing.
    connectTimeout: 5_000,
    allowRequest(request, decide) {
      const isOurs = !closing && request.headers.origin === ownOrigin
      decide(null, isOurs && mayConnect(addressOf(request, config.trustedProxies)))
    },
    // Called with `new`, which no arrow function can be.
    adapter: function between(namespace: Namespace) {
      const adapter = new ServersAdapter(namespace, pass)
      adapters.set(namespace.name, adapter)
      return adapter
    },
  })
  const connections = watchConnections(io.engine)
  // Nothing is ours in the namespace that every server has.
  io.use((_socket, next) => next(new Error('not_found')))
  let hearing: Listening | undefined
  let passed = 0
  const namespaces = new Map<string, LiveRoom>(liveNamespaces.map(name => [name, open(name)]))

  function open(name: LiveNamespace): LiveRoom {
    const namespace: LiveRoom = io.of(name)
    namespace.use((socket, next) => {
      tickets.redeem(name, socket.handshake.auth.ticket, now()).then(
        who => {
          if (!who) return next(new Error('unauthenticated'))
          const others = namespace.adapter.rooms.get(`login:${who.loginId}`)?.size ?? 0
          if (others >= mostOfLogin) return next(new Error('too_many'))
          socket.data = { who, log }
          socket.join([`person:${who.userId}`, `login:${who.loginId}`])
          next()
        },
        () => next(new Error('unavailable')),
      )
    })
    namespace.on('connection', socket => {
      const bear = bucket(unheard)
      socket.onAny(event => {
        if (socket.listenerCount(event) === 0 && !bear()) socket.conn.close()
      })
    })
    return namespace
  }

  function pass(message: ClusterMessage): void {
    const notice: Notice = { passing: message, number: ++passed }
    hearing?.say(cut(JSON.stringify(notice)))
  }

  const join = createJoiner()

  function hear(payload: string): void {
    const text = join(payload)
    if (!text) return
    const notice: Notice = JSON.parse(text)
    if ('passing' in notice) {
      adapters.get(notice.passing.nsp)?.hear(notice.passing)
      return
    }
    if ('end' in notice) {
      for (const namespace of namespaces.values()) namespace.local.in(notice.end).disconnectSockets(true)
      return
    }
    namespaces.get(notice.namespace)?.local.to(notice.room).emit(notice.event, notice.data)
  }

  /** Without a goodbye, after which a browser would not come back. */
  function closeAll(): void {
    for (const namespace of namespaces.values()) {
      for (const socket of namespace.sockets.values()) socket.conn.close()
    }
  }

  return {
    namespace: name => namespaces.get(name)!,
    async tell(trx, namespace, room, event, data) {
      const notice: Notice = { namespace, room, event, data }
      await sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(trx)
    },
    issueTicket: (namespace, who) => tickets.issue(namespace, who, now()),
    async start() {
      hearing = await listen(config.databaseUrl, channel, {
        hear,
        onReconnect() {
          // What was said meanwhile is lost to this server's sockets, the ends of logins too. Whoever connects anew proves who
          // they are, and fetches what came since.
          closeAll()
        },
        onUnsaid: reason => log.warn({ reason }, 'servers can’t hear each other'),
      })
    },
    async close() {
      closing = true
      closeAll()
      // The port is closed by its owner.
      io.engine.close()
      await hearing?.close()
      await connections.gone()
    },
    waitsFor: () => (connections.open() > 0 ? [`${connections.open()} live connections`] : []),
    cut: connections.terminate,
  }
}
