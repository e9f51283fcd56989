import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import type { Server } from 'socket.io'
import { bucket } from './bucket.ts'

/** What a page sends at most, and much more: signals of a call, a pointer thirty times a second, a description of 40 KB. */
const packets = { perSecond: 200, holds: 1_000 }
const bytes = { perSecond: 128 * 1024, holds: 2 * 1024 * 1024 }
/** A page enters up to four parts of the product, and each again and again while the database is away. */
const entries = { perSecond: 0.5, holds: 60 }
/** A page that is older than the server may say what isn't heard any more. */
export const unheard = { perSecond: 1, holds: 20 }

type Engine = Server['engine']
type WebSocket = EventEmitter & { bufferedAmount: number; terminate: () => void }
type Packet = { type: string; data?: string | Buffer }
type Connection = EventEmitter & {
  transport: { socket?: WebSocket }
  /** What waits for the transport, which takes a part at a time. */
  writeBuffer: { data?: unknown }[]
  close: (discard?: boolean) => void
}

/** Who reads slower than this is sent away, and fetches the rest when there is room again (security A-9). */
const maxUnreadBytes = 1024 * 1024
const lookEveryMs = 1_000

/** The connections that are open; those whose other end doesn't read what it is sent are cut. */
export function watchConnections(engine: Engine) {
  const connections = new Set<Connection>()
  // They last until the other end has taken its leave, too.
  const websockets = new Set<WebSocket>()
  engine.on('connection', (connection: Connection) => {
    const { socket } = connection.transport
    connections.add(connection)
    const isBorne = budgetOf()
    // Told of before anybody acts on it.
    connection.on('packet', (packet: Packet) => {
      if (!isBorne(packet)) connection.close(true)
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
      // A goodbye would wait behind all that is unread.
      socket?.terminate()
    }
  }, lookEveryMs)
  timer.unref()
  return {
    open: () => websockets.size,
    /** Resolves when all have ended. */
    async gone(): Promise<void> {
      for (const websocket of [...websockets]) if (websockets.has(websocket)) await once(websocket, 'close')
      clearInterval(timer)
    },
    terminate(): void {
      for (const websocket of websockets) websocket.terminate()
    },
  }
}

/** What one connection may send, whatever it is: answers whether a packet is within it. */
function budgetOf(): (packet: Packet) => boolean {
  const [takePacket, takeBytes, takeEntry] = [bucket(packets), bucket(bytes), bucket(entries)]
  // By socket.io's protocol a message that begins with 0 asks to enter a namespace, known or not.
  return ({ type, data }) =>
    takePacket() &&
    takeBytes(data?.length ?? 0) &&
    (type !== 'message' || typeof data !== 'string' || !data.startsWith('0') || takeEntry())
}

function unreadBytes({ transport, writeBuffer }: Connection): number {
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0)
}
