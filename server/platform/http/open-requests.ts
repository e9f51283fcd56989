import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Closing } from '../closing.ts'

/** How long a client has to send the first request on a connection that it opened before the port closed. */
const firstRequestMs = 2_000

/** How many of a connection's requests are being answered, and how many bytes had come when the last one was over. */
type Connection = { underWay: number; read: number }

/**
 * How the port shuts down: once every request is answered and every connection has ended. Call this before
 * adding the first route.
 */
export function closingOfPort(app: FastifyInstance): Closing {
  const requests = new Set<FastifyRequest>()
  const connections = new Map<Socket, Connection>()
  let closingSince = Number.POSITIVE_INFINITY
  app.addHook('onRequest', (request, reply, done) => {
    requests.add(request)
    reply.raw.once('close', () => requests.delete(request))
    done()
  })
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { underWay: 0, read: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    connection.underWay++
    const countRead = () => {
      connection.read = socket.bytesRead
    }
    response.once('close', () => {
      connection.underWay--
      countRead()
    })
    // A refused body may still come after its answer.
    request.once('close', countRead)
  })
  // Node's own also closes those on which nothing has come yet, though a request may be on its way: a proxy sends it right after it
  // has connected, until it notices that the server closes.
  app.server.closeIdleConnections = () => {
    const mayBegin = performance.now() < closingSince + firstRequestMs
    for (const [socket, { underWay, read }] of connections) {
      const isIdle = underWay === 0 && socket.bytesRead === read
      if (isIdle && !(mayBegin && read === 0)) socket.destroy()
    }
  }
  return {
    async close() {
      closingSince = performance.now()
      // Without this, a client that just got its answer would keep its idle connection for a minute: Node
      // closes only those that are idle when shutdown begins.
      const idle = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(idle))
    },
    waitsFor: () => [
      // An address may contain private values; its pattern doesn't.
      ...[...requests].map(({ method, routeOptions }) => `${method} ${routeOptions.url ?? 'nothing known'}`),
      ...(connections.size > 0 ? [`${connections.size} connections`] : []),
    ],
    cut() {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}
