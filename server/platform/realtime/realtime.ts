import type { Server as HttpServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { Config } from '#server/config/config.ts'
import { type LiveNamespace, liveNamespaces, livePath } from '#shared/api/live.ts'
import type { Bus, Notice } from '../bus/bus.ts'
import type { Closing } from '../closing.ts'
import type { Database } from '../db/database.ts'
import { callerOfSocket } from '../http/call-limits.ts'
import type { LoginRef } from '../http/router.ts'
import type { Redis } from '../redis/redis.ts'
import { unheard, watchConnections } from './bounds.ts'
import { bucket, buckets } from './bucket.ts'
import { ServersAdapter } from './servers-adapter.ts'
import { createTickets } from './tickets.ts'

type Known = { login: LoginRef; log: FastifyBaseLogger }
/**
 * A connection of a signed-in person in a namespace: in the rooms `person:ID` and `login:ID` from the start.
 */
export type LiveSocket = Socket<Heard, Heard, Heard, Known>
export type LiveRoom = Namespace<Heard, Heard, Heard, Known>
// Each noun declares its events as schemas in shared/api, and handles them through onEvent.
// biome-ignore lint/suspicious/noExplicitAny: this is socket.io’s own type for a map of events
type Heard = Record<string, (...args: any[]) => void>

export type Realtime = Closing & {
  /**
   * The sockets of one namespace. `to(room).emit` reaches every server at once, and is lost with a server
   * that dies: use it for short-lived events (typing, cursors, signaling).
   */
  namespace(name: LiveNamespace): LiveRoom
  /**
   * Sends an event to everyone in a room, on every server, if and when the transaction commits: for events
   * that belong to a row. `data` is at most some kB: the bus cuts what is longer than one notification into
   * pieces. A client that connects fetches earlier events.
   */
  tell(trx: Database, namespace: LiveNamespace, room: string, event: string, data: object): void
  /** A ticket for one socket of a namespace: one use, 30 seconds. */
  issueTicket(namespace: LiveNamespace, login: LoginRef): Promise<string>
}

type Parts = {
  http: HttpServer
  bus: Bus
  config: Config
  db: Database
  redis: Redis | undefined
  log: FastifyBaseLogger
  now: () => Temporal.Instant
}

/**
 * How many connections an address may make per minute, for each request that it may make: 1,500, and as many
 * at once. Hundreds of students share a dorm's address, and all reconnect when a server restarts; refused
 * ones retry a little later.
 */
const handshakesARequest = 1.25

/** How many windows of one browser may be in a namespace, on one server; more hear nothing and retry. */
const mostOfLogin = 30
/** How many windows of all of a person's logins may be in a namespace, on one server: they can have any number of logins. */
const mostOfPerson = 100

/** How long a connection may be in no namespace, where no limit counts it and no end of a login closes it. */
const nowhereMs = 5_000

/**
 * Live connections on the server's own port: websockets only, so that any server behind a load balancer takes
 * any of them. They come from our own pages, with a ticket; frames stay below 64 KB and uncompressed
 * (compression takes seven times as long).
 */
export function createRealtime({ http, bus, config, db, redis, log, now }: Parts): Realtime {
  const ownOrigin = new URL(config.publicUrl).origin
  const mayConnect = buckets({
    perSecond: (config.requestsPerMinute * handshakesARequest) / 60,
    holds: config.requestsPerMinute * handshakesARequest,
  })
  const tickets = createTickets({ db, redis }, config.secret)
  let closing = false
  const adapters = new Map<string, ServersAdapter>()
  const io = new Server<Heard, Heard, Heard, Known>(http, {
    path: livePath,
    serveClient: false,
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: nowhereMs,
    allowRequest(request, decide) {
      const isOurs = !closing && request.headers.origin === ownOrigin
      decide(null, isOurs && mayConnect(callerOfSocket(request, config.trustedProxies)))
    },
    // Called with `new`, which doesn't work with arrow functions.
    adapter: function between(namespace: Namespace) {
      const adapter = new ServersAdapter(namespace, passing => bus.broadcast({ passing }))
      adapters.set(namespace.name, adapter)
      return adapter
    },
  })
  const connections = watchConnections(io.engine)
  const watchNamespaces = closeNowhere()
  // The default namespace of every server is unused.
  io.use((_socket, next) => next(new Error('not_found')))
  const namespaces = new Map<string, LiveRoom>(liveNamespaces.map(name => [name, open(name)]))

  function open(name: LiveNamespace): LiveRoom {
    const namespace: LiveRoom = io.of(name)
    namespace.use((socket, next) => {
      tickets.redeem(name, socket.handshake.auth.ticket, now()).then(
        login => {
          if (!login) return next(new Error('unauthenticated'))
          const countIn = (room: string) => namespace.adapter.rooms.get(room)?.size ?? 0
          if (
            countIn(`login:${login.loginId}`) >= mostOfLogin ||
            countIn(`person:${login.userId}`) >= mostOfPerson
          ) {
            return next(new Error('too_many'))
          }
          socket.data = { login, log }
          socket.join([`person:${login.userId}`, `login:${login.loginId}`])
          next()
        },
        () => next(new Error('unavailable')),
      )
    })
    namespace.on('connection', socket => {
      watchNamespaces(socket)
      const takeUnheard = bucket(unheard)
      socket.onAny(event => {
        if (socket.listenerCount(event) === 0 && !takeUnheard()) socket.conn.close()
      })
    })
    return namespace
  }

  bus.subscribe((notice: Notice) => {
    if ('passing' in notice) adapters.get(notice.passing.nsp)?.hear(notice.passing)
    if ('room' in notice)
      namespaces.get(notice.namespace)?.local.to(notice.room).emit(notice.event, notice.data)
    if ('end' in notice) {
      for (const namespace of namespaces.values()) namespace.local.in(notice.end).disconnectSockets(true)
    }
    // Also the end of logins may be among what was missed. Reconnecting clients prove who they are again, and fetch.
    if ('missed' in notice) closeAll()
  })

  /** Without a close frame, after which a browser would not reconnect. */
  function closeAll(): void {
    for (const namespace of namespaces.values()) {
      for (const socket of namespace.sockets.values()) socket.conn.close()
    }
  }

  return {
    namespace: name => namespaces.get(name)!,
    tell: (trx, namespace, room, event, data) => bus.tell(trx, { namespace, room, event, data }),
    issueTicket: (namespace, login) => tickets.issue(namespace, login, now()),
    async close() {
      closing = true
      closeAll()
      // The port's owner closes it.
      io.engine.close()
      await connections.gone()
    },
    waitsFor: () => (connections.open() > 0 ? [`${connections.open()} live connections`] : []),
    cut: connections.terminate,
  }
}

/** Closes a connection that left every namespace it was in; socket.io does so only if it never entered one. */
function closeNowhere(): (socket: LiveSocket) => void {
  const entered = new WeakMap<object, number>()
  return socket => {
    const { conn } = socket
    entered.set(conn, (entered.get(conn) ?? 0) + 1)
    socket.once('disconnect', () => {
      entered.set(conn, entered.get(conn)! - 1)
      const timer = setTimeout(() => {
        if (entered.get(conn) === 0) conn.close()
      }, nowhereMs)
      timer.unref()
    })
  }
}
