import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import type { Server } from 'socket.io'

type Engine = Server['engine']
type WebSocket = EventEmitter & { bufferedAmount: number; terminate: () => void }
type Connection = {
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
  engine.on('connection', (connection: Connection & { once: (event: 'close', ran: () => void) => void }) => {
    const { socket } = connection.transport
    connections.add(connection)
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

function unreadBytes({ transport, writeBuffer }: Connection): number {
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0)
}
