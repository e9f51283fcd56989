import { randomUuid } from '#web/lib/random-uuid.ts'
import type { Call, CallEvents, CallPeer, Source } from './call.ts'
import { PeerLink, type Signal } from './peer-link.ts'

type Options = CallEvents & {
  ownId: string
  iceServers: RTCIceServer[]
  tracks: Readonly<Record<Source, MediaStreamTrack | null>>
  send: (to: string, signal: Signal) => void
}

/** A call in which everyone sends to everyone: of two, the one with the lower id makes the connection. */
export class PeerCall implements Call {
  readonly #options: Options
  readonly #tracks: Record<Source, MediaStreamTrack | null>
  readonly #links = new Map<string, PeerLink>()
  #iceServers: RTCIceServer[]

  constructor(options: Options) {
    this.#options = options
    this.#tracks = { ...options.tracks }
    this.#iceServers = options.iceServers
  }

  async setTrack(source: Source, track: MediaStreamTrack | null): Promise<void> {
    this.#tracks[source] = track
    await Promise.all([...this.#links.values()].map(link => link.setTrack(source, track)))
  }

  setPeers(peers: readonly CallPeer[]): void {
    const peerIds = peers.map(({ id }) => id)
    for (const peerId of [...this.#links.keys()].filter(id => !peerIds.includes(id))) this.#drop(peerId)
    for (const peerId of peerIds.filter(id => this.#leads(id) && !this.#links.has(id))) {
      this.#open(peerId, randomUuid())
    }
  }

  /** Somebody's signal may arrive before we know that they entered. */
  async receive(from: string, signal: Signal): Promise<void> {
    const known = this.#links.get(from)
    if (known?.id === signal.connection) {
      if (!signal.reset) return known.receive(signal)
      if (this.#leads(from)) this.#open(from, randomUuid())
      else this.#drop(from)
      return
    }
    // A signal for a connection that this side has abandoned.
    if (this.#leads(from)) return
    if (signal.first) return this.#open(from, signal.connection).receive(signal)
    // The other side still uses what this one has lost.
    if (signal.description) this.#options.send(from, { connection: signal.connection, reset: true })
  }

  setSizes(): void {
    // Each sends one picture to each: there is no smaller size to request.
  }

  setIceServers(servers: RTCIceServer[]): void {
    this.#iceServers = servers
    for (const link of this.#links.values()) link.setIceServers(servers)
  }

  recover(): void {
    for (const link of this.#links.values()) link.recover()
  }

  close(): void {
    for (const link of this.#links.values()) link.close()
    this.#links.clear()
  }

  #leads(peerId: string): boolean {
    return this.#options.ownId < peerId
  }

  #open(peerId: string, id: string): PeerLink {
    this.#links.get(peerId)?.close()
    const { send, onMedia } = this.#options
    const link = new PeerLink({
      id,
      leads: this.#leads(peerId),
      configuration: { iceServers: this.#iceServers },
      tracks: this.#tracks,
      send: signal => send(peerId, signal),
      onMedia: media => onMedia(peerId, media),
    })
    this.#links.set(peerId, link)
    return link
  }

  #drop(peerId: string): void {
    this.#links.get(peerId)?.close()
    this.#links.delete(peerId)
    this.#options.onMedia(peerId, null)
  }
}
