import { createServer } from 'node:net'

/** A port nothing listens on, chosen by the kernel. */
export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

/**
 * Why this machine's own browser could not reach us on the port, or undefined when it could: `localhost` may mean
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
