import { connect, createServer, type Socket } from 'node:net'

/** One address in front of several servers, like a load balancer. */
export type Balancer = {
  url: string
  /** Cuts every open connection, like a failing network. */
  cut(): void
  /** Passes nothing more on over the open connections, nor ends them, like a firewall that forgot them. */
  forget(): void
  /** Ends the next connection at once. */
  refuseNext(): void
  close(): Promise<void>
}

/**
 * Listens on a port and passes each connection to the next of the servers, or the one after it if that one
 * doesn't answer. Bytes pass unchanged, so sockets do too.
 */
export async function startBalancer(port: number, servers: string[]): Promise<Balancer> {
  const open = new Map<Socket, Socket>()
  let turn = 0
  let isRefusing = false
  const handOn = (client: Socket, tries: number) => {
    const { hostname, port: there } = new URL(servers[turn++ % servers.length]!)
    const server = connect(Number(there), hostname)
    open.set(client, server)
    let through = false
    const end = () => {
      client.destroy()
      server.destroy()
    }
    server.once('connect', () => {
      through = true
      client.pipe(server).pipe(client)
    })
    server.on('error', () => {
      if (!through && tries > 1 && !client.destroyed) handOn(client, tries - 1)
      else end()
    })
    server.on('close', () => through && end())
    client.on('error', end)
    client.on('close', () => {
      open.delete(client)
      end()
    })
  }
  const listener = createServer({ pauseOnConnect: false }, client => {
    if (isRefusing) {
      isRefusing = false
      client.destroy()
      return
    }
    handOn(client, servers.length)
  })
  await new Promise<void>(resolve => listener.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const client of open.keys()) client.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    forget() {
      for (const [client, server] of open) {
        client.unpipe(server).resume()
        server.unpipe(client).resume()
      }
    },
    refuseNext() {
      isRefusing = true
    },
    async close() {
      cut()
      await new Promise(resolve => listener.close(resolve))
    },
  }
}
