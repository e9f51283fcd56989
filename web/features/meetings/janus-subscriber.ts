import { addCandidate } from './add-candidate.ts'
import type { Line } from './call.ts'
import { JanusError, type JanusEvent, type JanusSession } from './janus-session.ts'
import { lineBetween, type Reception, readReception } from './line-quality.ts'

/** A stream of somebody's feed. */
export type FeedStream = { feed: number; mid: string }

/** An arriving stream: the track of one of a feed's streams. */
export type ArrivingStream = FeedStream & { track: MediaStreamTrack }

type Options = {
  session: JanusSession
  room: number
  roomToken: string
  configuration: RTCConfiguration
  onChange: () => void
  /** Receiving can't go on for this reason, and only a new session helps. Called until then. */
  onStuck: (reason: unknown) => void
}

type ToldStream = { mid: string; active?: boolean; send?: boolean; feed_id?: number; feed_mid?: string }

const lookEveryMs = 3000

/** Everything received from the room, over one connection (VideoRoom's multistream subscriber). */
export class JanusSubscriber {
  /** From the publisher's answer; the server requires it for receiving as the same person. */
  privateId: number | undefined
  readonly #options: Options
  readonly #connection: RTCPeerConnection
  #handle: number | undefined
  #wanted = new Map<string, FeedStream>()
  #accepted = new Map<string, FeedStream>()
  #told: ToldStream[] = []
  #layers = new Map<string, number>()
  #work: Promise<unknown> = Promise.resolve()
  #line: Line = 'connecting'
  #stuckBy: unknown = null
  #isRestarting = false
  readonly #look: ReturnType<typeof setInterval>

