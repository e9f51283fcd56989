import { createServer } from 'node:http'
import pg from 'pg'

/** The reference of the search's benchmark: nothing but node:http and pg around the same statements, prepared. */
const { DATABASE_URL, STATEMENTS = '[]', PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 })
const statements: { sql: string; parameters: unknown[] }[] = JSON.parse(STATEMENTS)
const queries = statements.map(({ sql, parameters }, n) => ({
  name: `search${n}`,
  text: sql,
  values: parameters,
}))

createServer(async (request, response) => {
  if (request.url === '/health/live') return response.end('live')
  const answers = []
  for (const query of queries) answers.push((await pool.query(query)).rows)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ status: 'success', posts: answers.at(-1) }))
}).listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
