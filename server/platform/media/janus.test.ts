import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { sessionLimits } from '#shared/api/sessions.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startJanus, type TestJanus } from '../../../test/harness/janus.ts'
import { missing } from '../../../test/harness/programs.ts'
import { createJanus, type Janus } from './janus.ts'
import { openLine } from './janus-line.ts'
import { requestToken, roomToken } from './janus-tokens.ts'

const test = anyTest.skipIf(missing('janus').length > 0)

let one: TestJanus
let other: TestJanus
let janus: Janus
const warnings: string[] = []

beforeAll(async () => {
  ;[one, other] = await Promise.all([startJanus(), startJanus()])
  janus = createJanus({
    settings: {
      urls: [one.url, other.url],
      adminKey: one.env.JANUS_ADMIN_KEY!,
      tokenSecret: one.env.JANUS_TOKEN_SECRET!,
    },
    log: { warn: (_: object, text: string) => warnings.push(text) } as never,
  })
})
afterAll(() => Promise.all([one?.close(), other?.close()]))

const later = () => Temporal.Now.instant().add({ minutes: 5 })
const join = (room: number, feed: number, token: string) => ({
  request: 'join',
  ptype: 'publisher',
  room,
  id: feed,
  token,
})

/** Joins as somebody with the tokens from the server. */
async function guest(url: string, token: string) {
  const line = await openLine(url, token)
  return {
    ...line,
    try: (body: object) =>
      line.ask(body).then(
        () => 'done',
        error => error.code as number,
      ),
  }
}

test('only the server creates and removes rooms, and nobody talks to a media server without its tokens', async () => {
  const secret = one.env.JANUS_TOKEN_SECRET!
  for (const token of [
    'made up',
    requestToken('another secret entirely', later()),
    requestToken(secret, Temporal.Now.instant().subtract({ seconds: 5 })),
  ]) {
    await expect(openLine(one.url, token)).rejects.toThrow('403')
  }
  const room = (await janus.open())!
  const { token } = await janus.letIn(room, 1, later())
  const stranger = await guest(room.url, token)
  expect(await stranger.try({ request: 'create', room: 7 })).toBe(429)
  expect(await stranger.try({ request: 'create', room: 7, admin_key: 'guessed' })).toBe(433)
  expect(await stranger.try({ request: 'destroy', room: room.room, secret: 'guessed' })).toBe(433)
  expect(await stranger.try({ request: 'kick', room: room.room, id: 1, secret: 'guessed' })).toBe(433)
  stranger.close()
  await janus.remove(room)
  await janus.remove(room)
})

async function roomsAt(url: string) {
  const line = await openLine(url, requestToken(one.env.JANUS_TOKEN_SECRET!, later()))
  const { list } = await line.ask({ request: 'list', admin_key: one.env.JANUS_ADMIN_KEY })
  line.close()
  return list as { room: number; max_publishers: number; num_participants: number }[]
}

test('a room has a place for everyone of the largest meeting, with a screen each', async () => {
  const room = (await janus.open())!
  const rooms = await roomsAt(room.url)
  expect(rooms.find(listed => listed.room === room.room)!.max_publishers).toBeGreaterThan(
    2 * (sessionLimits.capacity.max + 1),
  )
  await janus.remove(room)
})

