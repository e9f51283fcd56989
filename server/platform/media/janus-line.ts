import { randomUUID } from 'node:crypto'

type Message = {
  janus: string
  transaction?: string
  data?: { id: number }
  error?: { code: number; reason: string }
  plugindata?: { data: Record<string, unknown> & { error_code?: number; error?: string } }
}

/** An error from Janus, with its text and number. */
export class JanusError extends Error {
  override name = 'JanusError'
  readonly code: number
  constructor(code: number, reason: string) {
    super(`Janus: ${reason} (${code})`)
    this.code = code
  }
}

/** A Janus that can't be reached, closed the connection or didn't answer in time. */
export class JanusAway extends Error {
  override name = 'JanusAway'
}

/** A connection to the video rooms of a Janus. */
export type JanusLine = {
  /** Sends one request to the plugin; a refusal throws a JanusError, and no answer a JanusAway. */
  ask(body: object): Promise<Record<string, unknown>>
  close(): void
}

const answersWithinMs = 3_000

/** Opens a session and a handle at a Janus over its websocket (janus.conf.meetecho.com/docs/rest.html). */
export async function openLine(url: string, token: string): Promise<JanusLine> {
  const socket = new WebSocket(url, 'janus-protocol')
  const waiting = new Map<string, { resolve: (message: Message) => void; reject: (error: Error) => void }>()
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new JanusAway(`Janus at ${url} ${reason}`))
    waiting.clear()
  }
  const close = () => socket.close()
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      fail('didn’t answer in time')
      close()
    }, answersWithinMs)
    return answer.finally(() => clearTimeout(timer))
  }
  socket.addEventListener('close', () => fail('closed the connection'))
  socket.addEventListener('error', () => fail('can’t be reached'))
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    // This is only the acknowledgment; the answer comes later.
    if (message.janus === 'ack') return
    const asked = waiting.get(message.transaction ?? '')
    waiting.delete(message.transaction ?? '')
    asked?.resolve(message)
  })

  async function send(request: object): Promise<Message> {
    const transaction = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    waiting.set(transaction, { resolve, reject })
    socket.send(JSON.stringify({ ...request, transaction, token }))
    const answer = await inTime(promise)
    if (answer.error) throw new JanusError(answer.error.code, answer.error.reason)
    return answer
  }

  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.set('opening', { resolve: () => resolve(), reject })
    socket.addEventListener('open', () => resolve())
    await inTime(promise)
    waiting.delete('opening')
    const session_id = (await send({ janus: 'create' })).data!.id
    const handle_id = (await send({ janus: 'attach', session_id, plugin: 'janus.plugin.videoroom' })).data!.id
    return {
      async ask(body) {
        const { plugindata } = await send({ janus: 'message', session_id, handle_id, body })
        const data = plugindata?.data ?? {}
        if (data.error_code !== undefined) throw new JanusError(data.error_code, String(data.error))
        return data
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
