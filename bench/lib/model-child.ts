import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A language model in its own process, which answers each question in twenty pieces, the first after half a
 * second. Each piece says when it was sent, in milliseconds of the machine's shared clock.
 */
const firstAfterMs = 500
const betweenMs = 50
const pieces = 20

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    setTimeout(write, firstAfterMs, response, 1)
  })
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

function write(response: ServerResponse, number: number): void {
  const now = performance.timeOrigin + performance.now()
  const last = number === pieces
  const choice = { index: 0, delta: { content: `#${now.toFixed(2)} ` }, finish_reason: last ? 'stop' : null }
  response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
  if (last) response.end('data: [DONE]\n\n')
  else setTimeout(write, betweenMs, response, number + 1)
}