  constructor(options: Options) {
    this.#options = options
    this.#connection = new RTCPeerConnection(options.configuration)
    this.#connection.onicecandidate = ({ candidate }) => {
      if (this.#handle !== undefined) options.session.trickle(this.#handle, candidate?.toJSON() ?? null)
    }
    this.#connection.onconnectionstatechange = () => this.#follow()
    let before: Reception | undefined
    this.#look = setInterval(async () => {
      this.#queue(() => this.#subscribe())
      if (this.#stuckBy) options.onStuck(this.#stuckBy)
      if (this.#connection.connectionState !== 'connected') return
      const now = await readReception(this.#connection)
      if (before) this.#setLine(lineBetween(before, now))
      before = now
    }, lookEveryMs)
  }

  line = () => this.#line

  arriving(): ArrivingStream[] {
    const transceivers = this.#connection.getTransceivers()
    return this.#told.flatMap(({ mid, active, feed_id, feed_mid }) => {
      const track = transceivers.find(one => one.mid === mid)?.receiver.track
      if (!track || active === false || feed_id === undefined || feed_mid === undefined) return []
      return [{ feed: feed_id, mid: feed_mid, track }]
    })
  }

  /** What to receive from now on; everything else ends. */
  want(streams: readonly FeedStream[]): void {
    this.#wanted = new Map(streams.map(one => [keyOf(one), one]))
    this.#queue(() => this.#subscribe())
  }

  /** Which of a stream's three sizes to receive: 2 is the largest. */
  setLayer(stream: FeedStream, layer: number): void {
    const key = keyOf(stream)
    if (this.#layers.get(key) === layer) return
    this.#layers.set(key, layer)
    this.#queue(() => this.#tellLayers([key]))
  }

  hears({ sender }: JanusEvent): boolean {
    return sender !== undefined && sender === this.#handle
  }

  /** The server sends a new offer by itself when a feed ends. */
  take(event: JanusEvent): void {
    this.#queue(() => this.#answer(event))
  }

  /** A candidate of the server. */
  reach(candidate: RTCIceCandidateInit): void {
    void addCandidate(this.#connection, candidate)
  }

  /** Looks for another network path from the server. */
  restart(): void {
    if (this.#handle === undefined || this.#isRestarting) return
    this.#isRestarting = true
    this.#queue(async () => {
      try {
        await this.#answer(await this.#ask({ request: 'configure', restart: true }))
      } finally {
        this.#isRestarting = false
      }
    })
  }

  setIceServers(iceServers: RTCIceServer[]): void {
    this.#connection.setConfiguration({ ...this.#connection.getConfiguration(), iceServers })
  }

  isBroken(): boolean {
    return this.#line === 'lost'
  }

  close(): void {
    clearInterval(this.#look)
    this.#connection.close()
  }

  async #subscribe(): Promise<void> {
    const subscribe = [...this.#wanted]
      .filter(([key]) => !this.#accepted.has(key))
      .map(([, stream]) => stream)
    const unsubscribe = [...this.#accepted]
      .filter(([key]) => !this.#wanted.has(key))
      .map(([, stream]) => stream)
    if (subscribe.length === 0 && unsubscribe.length === 0) return
    const wanted = this.#wanted
    // For one feed that has ended meanwhile, the server refuses all of them; `#look` asks again, for those there are by then.
    const answer = await this.#askFor(subscribe, unsubscribe)
    this.#accepted = wanted
    await this.#answer(answer)
    await this.#tellLayers(subscribe.map(keyOf))
  }

  /** The first time it joins, on a handle of its own: one whose join was refused can't subscribe to anything. */
  async #askFor(subscribe: readonly FeedStream[], unsubscribe: readonly FeedStream[]): Promise<JanusEvent> {
    if (this.#handle === undefined) {
      const { session, room, roomToken } = this.#options
      const handle = await session.attach()
      const who = { ptype: 'subscriber', room, token: roomToken, private_id: this.privateId }
      const joined = await session.request(handle, { request: 'join', ...who, streams: subscribe })
      this.#handle = handle
      return joined
    }
    const lists = {
      ...(subscribe.length > 0 && { subscribe }),
      ...(unsubscribe.length > 0 && { unsubscribe }),
    }
    return this.#ask({ request: 'update', ...lists })
  }

  async #tellLayers(keys: readonly string[]): Promise<void> {
    const streams = this.#told.flatMap(({ mid, feed_id, feed_mid }) => {
      const key = `${feed_id} ${feed_mid}`
      const layer = this.#layers.get(key)
      return keys.includes(key) && layer !== undefined ? [{ mid, substream: layer }] : []
    })
    if (streams.length > 0) await this.#ask({ request: 'configure', streams })
  }

  async #answer({ data, jsep }: JanusEvent): Promise<void> {
    if (Array.isArray(data.streams)) this.#told = data.streams as ToldStream[]
    if (jsep) await this.#accept(jsep)
    this.#options.onChange()
  }

  async #accept(offer: RTCSessionDescriptionInit): Promise<void> {
    try {
      await this.#connection.setRemoteDescription(offer)
      await this.#connection.setLocalDescription()
      await this.#ask({ request: 'start' }, this.#connection.localDescription)
    } catch (error) {
      // The server makes no other offer.
      this.#stuckBy = error
      throw error
    }
  }

  /** One negotiation after the other: the server has one open offer at a time. */
  #queue(task: () => Promise<void>): void {
    this.#work = this.#work.then(task).catch(error => {
      // A refusal is followed by the next look, and what fails because the call ended by nothing.
      if (!(error instanceof JanusError || this.#connection.signalingState === 'closed'))
        this.#stuckBy = error
    })
  }

  #follow(): void {
    const { connectionState } = this.#connection
    if (connectionState === 'connected') this.#setLine('good')
    else if (connectionState === 'disconnected' || connectionState === 'failed') this.#setLine('lost')
    if (connectionState === 'failed') this.restart()
  }

  #setLine(line: Line): void {
    if (line === this.#line) return
    this.#line = line
    this.#options.onChange()
  }

  #ask(body: object, jsep?: RTCSessionDescription | null): Promise<JanusEvent> {
    return this.#options.session.request(this.#handle!, body, jsep?.toJSON())
  }
}

function keyOf({ feed, mid }: FeedStream): string {
  return `${feed} ${mid}`
}
