import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Closing } from '../closing.ts'

/**
 * How the port shuts down: once every request is answered and every connection has ended. Call this before
 * adding the first route.
 */
export function closingOfPort(app: FastifyInstance): Closing {
  const requests = new Set<FastifyRequest>()
  const sockets = new Set<Socket>()
  app.addHook('onRequest', (request, reply, done) => {
    requests.add(request)
    reply.raw.once('close', () => requests.delete(request))
    done()
  })
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    async close() {
      // Without this, a client that just got its answer would keep its idle connection for a minute: Node
      // closes only those that are idle when shutdown begins.
      const idle = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(idle))
    },
    waitsFor: () => [
      // An address may contain private values; its pattern doesn't.
      ...[...requests].map(({ method, routeOptions }) => `${method} ${routeOptions.url ?? 'nothing known'}`),
      ...(sockets.size > 0 ? [`${sockets.size} connections`] : []),
    ],
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
