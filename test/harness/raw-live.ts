import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { livePath } from '#shared/api/live.ts'

/** A handmade live connection, frame by frame, for what no honest client sends. */
export type RawLive = {
  /** The status of the handshake: 101 if it was accepted. */
  status: number
  socket: Socket
  /** Sends one frame; `opcode` 1 is text, 2 binary, 0 continues the previous one. */
  frame(payload: string | Buffer, options?: { opcode?: number; final?: boolean }): void
  /** The payload of each received text frame. */
  texts: string[]
  /** Resolves when the connection has ended, with its close code; null if there was none. */
  ended: Promise<number | null>
}

/** Opens a connection with the given headers; without an Origin among them, it sends none. */
export async function openRaw(url: string, headers: Record<string, string>): Promise<RawLive> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const key = randomBytes(16).toString('base64')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `GET ${livePath}/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n${lines.join('')}\r\n`,
  )
  const texts: string[] = []
  let waiting: Buffer = Buffer.alloc(0)
  let goodbye: number | null = null
  let status = 0
  const ended = new Promise<number | null>(resolve => socket.once('close', () => resolve(goodbye)))
  socket.on('error', () => {})
  await new Promise<void>(resolve => {
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      if (status === 0) {
        const end = waiting.indexOf('\r\n\r\n')
        if (end < 0) return
        status = Number(waiting.subarray(9, 12).toString())
        waiting = waiting.subarray(end + 4)
        resolve()
      }
      if (status !== 101) return
      for (let next = readFrame(waiting); next; next = readFrame(waiting)) {
        waiting = next.rest
        if (next.opcode === 8) {
          goodbye = next.payload.length >= 2 ? next.payload.readUInt16BE() : null
          socket.end(makeFrame(next.payload, 8, true))
        }
        if (next.opcode === 1) texts.push(next.payload.toString())
      }
    })
    socket.once('close', () => resolve())
  })
  return {
    status,
    socket,
    texts,
    ended,
    frame(payload, { opcode = 1, final = true } = {}) {
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
      if (socket.writable) socket.write(makeFrame(bytes, opcode, final))
    },
  }
}

/** A client frame: masked, here with zeros, which leave the payload unchanged. */
function makeFrame(payload: Buffer, opcode: number, final: boolean): Buffer {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = (final ? 0x80 : 0) | opcode
  if (length < 126) head[1] = 0x80 | length
  else if (length < 65_536) {
    head[1] = 0x80 | 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 0x80 | 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 0x7f
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return null
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + length) return null
  return {
    opcode: bytes[0]! & 0x0f,
    payload: bytes.subarray(start, start + length),
    rest: bytes.subarray(start + length),
  }
}
