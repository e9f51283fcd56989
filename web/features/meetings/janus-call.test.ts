import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { JanusCall } from './janus-call.ts'

type Request = { janus: string; transaction: string; body?: { request: string; ptype?: string } }

/** The other person in the room. */
const sender = { id: 9, publisher: true, streams: [{ mid: '0', type: 'audio', description: 'microphone' }] }

/** A media server whose answers can be held back, and what it was asked over each connection. */
function serve() {
  const janus = { opens: true, hears: true, refuses: '', delays: '', sockets: [] as Socket[] }
  const answerTo = ({ janus: asked, body }: Request) => {
    if (asked !== 'message') return { janus: 'success', data: { id: 7 } }
    const isOffered = body!.request === 'publish' || body!.request === 'configure'
    const data =
      body!.request === janus.refuses
        ? { error: 'It is gone.' }
        : { participants: [sender], publishers: [sender] }
    return {
      janus: 'event',
      plugindata: { data },
      ...(isOffered && !('error' in data) && { jsep: { type: 'answer', sdp: '' } }),
      ...(body!.ptype === 'subscriber' && { jsep: { type: 'offer', sdp: '' } }),
    }
  }
  class Socket {
    static OPEN = 1
    readyState = 0
    asked: string[] = []
    onopen?: () => void
    onmessage?: (message: { data: string }) => void
    constructor() {
      janus.sockets.push(this)
      queueMicrotask(() => {
        if (!janus.opens) return
        this.readyState = Socket.OPEN
        this.onopen?.()
      })
    }
    send(text: string) {
      const request: Request = JSON.parse(text)
      this.asked.push(request.body?.request ?? request.janus)
      if (!janus.hears) return
      const answer = { transaction: request.transaction, ...answerTo(request) }
      const tell = () => this.tell(answer)
      if (request.body?.request === janus.delays) setTimeout(tell, 9500)
      else queueMicrotask(tell)
    }
    tell(message: object) {
      this.onmessage?.({ data: JSON.stringify(message) })
    }
    close() {
      this.readyState = 3
    }
  }
  vi.stubGlobal('WebSocket', Socket)
  return Object.assign(janus, { asked: () => janus.sockets.flatMap(({ asked }) => asked) })
}

class Connection extends EventTarget {
  static all: Connection[] = []
  connectionState = 'new'
  signalingState = 'stable'
  localDescription: object | null = null
  onconnectionstatechange?: () => void
  #slots: object[] = []
  constructor() {
    super()
    Connection.all.push(this)
  }
  addTransceiver() {
    this.#slots.push({ mid: String(this.#slots.length), sender: { replaceTrack: async () => undefined } })
  }
  getTransceivers = () => this.#slots
  async createOffer() {
    return { type: 'offer', sdp: '' }
  }
  async setLocalDescription(offer: object) {
    this.localDescription = { ...offer, toJSON: () => offer }
    this.signalingState = 'have-local-offer'
  }
  async setRemoteDescription(_description: { type: string }) {
    this.signalingState = 'stable'
  }
  restartIce() {}
  close() {}
  go(state: string) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}

let entries: number
let failures: unknown[]
let call: JanusCall

/** Somebody who enters a call in which another person is. */
function enter() {
  const janus = serve()
  call = new JanusCall({
    iceServers: [],
    tracks: { microphone: null, camera: null, screen: null },
    access: async () => {
      entries++
      return { url: 'ws://media.example', room: 1, feed: 2, token: 'a', room_token: 'b' }
    },
    onJoined: () => undefined,
    onFailed: error => failures.push(error),
    onMedia: () => undefined,
  })
  call.setPeers([{ id: 'other', feed: sender.id }])
  return janus
}

/** Somebody in a call, whose path to the media server works. */
async function inCall() {
  const janus = enter()
  await vi.advanceTimersByTimeAsync(0)
  expect(janus.asked()).toContain('publish')
  const publisher = Connection.all.find(one => one.getTransceivers().length > 0)!
  publisher.go('connected')
  return { janus, publisher }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const count = <T>(all: T[], wanted: T) => all.filter(one => one === wanted).length

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', Connection)
  Connection.all = []
  entries = 0
  failures = []
})
afterEach(() => {
  call.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a connection to the media server that a network dropped silently is replaced, and the session goes on', async () => {
  const { janus } = await inCall()
  janus.hears = false
  await seconds(29)
  expect(janus.sockets).toHaveLength(1)
  janus.hears = true
  await seconds(3)
  expect([janus.sockets[0]!.readyState, janus.sockets[1]?.asked]).toEqual([3, ['claim', 'listparticipants']])
  expect(entries).toBe(1)
  await seconds(60)
  expect(janus.sockets).toHaveLength(2)
})

test('a new connection that doesn’t open is given up for another', async () => {
  const { janus } = await inCall()
  Object.assign(janus, { hears: false, opens: false })
  await seconds(32)
  expect(janus.sockets).toHaveLength(2)
  Object.assign(janus, { hears: true, opens: true })
  await seconds(12)
  expect(janus.sockets[1]!.readyState).toBe(3)
  expect(janus.sockets[2]?.asked).toContain('claim')
  expect(entries).toBe(1)
})

test('while the path to the media server is broken another is looked for, also after a try without an answer', async () => {
  const { janus, publisher } = await inCall()
  janus.hears = false
  publisher.go('failed')
  await seconds(11)
  expect(count(janus.asked(), 'configure')).toBe(1)
  janus.hears = true
  await seconds(8)
  expect(count(janus.asked(), 'configure')).toBe(2)
  expect(publisher.signalingState).toBe('stable')
  publisher.go('connected')
  await seconds(60)
  expect(count(janus.asked(), 'configure')).toBe(2)
  expect(entries).toBe(1)
})

test('a person whose path the media server won’t mend enters the room again', async () => {
  const { janus, publisher } = await inCall()
  janus.refuses = 'configure'
  publisher.go('failed')
  await seconds(40)
  expect(entries).toBe(2)
  expect(count(janus.asked(), 'publish')).toBe(2)
})

test.each([
  ['sending', () => vi.spyOn(Connection.prototype, 'createOffer').mockRejectedValue(bug)],
  [
    'receiving',
    () =>
      vi.spyOn(Connection.prototype, 'setRemoteDescription').mockImplementation(async ({ type }) => {
        if (type === 'offer') throw bug
      }),
  ],
] as const)(
  'a bug in %s is logged, and ends the call instead of being tried again and again',
  async (_, add) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    add()
    enter()
    await seconds(600)
    expect([entries, failures]).toEqual([3, [bug]])
    expect(logged.mock.calls.map(([, error]) => error)).toEqual([bug, bug])
  },
)

test('a browser that stumbles now and then keeps the call of somebody who is alone in it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { janus } = await inCall()
  call.setPeers([])
  for (let stumbles = 1; stumbles <= 4; stumbles++) {
    vi.spyOn(Connection.prototype, 'createOffer').mockRejectedValueOnce(bug)
    janus.sockets.at(-1)!.tell({ janus: 'hangup', sender: 7 })
    await seconds(60)
    expect([entries, failures]).toEqual([1 + 2 * stumbles, []])
  }
})

test('a stumble while the media server is slow counts once', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(Connection.prototype, 'setRemoteDescription').mockRejectedValueOnce(bug)
  const janus = enter()
  janus.delays = 'publish'
  await seconds(1)
  // Somebody's change, upon which the call receives before it has sent.
  call.setPeers([{ id: 'other', feed: sender.id }])
  await seconds(60)
  expect([entries, failures]).toEqual([2, []])
})

const bug = new TypeError('This is a bug.')
