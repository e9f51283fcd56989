import { addCandidate } from './add-candidate.ts'
import { kindOf, type Source, sources } from './call.ts'
import type { JanusEvent, JanusSession } from './janus-session.ts'

/** The camera is sent in three sizes, and each receiver gets the one that fits its display and line. */
const cameraEncodings: RTCRtpEncodingParameters[] = [
  { rid: 'h', maxBitrate: 1_200_000 },
  { rid: 'm', maxBitrate: 400_000, scaleResolutionDownBy: 2 },
  { rid: 'l', maxBitrate: 120_000, scaleResolutionDownBy: 4 },
]
const encodings: Record<Source, RTCRtpEncodingParameters[]> = {
  microphone: [{ maxBitrate: 64_000 }],
  camera: cameraEncodings,
  screen: [{ maxBitrate: 2_000_000 }],
}

type Options = {
  session: JanusSession
  handle: number
  configuration: RTCConfiguration
  tracks: Readonly<Record<Source, MediaStreamTrack | null>>
}

/**
 * What this client sends to the room: a slot for each source from the start, filled and emptied without
 * negotiating.
 */
export class JanusPublisher {
  readonly #options: Options
  readonly #connection: RTCPeerConnection
  #published = false
  #isBroken = false
  #isRestarting = false

  constructor(options: Options) {
    const { session, handle, configuration, tracks } = options
    this.#options = options
    this.#connection = new RTCPeerConnection(configuration)
    this.#connection.onicecandidate = ({ candidate }) => session.trickle(handle, candidate?.toJSON() ?? null)
    this.#connection.onconnectionstatechange = () => this.#follow()
    for (const source of sources) {
      this.#connection.addTransceiver(tracks[source] ?? kindOf(source), {
        direction: 'sendonly',
        sendEncodings: encodings[source],
      })
    }
  }

  async publish(): Promise<void> {
    const offer = await this.#connection.createOffer()
    await this.#connection.setLocalDescription(offer)
    const descriptions = this.#connection
      .getTransceivers()
      .map(({ mid }, index) => ({ mid, description: sources[index] }))
    const request = this.#published ? 'configure' : 'publish'
    const { jsep } = await this.#ask({ request, descriptions }, this.#connection.localDescription)
    if (jsep) await this.#connection.setRemoteDescription(jsep)
    this.#published = true
  }

  /** Looks for another network path to the server; a new offer replaces one that wasn't answered. */
  async restart(): Promise<void> {
    if (!this.#published || this.#isRestarting) return
    this.#isRestarting = true
    this.#connection.restartIce()
    // The call repeats it while the path is broken.
    await this.publish().catch(() => null)
    this.#isRestarting = false
  }

  /** A candidate of the server. */
  reach(candidate: RTCIceCandidateInit): void {
    void addCandidate(this.#connection, candidate)
  }

  async setTrack(source: Source, track: MediaStreamTrack | null): Promise<void> {
    await this.#connection.getTransceivers()[sources.indexOf(source)]!.sender.replaceTrack(track)
  }

  setIceServers(iceServers: RTCIceServer[]): void {
    this.#connection.setConfiguration({ ...this.#connection.getConfiguration(), iceServers })
  }

  isBroken(): boolean {
    return this.#isBroken
  }

  close(): void {
    this.#connection.close()
  }

  #follow(): void {
    const { connectionState } = this.#connection
    if (connectionState === 'connected') this.#isBroken = false
    else if (connectionState === 'disconnected' || connectionState === 'failed') this.#isBroken = true
    if (connectionState === 'failed') void this.restart()
  }

  #ask(body: object, jsep: RTCSessionDescription | null): Promise<JanusEvent> {
    return this.#options.session.request(this.#options.handle, body, jsep?.toJSON())
  }
}
