import type { MediaAccess } from '#shared/api/meeting-events.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { type Call, type CallEvents, type CallPeer, type Size, type Source, sources } from './call.ts'
import { JanusPublisher } from './janus-publisher.ts'
import { JanusError, type JanusEvent, JanusSession } from './janus-session.ts'
import { type FeedStream, JanusSubscriber } from './janus-subscriber.ts'

type Options = CallEvents & {
  iceServers: RTCIceServer[]
  tracks: Readonly<Record<Source, MediaStreamTrack | null>>
  /** The entry to the room, requested again after a longer loss. */
  access: () => Promise<MediaAccess>
  /** The room has the person's publisher. */
  onJoined: (feed: number) => void
  /** Our own code or the browser has kept the person from the room several times, and the call has given up. */
  onFailed: (error: unknown) => void
}

type PublishedStream = { mid: string; type: string; description?: string; disabled?: boolean }
type Publisher = { id: number; streams?: PublishedStream[] }
type Parts = { session: JanusSession; publisher: JanusPublisher; subscriber: JanusSubscriber; handle: number }

const longestPauseMs = 10_000
const mendEveryMs = 8000
/** How often another path is looked for before the room is entered again. */
const mostMends = 3
/** How many failures in a row that neither the network nor a server causes end the call: a browser may stumble once. */
const mostFaults = 3
/** An entry that holds this long ends the row: even over a slow line, a failure to receive has come up by then. */
const holdsAfterMs = 30_000
const largest = 2
const smallerForMs = 30_000

/** A call through a Janus room: each client sends once, to the server, and receives the others from it. */
export class JanusCall implements Call {
  readonly #options: Options
  readonly #tracks: Record<Source, MediaStreamTrack | null>
  readonly #published = new Map<number, PublishedStream[]>()
  readonly #shown = new Set<string>()
  #peers: readonly CallPeer[] = []
  #sizes: ReadonlyMap<string, Size> = new Map()
  #access: MediaAccess | undefined
  #parts: Parts | undefined
  #iceServers: RTCIceServer[]
  #smaller: ReturnType<typeof setTimeout> | undefined
  #mends = 0
  #faults = 0
  #holding: ReturnType<typeof setTimeout> | undefined
  readonly #mend: ReturnType<typeof setInterval>
  #closed = false
  #isEntering = false
  #wasReached = false

  constructor(options: Options) {
    this.#options = options
    this.#tracks = { ...options.tracks }
    this.#iceServers = options.iceServers
    this.#mend = setInterval(() => this.#mendPath(), mendEveryMs)
    void this.#enterWithRetries()
  }

  async setTrack(source: Source, track: MediaStreamTrack | null): Promise<void> {
    this.#tracks[source] = track
    await this.#parts?.publisher.setTrack(source, track)
  }

  setPeers(peers: readonly CallPeer[]): void {
    this.#peers = peers
    this.#update()
  }

  setSizes(sizes: ReadonlyMap<string, Size>): void {
    this.#sizes = sizes
    this.#chooseLayers()
  }

  setIceServers(servers: RTCIceServer[]): void {
    this.#iceServers = servers
    this.#parts?.publisher.setIceServers(servers)
    this.#parts?.subscriber.setIceServers(servers)
  }

  recover(): void {
    const { publisher, subscriber } = this.#parts ?? {}
    if (publisher?.isBroken()) void publisher.restart()
    if (subscriber?.isBroken()) subscriber.restart()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#smaller)
    clearInterval(this.#mend)
    this.#closeParts()
  }

  /** Repeats what may have been lost while a path is broken. A server that has forgotten the connection doesn't mend it. */
  #mendPath(): void {
    const { publisher, subscriber } = this.#parts ?? {}
    this.#mends = publisher?.isBroken() || subscriber?.isBroken() ? this.#mends + 1 : 0
    if (this.#mends > mostMends) void this.#enterWithRetries()
    else this.recover()
  }

  /** Enters the room, retrying until it succeeds or gives up. */
  async #enterWithRetries(): Promise<void> {
    if (this.#isEntering) return
    this.#isEntering = true
    this.#closeParts()
    // Nobody's media arrives now, and the last pictures would freeze.
    this.#reportMedia()
    for (let pauseMs = 500; !this.#closed; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await this.#enter()
        this.#holding = setTimeout(() => {
          this.#faults = 0
        }, holdsAfterMs)
        break
      } catch (error) {
        this.#closeParts()
        if (this.#givesUp(error)) return
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    }
    this.#isEntering = false
  }

  /** Counts a failure that would only happen again, and ends the call if it has happened often enough. */
  #givesUp(error: unknown): boolean {
    if (this.#closed || error instanceof JanusError || error instanceof ProblemError) return false
    this.#faults++
    if (this.#faults < mostFaults) {
      logFailure('The media server’s room couldn’t be entered', error)
      return false
    }
    this.close()
    this.#options.onFailed(error)
    return true
  }

