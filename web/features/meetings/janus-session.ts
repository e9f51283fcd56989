import { randomUuid } from '#web/lib/random-uuid.ts'

export type JanusEvent = {
  sender?: number
  data: Record<string, unknown>
  jsep?: RTCSessionDescriptionInit
  /** Where the server can be reached for this handle's media. */
  candidate?: RTCIceCandidateInit
}

type Message = {
  janus: string
  transaction?: string
  session_id?: number
  sender?: number
  data?: { id: number }
  error?: { code: number; reason: string }
  plugindata?: { data: Record<string, unknown> }
  jsep?: RTCSessionDescriptionInit
  candidate?: RTCIceCandidateInit | { completed: true }
}

type Waiting = { resolve: (message: Message) => void; reject: (error: Error) => void; last: boolean }

const keepAliveMs = 20_000
const answerWithinMs = 10_000

/** The media server refused a request, or can’t be reached. */
export class JanusError extends Error {
  override name = 'JanusError'
}

/**
 * A session with Janus over its websocket (janus.conf.meetecho.com/docs/rest.html, "WebSockets"). A session
 * that lost its socket can be reclaimed with another, and its media continues meanwhile.
 */
export class JanusSession {
  readonly #url: string
  readonly #token: string | undefined
  readonly #waiting = new Map<string, Waiting>()
  readonly #onEvent: (event: JanusEvent) => void
  readonly #onLost: () => void
  #socket: WebSocket | undefined
  #id: number | undefined
  #alive: ReturnType<typeof setInterval> | undefined

  constructor(options: {
    url: string
    token: string | undefined
    onEvent: (event: JanusEvent) => void
    onLost: () => void
  }) {
    this.#url = options.url
    this.#token = options.token
    this.#onEvent = options.onEvent
    this.#onLost = options.onLost
  }

  /** Opens the session, or reclaims it after its socket was lost. */
  async open(): Promise<void> {
    try {
      await this.#connect()
      if (this.#id === undefined) this.#id = (await this.#ask({ janus: 'create' })).data!.id
      else await this.#ask({ janus: 'claim' })
    } catch (error) {
      this.#forget()
      throw error
    }
    const socket = this.#socket
    // A connection that a network dropped stays open here, and no answer is the only sign of it.
    this.#alive = setInterval(() => {
      this.#ask({ janus: 'keepalive' }).catch(() => this.#lose(socket))
    }, keepAliveMs)
  }

  async attach(): Promise<number> {
    return (await this.#ask({ janus: 'attach', plugin: 'janus.plugin.videoroom' })).data!.id
  }

  /** Asks the plugin and waits for its answer, not only for the acknowledgment. */
  async request(handle: number, body: object, jsep?: RTCSessionDescriptionInit | null): Promise<JanusEvent> {
    const message = await this.#ask(
      { janus: 'message', handle_id: handle, body, jsep: jsep ?? undefined },
      true,
    )
    const event = eventOf(message)
    if ('error' in event.data) throw new JanusError(String(event.data.error))
    return event
  }

  trickle(handle: number, candidate: RTCIceCandidateInit | null): void {
    const told = candidate ?? { completed: true }
    void this.#ask({ janus: 'trickle', handle_id: handle, candidate: told }).catch(() => null)
  }

  close(): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.#id !== undefined) {
      this.#socket.send(JSON.stringify(this.#signed({ janus: 'destroy', transaction: randomUuid() })))
    }
    this.#forget()
  }

  async #connect(): Promise<void> {
    this.#forget()
    const socket = new WebSocket(this.#url, 'janus-protocol')
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as Message)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      const fail = () => reject(new JanusError('The media server can’t be reached.'))
      socket.onclose = fail
      setTimeout(fail, answerWithinMs)
    })
    socket.onclose = () => this.#lose(socket)
  }

  #lose(socket: WebSocket | undefined): void {
    if (socket !== this.#socket) return
    this.#forget()
    this.#onLost()
  }

  #forget(): void {
    clearInterval(this.#alive)
    if (this.#socket) {
      this.#socket.onclose = null
      this.#socket.onmessage = null
      this.#socket.close()
      this.#socket = undefined
    }
    for (const { reject } of this.#waiting.values()) reject(new JanusError('The media server was lost.'))
    this.#waiting.clear()
  }

  #ask(message: Record<string, unknown>, last = false): Promise<Message> {
    const transaction = randomUuid()
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const timer = setTimeout(() => reject(new JanusError('The media server doesn’t answer.')), answerWithinMs)
    this.#waiting.set(transaction, { resolve, reject, last })
    if (this.#socket?.readyState !== WebSocket.OPEN) reject(new JanusError('The media server was lost.'))
    else this.#socket.send(JSON.stringify(this.#signed({ ...message, transaction })))
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(transaction)
    })
  }

  #signed(message: Record<string, unknown>): Record<string, unknown> {
    return { ...message, session_id: this.#id, token: this.#token }
  }

  #hear(message: Message): void {
    const waiting = message.transaction && this.#waiting.get(message.transaction)
    if (waiting) {
      if (message.janus === 'error') waiting.reject(new JanusError(message.error?.reason))
      // An acknowledgment means that the answer will follow.
      else if (message.janus !== 'ack' || !waiting.last) waiting.resolve(message)
      return
    }
    // The session expired while its socket was down.
    if (message.janus === 'timeout') this.#socket?.close()
    if (message.janus === 'event' && message.plugindata) this.#onEvent(eventOf(message))
    if (message.janus === 'trickle' && message.candidate && 'candidate' in message.candidate)
      this.#onEvent({ sender: message.sender!, data: {}, candidate: message.candidate })
    if (message.janus === 'hangup') this.#onEvent({ sender: message.sender!, data: { hangup: true } })
  }
}

function eventOf({ sender, plugindata, jsep }: Message): JanusEvent {
  return { sender: sender!, data: plugindata?.data ?? {}, jsep: jsep! }
}
