import { kindOf, type Line, type RemoteMedia, type Source, sources } from './call.ts'
import { lineBetween, readReception } from './line-quality.ts'

/** What the two sides of a connection tell each other. `connection` names it: one that was begun anew is another. */
export type Signal = {
  connection: string
  /** Begins a connection, where a later offer of it changes one that is there. */
  first?: boolean | undefined
  description?: { type: RTCSdpType; sdp: string } | undefined
  candidate?: RTCIceCandidateInit | null | undefined
  /** The connection that is spoken of isn't there. */
  reset?: boolean | undefined
}

export type LinkOptions = {
  id: string
  /** Whether this side makes the connection and keeps its offer when both make one; the other side answers and gives way. */
  leads: boolean
  configuration: RTCConfiguration
  tracks: Readonly<Record<Source, MediaStreamTrack | null>>
  send: (signal: Signal) => void
  onMedia: (media: RemoteMedia) => void
}

const lookEveryMs = 3000
/** What was told may be lost with a server, so a side that waits for longer tells it again. */
const mendEveryMs = 8000
const bitrates: Record<Source, number> = { microphone: 64_000, camera: 1_200_000, screen: 2_000_000 }

/**
 * One connection to one person, negotiated as W3C's "perfect negotiation" (www.w3.org/TR/webrtc/#perfect-negotiation-example).
 * It has a place for each source from the start, so that a source comes and goes without negotiating: only a path that broke is
 * negotiated anew.
 */
export class PeerLink {
  readonly id: string
  readonly #options: LinkOptions
  readonly #connection: RTCPeerConnection
  readonly #tracks: Record<Source, MediaStreamTrack | null>
  readonly #received: RemoteMedia['tracks'] = {}
  #makingOffer = false
  #ignoreOffer = false
  #settingAnswer = false
  #begun = false
  #line: Line = 'connecting'
  #receiving: Promise<void> = Promise.resolve()
  #look: ReturnType<typeof setInterval> | undefined
  readonly #mend: ReturnType<typeof setInterval>

