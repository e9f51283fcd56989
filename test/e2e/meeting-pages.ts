import {
  type BrowserContext,
  expect,
  type Fixtures,
  type Page,
  type PlaywrightWorkerOptions,
} from '@playwright/test'
import { startCoturn } from '../harness/coturn.ts'
import { startJanus } from '../harness/janus.ts'
import { startOwn } from './own-stack.ts'

/**
 * Fake cameras, microphones and screens without permission prompts; the browser provides the picture and the
 * tone.
 */
const fakeMedia = [
  '--use-fake-device-for-media-stream=device-count=2',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  '--autoplay-policy=no-user-gesture-required',
  // Chromium's headless shell hides addresses behind names of the local network, which Janus can't look up here.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

/** A server with two media servers for large meetings, and a relay for people who can't be reached otherwise. */
export async function startWithMedia() {
  const mediaServers = await Promise.all([startJanus(), startJanus()])
  const coturn = await startCoturn()
  const urls = { JANUS_URLS: mediaServers.map(({ url }) => url).join(',') }
  const stack = await startOwn({ ...mediaServers[0].env, ...urls, ...coturn.env })
  const close = async () => {
    await stack.close()
    await Promise.all([coturn, ...mediaServers].map(one => one.close()))
  }
  return { ...stack, mediaServers, close }
}

/** What a browser with cameras needs. */
export const filming: Fixtures<object, object, object, PlaywrightWorkerOptions> = {
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeMedia] }),
    { scope: 'worker' },
  ],
  // A trace records each picture of a page, and here they never stop moving.
  trace: 'off',
}

/**
 * Makes every page record its connections, so that tests can count them, and film small: many cameras run on
 * one machine.
 */
export async function watchCalls(context: BrowserContext, { relayOnly = false } = {}) {
  await context.addInitScript(relay => {
    const Real = RTCPeerConnection
    const connections: RTCPeerConnection[] = []
    const sockets: WebSocket[] = []
    const Socket = WebSocket
    Object.assign(window, {
      connections,
      sockets,
      WebSocket: class extends Socket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols)
          sockets.push(this)
        }
      },
      RTCPeerConnection: class extends Real {
        constructor(configuration: RTCConfiguration) {
          super({ ...configuration, ...(relay && { iceTransportPolicy: 'relay' }) })
          connections.push(this)
        }
      },
    })
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = wanted =>
      open({ ...wanted, ...(wanted?.video && { video: { width: 320, height: 240, frameRate: 10 } }) })
  }, relayOnly)
}

/** Makes the cameras those of a phone: the browser's fake ones don't say which way they look. */
export async function faceCameras(context: BrowserContext) {
  await context.addInitScript(() => {
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async wanted => {
      const asked = typeof wanted?.video === 'object' ? wanted.video.facingMode : undefined
      const facingMode = (asked as ConstrainDOMStringParameters | undefined)?.ideal ?? 'user'
      const stream = await open(wanted)
      for (const track of stream.getVideoTracks()) {
        const settings = track.getSettings()
        track.getSettings = () => ({ ...settings, facingMode: String(facingMode) })
      }
      return stream
    }
  })
}

type Watched = { connections: RTCPeerConnection[] }

/** How many frames of a picture have been decoded, and how wide the last one was. */
export function decoded(page: Page, label: string): Promise<{ frames: number; width: number }> {
  return page.evaluate(async label => {
    const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`)
    const track = (video?.srcObject as MediaStream | undefined)?.getVideoTracks()[0]
    for (const connection of (window as unknown as Watched).connections) {
      if (!track || connection.connectionState === 'closed') continue
      for (const entry of (await connection.getStats()).values()) {
        if (entry.type !== 'inbound-rtp' || entry.trackIdentifier !== track.id) continue
        return { frames: entry.framesDecoded ?? 0, width: entry.frameWidth ?? 0 }
      }
    }
    return { frames: 0, width: 0 }
  }, label)
}

/** Waits until new frames of a picture arrive. */
export async function expectPicture(page: Page, label: string) {
  await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  const { frames: before } = await decoded(page, label)
  await expect
    .poll(async () => (await decoded(page, label)).frames, { timeout: 30_000, message: label })
    .toBeGreaterThan(before + 5)
}

/** Counts the connections ever made. */
export const connectionsMade = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).connections.length)