test('a room admits people with its own token, and a person who was removed is out and can’t use it again', async () => {
  const room = (await janus.open())!
  const elsewhere = (await janus.open())!
  const feed = 4711
  const { token, room_token } = await janus.letIn(room, feed, later())
  const ana = await guest(room.url, token)
  const joined: Record<string, unknown>[] = []
  for (const wrong of [
    'made up',
    (await janus.letIn(elsewhere, feed, later())).room_token,
    roomToken(one.env.JANUS_TOKEN_SECRET!, room.room, feed, Temporal.Now.instant().subtract({ seconds: 5 })),
  ]) {
    expect(await ana.try(join(room.room, feed, wrong))).toBe(433)
  }
  joined.push(await ana.ask(join(room.room, feed, room_token)))
  expect(joined[0]).toMatchObject({ videoroom: 'joined', id: feed })
  const list = () => ana.ask({ request: 'listparticipants', room: room.room })
  expect(await list()).toMatchObject({ participants: [{ id: feed }] })
  await janus.keepOnly(room, async () => [feed])
  expect(await list()).toMatchObject({ participants: [{ id: feed }] })
  const bens = await janus.letIn(room, 4712, later())
  await janus.keepOnly(room, async () => [4712])
  expect(await list()).toMatchObject({ participants: [] })
  const back = await guest(room.url, token)
  for (const id of [feed, 4712, 1]) expect(await back.try(join(room.room, id, room_token))).toBe(433)
  expect(await back.try(join(room.room, 4712, bens.room_token))).toBe('done')
  // Admitted again, they get a new token.
  const again = await janus.letIn(room, 4713, later())
  const third = await guest(room.url, token)
  expect(await third.try(join(room.room, 4713, again.room_token))).toBe('done')
  for (const line of [ana, back, third]) line.close()
})

test('nobody has a media server write files, whatever they call a recording', async () => {
  const folder = await mkdtemp(joinPath(tmpdir(), 'janus-test-'))
  const room = (await janus.open())!
  const started = `janus-test-${randomUUID()}`
  for (const filename of [joinPath(folder, 'absolute'), started, `../${started}`]) {
    for (const asked of ['joinandconfigure', 'publish']) {
      const feed = randomInt(1, 2 ** 40)
      const { token, room_token } = await janus.letIn(room, feed, later())
      const eve = await speaker(room.url, token)
      const joins = join(room.room, feed, room_token)
      if (asked === 'publish') await eve.ask(joins)
      const recorded = { ...joins, request: asked, record: true, filename }
      expect(await eve.ask(recorded, { type: 'offer', sdp: soundOffer })).toMatchObject({
        plugindata: { data: { streams: [{ codec: 'opus' }] } },
      })
      // Janus writes after that answer, and before the next.
      await eve.ask({ request: 'configure' })
      eve.close()
    }
  }
  const written = await Promise.all([folder, '.', '..'].map(place => readdir(place)))
  expect(written.flat().filter(name => name.endsWith('.mjr'))).toEqual([])
  await rm(folder, { recursive: true })
})

/** A session that can offer media with its requests. */
async function speaker(url: string, token: string) {
  const socket = new WebSocket(url, 'janus-protocol')
  await new Promise(resolve => socket.addEventListener('open', resolve))
  const send = (request: object) =>
    new Promise<{ data: { id: number } }>(resolve => {
      const transaction = randomUUID()
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data))
        if (message.transaction === transaction && message.janus !== 'ack') resolve(message)
      })
      socket.send(JSON.stringify({ ...request, transaction, token }))
    })
  const session_id = (await send({ janus: 'create' })).data.id
  const attached = await send({ janus: 'attach', session_id, plugin: 'janus.plugin.videoroom' })
  const message = { janus: 'message', session_id, handle_id: attached.data.id }
  return {
    ask: (body: object, jsep?: object) => send({ ...message, body, ...(jsep && { jsep }) }),
    close: () => socket.close(),
  }
}

const soundOffer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${'AA:'.repeat(31)}AA`,
  'a=setup:actpass',
  'a=mid:0',
  'a=sendonly',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  '',
].join('\r\n')

test('a new room goes to the instance with the fewest people, or to another if one is unreachable', async () => {
  await eventually('the people of the other tests have left', async () => {
    const rooms = await Promise.all([one, other].map(({ url }) => roomsAt(url)))
    return rooms.flat().every(({ num_participants }) => num_participants === 0)
  })
  const first = (await janus.open())!
  const { token, room_token } = await janus.letIn(first, 1, later())
  const busy = await guest(first.url, token)
  await busy.ask(join(first.room, 1, room_token))
  const second = (await janus.open())!
  expect(second.url).not.toBe(first.url)
  busy.close()
  await other.close()
  const third = (await janus.open())!
  expect(third.url).toBe(one.url)
  expect(await janus.keep(third)).toBe(true)
  expect(await janus.keep({ ...third, url: other.url })).toBe(false)
  expect(new Set(warnings)).toEqual(new Set(['a media server can’t be used']))
})
