import type { Server } from 'socket.io'

type Engine = Server['engine']
type Connection = { transport: { socket?: { bufferedAmount: number } }; close: (discard?: boolean) => void }

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
      const unread = connection.transport.socket?.bufferedAmount ?? 0
      if (unread > maxUnreadBytes) connection.close(true)
    }
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
