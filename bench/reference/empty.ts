import fastify from 'fastify'

/** The reference of an idle server's memory: Fastify with one route. */
const app = fastify()
app.get('/health/live', () => 'live')
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => process.exit(0))
