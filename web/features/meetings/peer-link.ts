import { kindOf, type Line, type RemoteMedia, type Source, sources } from './call.ts'
import { lineBetween, readReception } from './line-quality.ts'

/** The signals between the two sides. `connection` names the connection: a restarted one has a new name. */
export type Signal = {
  connection: string
  /** Begins a connection, whereas a later offer changes an existing one. */
  first?: boolean | undefined
  description?: { type: RTCSdpType; sdp: string } | undefined
  candidate?: RTCIceCandidateInit | null | undefined
  /** The signal is for an unknown connection. */
  reset?: boolean | undefined
}

export type LinkOptions = {
  id: string
  /**
   * Whether this side makes the connection and keeps its offer on a collision; the other side answers and
   * yields.
   */
  leads: boolean
  configuration: RTCConfiguration
  tracks: Readonly<Record<Source, MediaStreamTrack | null>>
  send: (signal: Signal) => void
  onMedia: (media: RemoteMedia) => void
}

const lookEveryMs = 3000
/** A signal may be lost with a server, so a side that waits longer than this repeats its own. */
const mendEveryMs = 8000
const bitrates: Record<Source, number> = { microphone: 64_000, camera: 1_200_000, screen: 2_000_000 }

/**
 * One connection to one person, negotiated by W3C's "perfect negotiation"
 * (www.w3.org/TR/webrtc/#perfect-negotiation-example). It has a slot for each source from the start, so that
 * sources come and go without negotiating: only a broken path is renegotiated.
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
    // Includes the quality of a connection that never gets established.
    this.#tell()
  }

  async setTrack(source: Source, track: MediaStreamTrack | null): Promise<void> {
    this.#tracks[source] = track
    await this.#connection.getTransceivers()[sources.indexOf(source)]?.sender.replaceTrack(track)
  }

  setIceServers(iceServers: RTCIceServer[]): void {
    this.#connection.setConfiguration({ ...this.#connection.getConfiguration(), iceServers })
  }

  /** Handles the other side's signals one after the other: a candidate needs its description first. */
  receive(signal: Signal): Promise<void> {
    const taken = this.#receiving.then(() => this.#take(signal))
    this.#receiving = taken.catch(() => {})
    return taken
  }

  async #take({ description, candidate }: Signal): Promise<void> {
    try {
      if (description) await this.#describe(description)
      // Without the lost description, it fits nothing; that description comes again with the candidates in
      // it.
      else if (candidate !== undefined && this.#connection.remoteDescription)
        await this.#connection.addIceCandidate(candidate)
    } catch (error) {
      // Candidates of an ignored offer fit nothing; and a connection closed meanwhile takes nothing.
      if (!this.#ignoreOffer && this.#connection.signalingState !== 'closed') throw error
    }
  }

  /** Repeats signals that may have been lost, and looks for another path if this one is broken. */
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
    // An offer that arrives twice is answered twice.
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

  /** Sends in the slots that the other side's offer created. */
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
