import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A free port for a program that listens a moment later. The kernel doesn't give ports below 32,768 to outgoing connections (Linux and
 * macOS by default), which could otherwise take it meanwhile. Another process that asks at the same moment chooses among other ports, and
 * this one doesn't get a port again that it may not listen on yet.
 */
export async function freePort(): Promise<number> {
  last = (last + 1) % portsOfProcess
  const port = 20_000 + (process.pid % 60) * portsOfProcess + last
  return listenOnce(port, '127.0.0.1').catch(freePort)
}

const portsOfProcess = 200
let last = randomInt(portsOfProcess)

/**
 * Why this machine's browser could not reach us on the port, or undefined if it could: `localhost` may mean
 * either address family, so another program on one of them counts.
 */
export async function portFault(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    try {
      await listenOnce(port, host)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') return `Port ${port} is already in use.`
      if (code === 'EACCES') return `Port ${port} may not be used by this user.`
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') return message
    }
  }
  return undefined
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
