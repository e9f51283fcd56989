import { recall, remember } from '#web/lib/device-memory.ts'

export type DeviceKind = 'microphone' | 'camera' | 'speaker'
export type Device = { id: string; label: string }
export type Devices = Record<DeviceKind, readonly Device[]>

export const noDevices: Devices = { microphone: [], camera: [], speaker: [] }

const browserKinds: Record<DeviceKind, MediaDeviceKind> = {
  microphone: 'audioinput',
  camera: 'videoinput',
  speaker: 'audiooutput',
}

/** The available devices. A browser names them only once it was allowed to use one. */
export async function listDevices(): Promise<Devices> {
  const found = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  const list = (kind: DeviceKind) =>
    found
      .filter(one => one.kind === browserKinds[kind] && one.deviceId !== '')
      .map(({ deviceId, label }, index) => ({
        id: deviceId,
        label: label || `${kind[0]!.toUpperCase()}${kind.slice(1)} ${index + 1}`,
      }))
  return { microphone: list('microphone'), camera: list('camera'), speaker: list('speaker') }
}

/** Notifies when a device is plugged in or out. */
export function watchDevices(listener: () => void): () => void {
  navigator.mediaDevices?.addEventListener('devicechange', listener)
  return () => navigator.mediaDevices?.removeEventListener('devicechange', listener)
}

/** The track of a device: the preferred one if it exists, otherwise any. */
export async function openDevice(
  source: 'microphone' | 'camera',
  preferred: MediaTrackConstraints,
): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia(
    source === 'microphone'
      ? { audio: { ...preferred, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
      : {
          video: {
            ...preferred,
            width: { ideal: 1280 },
            height: { ideal: 720 },
            frameRate: { ideal: 24, max: 30 },
          },
        },
  )
  return stream.getTracks()[0]!
}

/** Lets the person choose a screen, window or tab, without its sound; rejects if they choose none. */
export async function openScreen(): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    video: { frameRate: { ideal: 15, max: 30 } },
  })
  const track = stream.getVideoTracks()[0]!
  // Text must stay sharp, even if it then updates less often.
  track.contentHint = 'detail'
  return track
}

/** Browsers on phones can't. */
export const canShareScreen = () => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

const memory = (kind: DeviceKind) => `ignite.${kind}`

/** The id of the device that was chosen last in this browser; the device may be gone by now. */
export function chosenDevice(kind: DeviceKind): string | null {
  return recall(memory(kind))
}

export function rememberDevice(kind: DeviceKind, id: string): void {
  remember(memory(kind), id)
}
