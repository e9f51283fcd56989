import { createServer } from 'node:net'

/** A port nothing listens on, chosen by the kernel. */
export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

/**
 * Whether this machine's own browser would reach us on the port: `localhost` may mean either address family, so
 * another program on one of them counts.
 */
export async function portIsFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    try {
      await listenOnce(port, host)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') return false
    }
  }
  return true
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
