import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import type { Server } from 'socket.io'
import { bucket } from './bucket.ts'

/**
 * Far more than a page ever sends: signals of a call, a pointer thirty times a second, a description of 40
 * KB.
 */
const packets = { perSecond: 200, holds: 1_000 }
const bytes = { perSecond: 128 * 1024, holds: 2 * 1024 * 1024 }
/** A page enters up to four namespaces, and retries while the database is unreachable. */
const entries = { perSecond: 0.5, holds: 60 }
/** A page older than the server may send events that no handler knows anymore. */
export const unheard = { perSecond: 1, holds: 20 }

type Engine = Server['engine']
type WebSocket = EventEmitter & { bufferedAmount: number; terminate: () => void }
type Packet = { type: string; data?: string | Buffer }
type Connection = EventEmitter & {
  transport: { socket?: WebSocket }
  /** What waits for the transport, which takes one part at a time. */
  writeBuffer: { data?: unknown }[]
  close: (discard?: boolean) => void
}

/**
 * A client that reads slower than this is disconnected, and fetches the rest when there is room again
 * (security A-9).
 */
const maxUnreadBytes = 1024 * 1024
const lookEveryMs = 1_000

/** The open connections; cuts those whose client doesn't read. */
export function watchConnections(engine: Engine) {
  const connections = new Set<Connection>()
  // Including those that wait for the other end to close.
  const websockets = new Set<WebSocket>()
  engine.on('connection', (connection: Connection) => {
    const { socket } = connection.transport
    connections.add(connection)
    const isWithinBudget = budgetOf()
    // Listens before any handler acts on it.
    connection.on('packet', (packet: Packet) => {
      if (!isWithinBudget(packet)) connection.close(true)
    })
    connection.once('close', () => connections.delete(connection))
    if (!socket) return
    websockets.add(socket)
    socket.once('close', () => websockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const connection of connections) {
      if (unreadBytes(connection) <= maxUnreadBytes) continue
      const { socket } = connection.transport
      connection.close(true)
      // A close frame would wait behind all the unread data.
      socket?.terminate()
    }
  }, lookEveryMs)
  timer.unref()
  return {
    open: () => websockets.size,
    /** Resolves when all have closed. */
    async gone(): Promise<void> {
      for (const websocket of [...websockets]) if (websockets.has(websocket)) await once(websocket, 'close')
      clearInterval(timer)
    },
    terminate(): void {
      for (const websocket of websockets) websocket.terminate()
    },
  }
}

/** The limits of one connection, whatever it sends: returns whether a packet is within them. */
function budgetOf(): (packet: Packet) => boolean {
  const [takePacket, takeBytes, takeEntry] = [bucket(packets), bucket(bytes), bucket(entries)]
  // In socket.io's protocol, a message that begins with 0 asks to enter a namespace, known or not.
  return ({ type, data }) =>
    takePacket() &&
    takeBytes(data?.length ?? 0) &&
    (type !== 'message' || typeof data !== 'string' || !data.startsWith('0') || takeEntry())
}

function unreadBytes({ transport, writeBuffer }: Connection): number {
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0)
}