  async #enter(): Promise<void> {
    const access = await this.#options.access()
    this.#access = access
    const session = new JanusSession({
      url: access.url,
      token: access.token,
      onEvent: event => this.#hear(event),
      onLost: () => void this.#reclaim(session),
    })
    await session.open()
    const handle = await session.attach()
    const configuration = { iceServers: this.#iceServers }
    const publisher = new JanusPublisher({ session, handle, configuration, tracks: this.#tracks })
    const subscriber = new JanusSubscriber({
      session,
      room: access.room,
      roomToken: access.room_token,
      configuration,
      onChange: () => this.#reportMedia(),
      onStuck: reason => {
        // Until the room is entered, it would count again and again, and nothing would follow.
        if (this.#isEntering || this.#parts?.subscriber !== subscriber) return
        if (!this.#givesUp(reason)) void this.#enterWithRetries()
      },
    })
    this.#parts = { session, publisher, subscriber, handle }
    if (this.#closed) return this.#closeParts()
    const { room, room_token: token, feed: id } = access
    const { data } = await session.request(handle, { request: 'join', ptype: 'publisher', room, token, id })
    subscriber.privateId = Number(data.private_id)
    this.#options.onJoined(id)
    this.#recordPublishers(data)
    await publisher.publish()
    // A track that was changed meanwhile.
    for (const source of sources) await publisher.setTrack(source, this.#tracks[source])
    this.#update()
  }

  /**
   * Reclaims a session whose socket was lost: its media continued. If it is gone too, enters the room again.
   */
  async #reclaim(session: JanusSession): Promise<void> {
    for (const pauseMs of [300, 1000, 3000]) {
      await new Promise(resolve => setTimeout(resolve, pauseMs))
      if (this.#closed || this.#parts?.session !== session) return
      try {
        await session.open()
        if (!(await this.#missedNothing(session))) break
        return this.recover()
      } catch {
        // The server may be restarting too.
      }
    }
    if (this.#parts?.session === session) await this.#enterWithRetries()
  }

  /** Whether the same people still send: events without a socket are lost. */
  async #missedNothing(session: JanusSession): Promise<boolean> {
    const { handle } = this.#parts!
    const { room, feed } = this.#access!
    const { data } = await session.request(handle, { request: 'listparticipants', room })
    const there = (data.participants as { id: number; publisher?: boolean }[])
      .filter(one => one.publisher && one.id !== feed)
      .map(one => one.id)
    return there.length === this.#published.size && there.every(id => this.#published.has(id))
  }

  #hear(event: JanusEvent): void {
    const { data, candidate, sender } = event
    if (data.hangup && !this.#isEntering) return void this.#enterWithRetries()
    if (candidate) {
      // The subscriber may not know its handle yet.
      const part = sender === this.#parts?.handle ? this.#parts?.publisher : this.#parts?.subscriber
      part?.reach(candidate)
      return
    }
    if (this.#parts?.subscriber.hears(event)) {
      this.#parts.subscriber.take(event)
      return
    }
    this.#recordPublishers(data)
    this.#update()
  }

  #recordPublishers({ publishers, unpublished, leaving }: JanusEvent['data']): void {
    for (const { id, streams } of (publishers ?? []) as Publisher[]) this.#published.set(id, streams ?? [])
    for (const gone of [unpublished, leaving]) if (typeof gone === 'number') this.#published.delete(gone)
  }

  #update(): void {
    this.#parts?.subscriber.want(this.#peers.flatMap(peer => this.#streamsOf(peer)))
    this.#chooseLayers()
    this.#reportMedia()
  }

  #streamsOf({ feed }: CallPeer): (FeedStream & { source: Source })[] {
    const streams = feed === null ? [] : (this.#published.get(feed) ?? [])
    return streams.flatMap(({ mid, description, disabled }) => {
      const source = sources.find(one => one === description)
      return source && !disabled ? [{ feed: feed!, mid, source }] : []
    })
  }

  /** A weak line gets a smaller picture, and so does a person who is displayed small. */
  #chooseLayers(): void {
    const { subscriber } = this.#parts ?? {}
    if (!subscriber) return
    if (subscriber.line() === 'weak') this.#goSmaller()
    const weak = this.#smaller ? 1 : 0
    for (const peer of this.#peers) {
      const layer = (this.#sizes.get(peer.id) === 'small' ? 1 : largest) - weak
      for (const { source, feed, mid } of this.#streamsOf(peer)) {
        if (source === 'camera') subscriber.setLayer({ feed, mid }, layer)
      }
    }
  }

  /** For a while: a line recovers with less on it, and would get weak again with more. */
  #goSmaller(): void {
    this.#smaller ??= setTimeout(() => {
      this.#smaller = undefined
      this.#chooseLayers()
    }, smallerForMs)
  }

  #reportMedia(): void {
    const { subscriber } = this.#parts ?? {}
    const arriving = subscriber?.arriving() ?? []
    const now = subscriber?.line() ?? 'connecting'
    if (now !== 'connecting') this.#wasReached = true
    const line = now === 'connecting' && this.#wasReached ? 'lost' : now
    for (const peer of this.#peers) {
      const tracks = Object.fromEntries(
        this.#streamsOf(peer).flatMap(({ source, feed, mid }) => {
          const found = arriving.find(one => one.feed === feed && one.mid === mid)
          return found ? [[source, found.track]] : []
        }),
      )
      this.#shown.add(peer.id)
      this.#options.onMedia(peer.id, { tracks, line })
    }
    for (const id of [...this.#shown].filter(id => !this.#peers.some(peer => peer.id === id))) {
      this.#shown.delete(id)
      this.#options.onMedia(id, null)
    }
    this.#chooseLayers()
  }

  #closeParts(): void {
    clearTimeout(this.#holding)
    this.#published.clear()
    this.#parts?.publisher.close()
    this.#parts?.subscriber.close()
    this.#parts?.session.close()
    this.#parts = undefined
  }
}
