import { createServer } from 'node:http'
import pg from 'pg'

/** The reference of the feed's benchmark: nothing but node:http and pg around the same SQL, prepared. */
const { DATABASE_URL, FEED_SQL = '', FEED_VALUES = '[]', PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 })
const query = { name: 'feed', text: FEED_SQL, values: JSON.parse(FEED_VALUES) }

createServer(async (request, response) => {
  if (request.url === '/health/live') return response.end('live')
  const { rows } = await pool.query(query)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ status: 'success', posts: rows }))
}).listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
