import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTokens } from '#server/platform/http/tokens.ts'
import { chat, entryTokenAudience } from '#shared/api/chat.ts'
import { conversations } from '#shared/api/conversations.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { files } from '#shared/api/files.ts'
import { live } from '#shared/api/live.ts'
import { logins } from '#shared/api/logins.ts'
import { meetings } from '#shared/api/meetings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { passInto } from '../../../test/factories/meetings.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { ask as askLive, enterChat, enterLive, enterWithTicket, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

const secret = 'a secret for tests that is long enough'

let stack: Stack
let ana: Person

beforeAll(async () => {
  stack = await startStack({ SECRET: secret })
  ana = await stack.signIn('ana')
})
afterAll(() => stack?.close())

const emailOf = (name: string) => ({ query: { email: `${name}@example.edu` } })
const ask = async (path: string, token: string | undefined, init: RequestInit = {}) => {
  const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(stack.url + path, { ...init, headers })
  await answer.body?.cancel()
  return answer.status
}
const list = (token: string | undefined) => ask(conversations.list.path, token)

describe('the chat’s token', () => {
  test('goes to people whom the product has signed in, under their own address only', async () => {
    const { status, body, headers } = await ana.call(chat.login, {
      query: { email: ' ANA@example.edu', name: 'Olive', profile_image: 'https://elsewhere.example/x.png' },
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 600 })
    expect(await list(body.access_token)).toBe(200)
    await stack.signIn('ben')
    for (const name of ['ben', 'nobody']) {
      expect((await ana.call(chat.login, emailOf(name))).problem).toMatchObject({
        status: 403,
        code: 'identity_mismatch',
      })
    }
    expect((await stack.visitor().call(chat.login, emailOf('ana'))).status).toBe(401)
  })

  test('goes to a person whose address nobody confirmed', async () => {
    const una = await stack.signIn('una')
    await sql`update users set email_verified = false where username = 'una'`.execute(stack.db)
    const { status, body } = await una.call(chat.login, emailOf('una'))
    expect(status).toBe(200)
    expect(await list(body.access_token)).toBe(200)
  })

  test('is valid for ten minutes, by the server’s clock', async () => {
    const token = (await ana.chatToken())!
    stack.clock.advance({ minutes: 9, seconds: 58 })
    expect(await list(token)).toBe(200)
    stack.clock.advance({ seconds: 3 })
    expect(await list(token)).toBe(401)
  })

  test('ends with the login that it belongs to, as its sockets do, and with no other', async () => {
    const here = await stack.signIn('carl')
    const there = await stack.signIn('carl')
    const [ended, other] = [await here.chatToken(), await there.chatToken()]
    const socket = await enterChat(here)
    const gone = heard(socket, 'disconnect')
    expect(await list(ended)).toBe(200)
    await here.call(logins.end)
    await gone
    // A lookup stays cached for half a second.
    stack.clock.advance({ seconds: 1 })
    expect([await list(ended), await list(other)]).toEqual([401, 200])
    expect((await here.call(chat.login, emailOf('carl'))).status).toBe(401)
  })

  test('that nobody issued is refused', async () => {
    const token = (await ana.chatToken())!
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const signed = async (key: string, audience = 'chat') =>
      new SignJWT({ login: claims.login })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(claims.sub)
        .setAudience(audience)
        .setExpirationTime(claims.exp)
        .sign(Buffer.from(key))
    const dora = await stack.signIn('dora')
    const others = JSON.parse(Buffer.from((await dora.chatToken())!.split('.')[1]!, 'base64url').toString())
    const forger = createTokens({ secret, now: stack.clock.now }, 'chat', 600)
    const forged = [
      `${header}.${encoded({ ...claims, exp: claims.exp + 1e6 })}.${signature}`,
      `${encoded({ alg: 'none' })}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}.${createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')}`,
      await signed(secret),
      await signed('another secret that is long enough'),
      // Correctly signed, but the login belongs to another person, or doesn't exist.
      await forger.issue({ userId: claims.sub, loginId: others.login }),
      await forger.issue({ userId: claims.sub, loginId: crypto.randomUUID() }),
      token.slice(0, -2),
      `${token}x`,
      'x'.repeat(5000),
      '',
    ]
    for (const made of forged) expect({ made, status: await list(made) }).toEqual({ made, status: 401 })
    expect(await list(token)).toBe(200)
  })
})

/** Security A-7: tries every credential at every other door. Only the diagonal works. */
test('a cookie, a token, a ticket and a link each open one door', async () => {
  const person = await stack.signIn('eve')
  const { upcoming } = await makeSession(stack, person, { rate: '' })
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(upcoming[0]!.starts_at)))
  const { body: upload } = await person.call(files.upload, { body: { name: 'a.png', type: 'image/png' } })
  const signature = new URL(upload.url).searchParams.get('signature')!
  const cookie = person.cookies.get('ignite.session_token')!
  const keys: Record<string, string> = {
    cookie,
    'chat token': (await person.chatToken())!,
    'entry token': (await person.call(chat.entryToken)).body.token,
    'ticket of the product': (await person.call(live.ticket, { body: { namespace: '/product' } })).body
      .ticket,
    'ticket of the chat': (await person.call(chat.liveTicket)).body.ticket,
    'upload link': signature,
    'meeting pass': await passInto(person, upcoming[0]!.id),
  }
  const entered = (namespace: '/product' | '/chat', ticket: string) =>
    enterWithTicket(stack.url, namespace, ticket).then(
      socket => socket.disconnect().connected === false,
      () => false,
    )
  const admitted = (status: number) => status < 400
  const cookieHeader = (key: string) => ({ headers: { cookie: `ignite.session_token=${key}` } })
  const doors: Record<string, [string, (key: string) => Promise<boolean>]> = {
    'the product': [
      'cookie',
      async key => admitted(await ask(profiles.own.path, undefined, cookieHeader(key))),
    ],
    'the product, as a bearer': ['none', async key => admitted(await ask(profiles.own.path, key))],
    'the chat': ['chat token', async key => admitted(await list(key))],
    'the chat, as a cookie': [
      'none',
      async key => admitted(await ask(conversations.list.path, undefined, cookieHeader(key))),
    ],
    'the chat’s log-in': [
      'entry token',
      async key => admitted(await ask(`${chat.login.path}?email=eve@example.edu`, key, { method: 'POST' })),
    ],
    'the assistant': [
      'cookie',
      async key => admitted(await ask(dialogues.list.path, undefined, cookieHeader(key))),
    ],
    'the assistant, as a bearer': ['none', async key => admitted(await ask(dialogues.list.path, key))],
    'a call': [
      'meeting pass',
      async key => {
        const socket = await enterLive(person, '/meetings')
        const answer = await askLive(socket, 'enter', { token: key })
        socket.disconnect()
        return answer.ok
      },
    ],
    'a meeting, as a bearer': [
      'none',
      async key =>
        (await ask(meetings.credentials.path, key, {
          method: 'POST',
          body: JSON.stringify({ bookingId: crypto.randomUUID() }),
          headers: { 'content-type': 'application/json' },
        })) !== 401,
    ],
    'the product’s sockets': ['ticket of the product', key => entered('/product', key)],
    'the chat’s sockets': ['ticket of the chat', key => entered('/chat', key)],
    'the store': [
      'upload link',
      async key => {
        const address = new URL(upload.url)
        address.searchParams.set('signature', key)
        const init = { method: 'PUT', body: 'x', headers: upload.headers }
        return admitted(await ask(address.pathname + address.search, undefined, init))
      },
    ],
  }
  const opened: Record<string, string[]> = {}
  const expected: Record<string, string[]> = {}
  for (const [door, [wanted, opens]] of Object.entries(doors)) {
    expected[door] = wanted === 'none' ? [] : [wanted]
    opened[door] = []
    for (const [name, key] of Object.entries(keys)) if (await opens(key)) opened[door]!.push(name)
  }
  expect(opened).toEqual(expected)
})

