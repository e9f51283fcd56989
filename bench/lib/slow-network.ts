import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

type Network = { roundTripMs: number; bytesPerSecond: number }

/**
 * A slow line to a port of this machine, which all connections share, until `close`. A browser's own throttling reaches neither
 * service workers nor the setup of a connection.
 */
export async function slowLineTo(port: number, { roundTripMs, bytesPerSecond }: Network) {
  const up = lane(roundTripMs / 2, bytesPerSecond)
  const down = lane(roundTripMs / 2, bytesPerSecond)
  const open = new Set<Socket>()
  const server = createServer(async client => {
    open.add(client)
    client.on('close', () => open.delete(client)).on('error', () => client.destroy())
    // The handshake, which loopback does at once.
    await setTimeout(roundTripMs)
    const target = connect(port, '127.0.0.1')
    target.on('error', () => client.destroy()).on('close', () => client.end())
    client.on('close', () => target.destroy())
    client.pipe(up()).pipe(target)
    target.pipe(down()).pipe(client)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The slow line has no port')
  return {
    port: address.port,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** One direction: each piece waits for its turn on the line, and arrives half a round trip later. */
function lane(delayMs: number, bytesPerSecond: number): () => Transform {
  let freeAt = 0
  return () => {
    let arrived: Promise<unknown> = Promise.resolve()
    return new Transform({
      async transform(piece: Buffer, _encoding, done) {
        freeAt = Math.max(freeAt, performance.now()) + (piece.length / bytesPerSecond) * 1000
        const sentAt = freeAt
        const travel = until(sentAt + delayMs)
        // One after the other: timers of nearly the same time can change places.
        arrived = Promise.all([arrived, travel]).then(() => this.push(piece))
        // The next piece may leave while this one travels.
        await until(sentAt)
        done()
      },
      flush: done => void arrived.then(() => done()),
    })
  }
}

const until = (time: number) => setTimeout(Math.max(0, time - performance.now()))
