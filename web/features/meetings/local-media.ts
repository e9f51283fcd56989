import { createStore } from '#web/lib/store.ts'
import type { Source } from './call.ts'
import { deviceProblem } from './device-words.ts'
import {
  chosenDevice,
  type DeviceKind,
  type Devices,
  listDevices,
  noDevices,
  openDevice,
  openScreen,
  rememberDevice,
  watchDevices,
} from './devices.ts'

export type LocalState = {
  tracks: Readonly<Record<Source, MediaStreamTrack | null>>
  /**
   * Whether others can hear and see each source; a muted microphone keeps its track, so that it is back at
   * once.
   */
  on: Readonly<Record<Source, boolean>>
  opening: Readonly<Record<Source, boolean>>
  problems: Readonly<Record<Source, string | null>>
  devices: Devices
  chosen: Readonly<Record<DeviceKind, string | null>>
}

const none = { microphone: null, camera: null, screen: null }
const off = { microphone: false, camera: false, screen: false }

/** The person's microphone, camera and screen, from the device check to the end of the call. */
export class LocalMedia {
  readonly #store = createStore<LocalState>({
    tracks: none,
    on: off,
    opening: off,
    problems: none,
    devices: noDevices,
    chosen: {
      microphone: chosenDevice('microphone'),
      camera: chosenDevice('camera'),
      speaker: chosenDevice('speaker'),
    },
  })
  readonly #stopWatching: () => void
  #closed = false
  /** Whether the person wants each source on, also while it is being opened. */
  readonly #wanted: Record<Source, boolean> = { ...off }
  readonly #openings: Partial<Record<Source, Promise<void>>> = {}
  /** The side of a phone that the person turned to; null while a camera is chosen by its name. */
  #facing: 'user' | 'environment' | null = null

  constructor() {
    this.#stopWatching = watchDevices(() => void this.#list())
    void this.#list()
  }

  readonly state = this.#store.read
  readonly subscribe = this.#store.subscribe

  /** Switches a source on or off; the state reports failures. */
  async toggle(source: Source, on = !this.state().on[source]): Promise<void> {
    this.#wanted[source] = on
    if (!on) return this.#switchOff(source)
    if (this.state().on[source] || this.state().opening[source]) return
    const { microphone } = this.state().tracks
    if (source === 'microphone' && microphone?.readyState === 'live') {
      microphone.enabled = true
      return this.#set({ on: { ...this.state().on, microphone: true } })
    }
    await this.#open(source)
  }

  /** Shows no more what failed so far: what the person goes on without, they know. */
  dismissProblems(): void {
    this.#set({ problems: none })
  }

  async choose(kind: DeviceKind, id: string): Promise<void> {
    rememberDevice(kind, id)
    if (kind === 'camera') this.#facing = null
    this.#set({ chosen: { ...this.state().chosen, [kind]: id } })
    if (kind === 'speaker') return
    // The device that is being opened is closed again once it is there.
    await this.#openings[kind]
    if (this.state().tracks[kind] && this.state().chosen[kind] === id) await this.#reopen(kind)
  }

  /** Switches to the camera at a phone's other side. */
  async turnCamera(): Promise<void> {
    const { camera } = this.state().tracks
    if (!camera) return
    this.#facing = camera.getSettings().facingMode === 'environment' ? 'user' : 'environment'
    await this.#reopen('camera')
  }

  async #reopen(kind: 'microphone' | 'camera'): Promise<void> {
    // Some phones open a second camera only after the first was closed.
    this.#drop(kind)
    await this.#open(kind)
  }

  close(): void {
    this.#closed = true
    this.#stopWatching()
    for (const track of Object.values(this.state().tracks)) track?.stop()
  }

  async #open(source: Source): Promise<void> {
    this.#openings[source] = this.#openWanted(source)
    await this.#openings[source]
  }

  async #openWanted(source: Source): Promise<void> {
    this.#mark(source, { opening: true, problem: null })
    try {
      const track =
        source === 'screen' ? await openScreen() : await openDevice(source, this.#preferred(source))
      if (this.#closed) return track.stop()
      const on = this.#wanted[source]
      if (!on && source !== 'microphone') {
        track.stop()
        return this.#mark(source, { opening: false, problem: null })
      }
      track.onended = () => this.#ended(source, track)
      // A phone takes the camera from a page in the background, and gives it back later.
      track.onmute = track.onunmute = () => this.#set({})
      // A track is sent as soon as it is set, and a muted person must not be heard for even a moment.
      track.enabled = on
      this.#set({
        tracks: { ...this.state().tracks, [source]: track },
        on: { ...this.state().on, [source]: on },
      })
      this.#mark(source, { opening: false, problem: null })
    } catch (error) {
      this.#wanted[source] = false
      this.#set({ on: { ...this.state().on, [source]: false } })
      return this.#mark(source, { opening: false, problem: deviceProblem(source, error) })
    }
    await this.#list()
  }

  #preferred(source: 'microphone' | 'camera'): MediaTrackConstraints {
    const chosen = this.state().chosen[source]
    if (source === 'camera' && this.#facing) return { facingMode: { ideal: this.#facing } }
    return chosen ? { deviceId: { ideal: chosen } } : {}
  }

  #switchOff(source: Source): void {
    const { microphone } = this.state().tracks
    if (source === 'microphone' && microphone) microphone.enabled = false
    // Its light goes out.
    else this.#drop(source)
    this.#set({ on: { ...this.state().on, [source]: false } })
  }

  #drop(source: Source): void {
    this.state().tracks[source]?.stop()
    this.#set({ tracks: { ...this.state().tracks, [source]: null } })
  }

  /**
   * An unplugged device is replaced by another; a screen is shared until the browser's own button ends it.
   */
  #ended(source: Source, track: MediaStreamTrack): void {
    if (this.state().tracks[source] !== track) return
    const wasOn = this.state().on[source]
    this.#drop(source)
    this.#set({ on: { ...this.state().on, [source]: false } })
    if (source !== 'screen' && wasOn) void this.#open(source)
  }

  async #list(): Promise<void> {
    const devices = await listDevices()
    if (!this.#closed) this.#set({ devices })
  }

  #mark(source: Source, { opening, problem }: { opening: boolean; problem: string | null }): void {
    this.#set({
      opening: { ...this.state().opening, [source]: opening },
      problems: { ...this.state().problems, [source]: problem },
    })
  }

  #set(changed: Partial<LocalState>): void {
    this.#store.set({ ...this.state(), ...changed })
  }
}
