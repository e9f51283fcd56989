import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Closing } from '../closing.ts'

/** How the port ends: once every request is answered and every connection has ended. To be asked for before the first route. */
export function closingOfPort(app: FastifyInstance): Closing {
  const requests = new Set<FastifyRequest>()
  const sockets = new Set<Socket>()
  app.addHook('onRequest', async (request, reply) => {
    requests.add(request)
    reply.raw.once('close', () => requests.delete(request))
  })
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    async close() {
      // Whoever is answered by now would keep their connection for a minute, asking nothing: Node ends only those that are idle
      // when it begins to close.
      const idle = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close().finally(() => clearInterval(idle))
    },
    waitsFor: () => [
      // An address may carry what is nobody else's; its pattern doesn't.
      ...[...requests].map(({ method, routeOptions }) => `${method} ${routeOptions.url ?? 'nothing known'}`),
      ...(sockets.size > 0 ? [`${sockets.size} connections`] : []),
    ],
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