  constructor(options: LinkOptions) {
    this.id = options.id
    this.#options = options
    this.#tracks = { ...options.tracks }
    this.#connection = new RTCPeerConnection(options.configuration)
    this.#connection.onnegotiationneeded = () => void this.#offer()
    this.#connection.onicecandidate = ({ candidate }) =>
      this.#send({ candidate: candidate?.toJSON() ?? null })
    this.#connection.onconnectionstatechange = () => this.#follow()
    this.#connection.ontrack = ({ track, transceiver }) => {
      const source = sources[this.#connection.getTransceivers().indexOf(transceiver)]
      if (source) this.#received[source] = track
      this.#tell()
    }
    if (options.leads) {
      for (const source of sources) {
        this.#connection.addTransceiver(this.#tracks[source] ?? kindOf(source), {
          direction: 'sendrecv',
          sendEncodings: [{ maxBitrate: bitrates[source] }],
        })
      }
    }
    this.#mend = setInterval(() => options.leads && this.recover(), mendEveryMs)
    // Also the line of a connection that never comes about is known.
    this.#tell()
  }

  async setTrack(source: Source, track: MediaStreamTrack | null): Promise<void> {
    this.#tracks[source] = track
    await this.#connection.getTransceivers()[sources.indexOf(source)]?.sender.replaceTrack(track)
  }

  setIceServers(iceServers: RTCIceServer[]): void {
    this.#connection.setConfiguration({ ...this.#connection.getConfiguration(), iceServers })
  }

  /** Takes what the other side says, one thing after the other: a candidate fits only once its description is in place. */
  receive(signal: Signal): Promise<void> {
    const taken = this.#receiving.then(() => this.#take(signal))
    this.#receiving = taken.catch(() => {})
    return taken
  }

  async #take({ description, candidate }: Signal): Promise<void> {
    try {
      if (description) await this.#describe(description)
      // Without the description, which was lost, it fits nothing; that comes again with the candidates in it.
      else if (candidate !== undefined && this.#connection.remoteDescription)
        await this.#connection.addIceCandidate(candidate)
    } catch (error) {
      // Candidates of an offer that was ignored fit nothing; and nothing arrives in a connection that was closed meanwhile.
      if (!this.#ignoreOffer && this.#connection.signalingState !== 'closed') throw error
    }
  }

  /** Tells again what may have been lost on the way, and looks for another path where this one is broken. */
  recover(): void {
    const { connectionState, signalingState, localDescription } = this.#connection
    if (connectionState === 'connected' && signalingState === 'stable') return
    if (signalingState === 'have-local-offer' && localDescription) this.#sendDescription(localDescription)
    else if (this.#begun) this.#connection.restartIce()
  }

  close(): void {
    clearInterval(this.#look)
    clearInterval(this.#mend)
    this.#connection.onconnectionstatechange = null
    this.#connection.close()
  }

  async #offer(): Promise<void> {
    try {
      this.#makingOffer = true
      await this.#connection.setLocalDescription()
      this.#sendDescription(this.#connection.localDescription!)
    } catch (error) {
      if (this.#connection.signalingState !== 'closed') throw error
    } finally {
      this.#makingOffer = false
    }
  }

  async #describe(description: RTCSessionDescriptionInit): Promise<void> {
    const connection = this.#connection
    // An offer that was told twice is answered twice.
    if (description.type === 'answer' && connection.signalingState !== 'have-local-offer') return
    const ready = !this.#makingOffer && (connection.signalingState === 'stable' || this.#settingAnswer)
    const collides = description.type === 'offer' && !ready
    this.#ignoreOffer = this.#options.leads && collides
    if (this.#ignoreOffer) return
    this.#settingAnswer = description.type === 'answer'
    await connection.setRemoteDescription(description)
    this.#settingAnswer = false
    this.#begun = true
    if (description.type !== 'offer') return
    await this.#fillPlaces()
    await connection.setLocalDescription()
    this.#sendDescription(connection.localDescription!)
  }

  /** Sends in the places that the other side's offer has made. */
  async #fillPlaces(): Promise<void> {
    for (const [index, source] of sources.entries()) {
      const transceiver = this.#connection.getTransceivers()[index]
      if (!transceiver || transceiver.direction === 'sendrecv') continue
      transceiver.direction = 'sendrecv'
      await transceiver.sender.replaceTrack(this.#tracks[source])
      const parameters = transceiver.sender.getParameters()
      for (const encoding of parameters.encodings) encoding.maxBitrate = bitrates[source]
      await transceiver.sender.setParameters(parameters)
    }
  }

  #follow(): void {
    const { connectionState } = this.#connection
    if (connectionState === 'connected') {
      this.#setLine('good')
      this.#watch()
    } else if (connectionState === 'disconnected' || connectionState === 'failed') {
      this.#setLine('lost')
    }
    if (connectionState === 'failed') this.#connection.restartIce()
  }

  #watch(): void {
    clearInterval(this.#look)
    let before = readReception(this.#connection)
    this.#look = setInterval(async () => {
      if (this.#connection.connectionState !== 'connected') return
      const [last, now] = [await before, await readReception(this.#connection)]
      before = Promise.resolve(now)
      if (this.#connection.connectionState === 'connected') this.#setLine(lineBetween(last, now))
    }, lookEveryMs)
  }

  #setLine(line: Line): void {
    if (line === this.#line) return
    this.#line = line
    this.#tell()
  }

  #sendDescription({ type, sdp }: RTCSessionDescription): void {
    this.#send({ description: { type, sdp }, first: !this.#begun || undefined })
  }

  #send(signal: Omit<Signal, 'connection'>): void {
    this.#options.send({ connection: this.id, ...signal })
  }

  #tell(): void {
    this.#options.onMedia({ tracks: { ...this.#received }, line: this.#line })
  }
}
