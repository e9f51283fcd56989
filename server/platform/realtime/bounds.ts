import type { Server } from 'socket.io'

type Engine = Server['engine']
type Connection = {
  transport: { socket?: { bufferedAmount: number; terminate: () => void } }
  /** What waits for the transport, which takes a part at a time. */
  writeBuffer: { data?: unknown }[]
  close: (discard?: boolean) => void
}

/** Who reads slower than this is sent away, and fetches the rest when there is room again (security A-9). */
const maxUnreadBytes = 1024 * 1024
const lookEveryMs = 1_000

/** Cuts connections whose other end doesn't read what it is sent. Answers how to stop looking. */
export function cutSlowReaders(engine: Engine): () => void {
  const connections = new Set<Connection>()
  engine.on('connection', (connection: Connection & { once: (event: 'close', ran: () => void) => void }) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
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
  return () => clearInterval(timer)
}

function unreadBytes({ transport, writeBuffer }: Connection): number {
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0)
}