describe('the entry token of a chat on another host', () => {
  test('is valid for a minute, to get a token', async () => {
    const { token } = (await ana.call(chat.entryToken)).body
    const logIn = (bearer: string) =>
      ask(`${chat.login.path}?email=ana@example.edu`, bearer, { method: 'POST' })
    expect(await logIn(token)).toBe(200)
    expect(await ask(`${chat.login.path}?email=ben@example.edu`, token, { method: 'POST' })).toBe(403)
    // Pages of the release before ask for it by its former name.
    expect(await logIn((await ana.call(chat.ticket)).body.ticket)).toBe(200)
    stack.clock.advance({ seconds: 61 })
    expect(await logIn(token)).toBe(401)
    const forged = createTokens(
      { secret: 'another secret that is long enough', now: stack.clock.now },
      entryTokenAudience,
      60,
    )
    expect(
      await logIn(await forged.issue({ userId: crypto.randomUUID(), loginId: crypto.randomUUID() })),
    ).toBe(401)
  })
})

describe('on its own host', () => {
  const pages = 'https://ignite.example'
  test('the chat runs alone, and answers only the product’s pages', async () => {
    const url = await stack.startSecond({
      SERVICES: 'chat',
      PUBLIC_URL: pages,
      CHAT_URL: 'https://chat.example',
    })
    const there = ana.at(url)
    expect((await there.call(conversations.list, { query: {} })).status).toBe(401)
    expect((await there.fetch(profiles.own.path)).status).toBe(404)
    expect((await there.fetch('/explore', { headers: { accept: 'text/html' } })).status).toBe(404)
    expect((await there.fetch('/health/ready')).status).toBe(200)
    expect((await there.fetch('/metrics')).status).toBe(200)

    const entryToken = (await ana.call(chat.entryToken)).body.token
    const logIn = (origin: string) =>
      fetch(`${url}${chat.login.path}?email=ana@example.edu`, {
        method: 'POST',
        headers: { authorization: `Bearer ${entryToken}`, origin, 'sec-fetch-site': 'cross-site' },
      })
    const answer = await logIn(pages)
    expect(answer.headers.get('access-control-allow-origin')).toBe(pages)
    const { access_token } = (await answer.json()) as { access_token: string }
    const listed = await fetch(url + conversations.list.path, {
      headers: { authorization: `Bearer ${access_token}`, origin: pages },
    })
    expect(listed.status).toBe(200)
    for (const origin of ['https://evil.example', 'null', 'https://ignite.example.evil.example']) {
      const refused = await logIn(origin)
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
    const preflight = (origin: string) =>
      fetch(url + conversations.list.path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      })
    const allowed = await preflight(pages)
    expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization, content-type',
    ])
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const socket = await enterWithTicket(url, '/chat', await liveTicket(url, access_token), pages)
    expect(socket.connected).toBe(true)
    socket.disconnect()
  })

  test('the product says where the chat is, or that there is none', async () => {
    const apart = await stack.startSecond({ SERVICES: 'product', CHAT_URL: 'https://chat.example' })
    const { body, headers } = await ana.at(apart).call(logins.read)
    expect(body.chat_url).toBe('https://chat.example/chat')
    const page = await fetch(`${apart}/`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-security-policy') ?? headers.get('content-security-policy')).toContain(
      'https://chat.example wss://chat.example',
    )
    await page.body?.cancel()
    const without = await stack.startSecond({ SERVICES: 'product' })
    expect((await ana.at(without).call(logins.read)).body.chat_url).toBeNull()
    expect((await ana.call(logins.read)).body.chat_url).toBe('/chat')
    expect((await ana.at(without).fetch(conversations.list.path)).status).toBe(404)
  })

  async function liveTicket(url: string, token: string): Promise<string> {
    const answer = await fetch(url + chat.liveTicket.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: pages },
    })
    return ((await answer.json()) as { ticket: string }).ticket
  }
})
