import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Call } from '#shared/api/contract.ts'
import type { Person } from '../harness/person.ts'
import { readContract } from './contract.ts'
import { requests } from './permission-requests.ts'
import { allowedRole } from './permissions.ts'
import { type Sent, tap } from './tap.ts'
import type { World } from './world.ts'

/** An answer that no request may get, with its request. */
export type Fault = { call: string; kind: string; request: string; status: number; found: string }
export type Outcome = { sent: number; refused: number; slowestMs: number; faults: Fault[] }

type Options = {
  /** The total of honest, altered and malformed requests. */
  requests: number
  seed: number
  /** Calls to leave out, by name. */
  without?: (call: string) => boolean
}

/** The people who send the requests. */
const roles = ['owner', 'other', 'operator', 'visitor'] as const

/**
 * Sends random requests made from the contract: two fifths honest, two fifths altered, a fifth not quite
 * HTTP. None may get a 500 or above, an answer in another shape than the contract's, or one after ten seconds
 * (security Z-1, Z-2).
 */
export async function sendHostile(world: World, options: Options): Promise<Outcome> {
  const chance = createChance(options.seed)
  const outcome: Outcome = { sent: 0, refused: 0, slowestMs: 0, faults: [] }
  const calls = [...(await readContract())].filter(([name]) => !options.without?.(name))
  const each = Math.ceil(options.requests / calls.length)
  for (const [name, call] of calls) {
    // A day's upload limit is small compared with these.
    await sql`update files set created_at = created_at - interval '1 day'`.execute(world.stack.db)
    const heard = await tap(world[allowedRole(name)], call, () =>
      requests[name]!.there(world[allowedRole(name)], world),
    )
    const seeds = heard.filter(({ status }) => status < 400 || heard.length === 1)
    const honest = seeds.length > 0 ? seeds : heard
    // Calls that end a login or an account come only from people made for them.
    if (honest.length === 0) continue
    for (let n = 0; n < each; n++) {
      const seed = honest[n % honest.length]!
      const person = world[n % 3 === 0 ? roles[chance(roles.length)]! : allowedRole(name)]
      const fifth = n % 5
      const kind = fifth < 2 ? 'honest' : fifth < 4 ? 'altered' : 'malformed'
      // A repeated request may be refused; what matters is how.
      const request = kind === 'altered' ? altered(call, seed, chance) : seed
      const start = performance.now()
      const answer =
        kind === 'malformed'
          ? await sendMalformed(person, seed, chance)
          : await send(person, call, request).catch(error => broken(error))
      const ms = performance.now() - start
      outcome.sent++
      outcome.slowestMs = Math.max(outcome.slowestMs, ms)
      if (answer.status >= 400) outcome.refused++
      const found = faultOf(call, answer, ms)
      if (found)
        outcome.faults.push({
          call: name,
          kind,
          request: `${request.init.method ?? 'GET'} ${request.path} ${String(request.init.body ?? '')}`.slice(
            0,
            500,
          ),
          status: answer.status,
          found,
        })
    }
  }
  return outcome
}

type Answer = { status: number; text: string; type: string; retryAfter: string | null }

async function send(person: Person, call: Call, { path, init }: Sent): Promise<Answer> {
  // As another person, the request must carry their own token, or none.
  const headers = new Headers(init.headers)
  if (call.access === 'chat') {
    const token = await person.chatToken()
    if (token) headers.set('authorization', `Bearer ${token}`)
    else headers.delete('authorization')
  }
  const response = await person.fetch(path, { ...init, headers })
  return {
    status: response.status,
    text: await response.text(),
    type: response.headers.get('content-type') ?? '',
    retryAfter: response.headers.get('retry-after'),
  }
}

function broken(error: unknown): Answer {
  return { status: 599, text: String((error as Error).cause ?? error), type: '', retryAfter: null }
}

function faultOf(call: Call, { status, text, type, retryAfter }: Answer, ms: number): string | null {
  if (ms > 10_000) return `answered after ${Math.round(ms)} ms`
  // A call to another service may stay unanswered there.
  if (status === 503 && retryAfter !== null) return null
  if (status >= 500) return text.slice(0, 300)
  if (status >= 400 && text !== '' && !type.includes('problem+json')) return `a refusal of type ${type}`
  if (status === 200 && call.output && type.includes('application/json')) {
    const { error } = z.safeParse(call.output, JSON.parse(text))
    if (error) return `not as the contract says: ${JSON.stringify(error.issues).slice(0, 300)}`
  }
  return null
}

type Chance = (below: number) => number

/** Random numbers, the same for the same seed (mulberry32). */
function createChance(seed: number): Chance {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Replacements for any value, as JSON text: some of it JSON.stringify would never write. */
const values = [
  'null',
  'true',
  '""',
  '" "',
  '[]',
  '{}',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e309',
  '-1e309',
  '9007199254740993',
  '2147483648',
  '3000000000',
  '99999999999999999999999999',
  '1e-320',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202egnp.exe"',
  '"%00"',
  '"%_\\\\%"',
  '"\'; drop table users; --"',
  '"../../../etc/passwd"',
  '"0000-00-00"',
  '"0000-01-01"',
  '"0000-01-01T00:00:00Z"',
  `"2026-01-01T00:00:00.${'0'.repeat(200)}Z"`,
  '["0000-01-01"]',
  '"9999-12-31"',
  '"2026-02-30"',
  '"24:61"',
  '"+275760-09-13T00:00:00Z"',
  '"NaN"',
  '"Infinity"',
  '"America/Nowhere"',
  '"Etc/GMT+99"',
  '"00000000-0000-0000-0000-000000000000"',
  '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
  '"🧑🏽‍🎓"',
  '"\\r\\nset-cookie: a=b"',
  '["a","b"]',
  '[null]',
  '[[[]]]',
  '{"$gt":""}',
  '{"length":-1}',
  '{"toString":1}',
  '{"then":1}',
  `"${'x'.repeat(70_000)}"`,
  `"${'ä'.repeat(20_000)}"`,
  nested(2_000),
  `[${'0,'.repeat(20_000)}0]`,
  `{${Array.from({ length: 3_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
]
const anId = '01999999-9999-7999-8999-999999999999'
const texts = [
  '',
  ' ',
  '\u0000',
  '%',
  '%_\\',
  '\\',
  "'",
  '"',
  '-1',
  '0',
  '0.5',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '3000000000',
  `1_1e-99_${anId}`,
  `1_${'9'.repeat(50)}_${anId}`,
  `999999999999999_0_${anId}`,
  `0000-01-01T00:00:00.000Z_${anId}`,
  `9007199254740993_${anId}`,
  anId,
  'NaN',
  '[object Object]',
  '../..',
  '%2e%2e%2f',
  '%00',
  '\ud800',
  '\u202e',
  '🧑🏽‍🎓',
  'x'.repeat(5_000),
  '2026-02-30',
  '9999-12-31',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '()',
  '& | !',
  ':*',
]

/** The request with one value replaced, left out, doubled or added. */
function altered(call: Call, { path, init }: Sent, chance: Chance): Sent {
  const url = new URL(path, 'http://here')
  const inBody = typeof init.body === 'string' && init.body.startsWith('{') && chance(3) > 0
  if (inBody) {
    const headers = { ...(init.headers as Record<string, string>), 'content-type': 'application/json' }
    return { path, init: { ...init, headers, body: alteredJson(String(init.body), chance) } }
  }
  const names = [...url.searchParams.keys(), ...shapeOf(call, 'query')]
  const name = names[chance(names.length || 1)] ?? 'offset'
  const text = texts[chance(texts.length)]!
  const way = chance(5)
  if (way === 0) url.searchParams.append(`${name}[]`, text)
  else if (way === 1) {
    url.searchParams.append(name, text)
    url.searchParams.append(name, 'again')
  } else if (way === 2) url.searchParams.append(`${name}[$gt]`, text)
  else if (way === 3 && call.path.includes('{')) {
    const there = url.pathname.split('/')
    url.pathname = call.path
      .split('/')
      .map((step, index) =>
        step.startsWith('{') ? encodeURIComponent(wellFormed(text)) || '%20' : there[index]!,
      )
      .join('/')
  } else url.searchParams.set(name, text)
  return { path: url.pathname + url.search, init }
}

const wellFormed = (text: string) => text.toWellFormed()

function shapeOf(call: Call, part: 'query' | 'body'): string[] {
  const schema = call[part] as { _zod: { def: { shape?: Record<string, unknown> } } } | undefined
  return Object.keys(schema?._zod.def.shape ?? {})
}

function alteredJson(body: string, chance: Chance): string {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>)
  const value = values[chance(values.length)]!
  const at = chance(fields.length || 1)
  const written = fields.map(([name, was], index) => {
    const inner = was !== null && typeof was === 'object' && chance(2) === 0
    const now = index !== at ? JSON.stringify(was) : inner ? alteredInner(was, value, chance) : value
    return `${JSON.stringify(name)}:${now}`
  })
  const way = chance(6)
  if (way === 0) written.splice(at, 1)
  if (way === 1) written.push(`${JSON.stringify(fields[at]?.[0] ?? 'x')}:${value}`)
  if (way === 2) written.push(`"constructor":${value}`)
  return `{${written.join(',')}}`
}

function alteredInner(was: object, value: string, chance: Chance): string {
  if (Array.isArray(was)) return `[${[...was.map(one => JSON.stringify(one)), value].join(',')}]`
  const keys = Object.keys(was)
  const key = keys[chance(keys.length || 1)] ?? 'x'
  return JSON.stringify({ ...was, [key]: '\u0001here' }).replace('"\\u0001here"', value)
}

/** Requests that are hardly HTTP: the server must still answer, or cut the connection. */
async function sendMalformed(person: Person, { path, init }: Sent, chance: Chance): Promise<Answer> {
  const method = init.method ?? 'GET'
  const { host } = new URL(person.url)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const base = `host: ${host}\r\ncookie: ${cookie}\r\nconnection: close\r\n`
  const json = 'content-type: application/json\r\n'
  const body = typeof init.body === 'string' ? init.body : '{}'
  const { pathname } = new URL(path, person.url)
  const line = `${method} ${pathname} HTTP/1.1\r\n${base}`
  const length = (text: string | Buffer) => `content-length: ${Buffer.byteLength(text)}\r\n\r\n`
  const zipped = gzipSync(Buffer.alloc(5_000_000))
  const deep = nested(100_000)
  const forms: (string | Buffer)[] = [
    `${line}${json}${length(body.slice(0, -1))}${body.slice(0, -1)}`,
    `${line}content-type: application/json; charset=utf-7\r\n${length(body)}${body}`,
    `${line}content-type: text/xml\r\n${length(body)}${body}`,
    `${line}content-type: ;;;\r\n${length(body)}${body}`,
    `${line}${length(body)}${body}`,
    Buffer.concat([Buffer.from(`${line}${json}${length(randomless)}`), randomless]),
    Buffer.concat([Buffer.from(`${line}${json}content-encoding: gzip\r\n${length(zipped)}`), zipped]),
    `${line}${json}${length(deep)}${deep}`,
    `${line}${json}expect: 100-continue\r\n${length(body)}${body}`,
    `${line}${json}expect: the-unexpected\r\n${length(body)}${body}`,
    `${line}${json}transfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
    `${line}${json}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)};x=${'y'.repeat(200)}\r\n${body}\r\n0\r\nx: y\r\n\r\n`,
    `${line}${json}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${line}${json}content-length: 4\r\ncontent-length: 5\r\n\r\n{}{}`,
    `${line}x: ${'y'.repeat(20_000)}\r\n\r\n`,
    `${line}${'x: y\r\n'.repeat(3_000)}\r\n`,
    `${method} ${pathname}%zz HTTP/1.1\r\n${base}\r\n`,
    `${method} ${pathname}%00%ff HTTP/1.1\r\n${base}\r\n`,
    `${method} //${pathname} HTTP/1.1\r\n${base}\r\n`,
    `GET // HTTP/1.1\r\naccept: text/html\r\n${base}\r\n`,
    `GET //x:99999${pathname} HTTP/1.1\r\naccept: text/html\r\n${base}\r\n`,
    `GET /read/%zz HTTP/1.1\r\naccept: text/html\r\n${base}\r\n`,
    `${method} http://evil.example${pathname} HTTP/1.1\r\n${base}\r\n`,
    `${method} ${pathname}?${'a=b&'.repeat(3_000)} HTTP/1.1\r\n${base}\r\n`,
    `${method} ${pathname}?%E0%A4%A=1&a[b][c]=d&__proto__[x]=1 HTTP/1.1\r\n${base}\r\n`,
    `PATCH ${pathname} HTTP/1.1\r\n${base}\r\n`,
    `QUERY ${pathname} HTTP/1.1\r\n${base}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${base}\r\n`,
    `${method} ${pathname} HTTP/1.0\r\n\r\n`,
    `${method} ${pathname} HTTP/9.9\r\n${base}\r\n`,
    `${method} ${pathname}\r\n\r\n`,
    `${method} ${pathname} HTTP/1.1\nhost: x\n\n`,
    `${line}cookie: ${'a=b; '.repeat(500)}\r\n\r\n`,
    `${line}authorization: Bearer ${'.'.repeat(3_000)}\r\n\r\n`,
    `${line}range: bytes=0-0,-1,5-,99999999999999999999-\r\nif-range: x\r\n\r\n`,
    `${line}x-forwarded-for: '\r\nx-http-method-override: DELETE\r\nforwarded: for=_x\r\n\r\n`,
    randomBytes(200),
  ]
  return sendRaw(person.url, forms[chance(forms.length)]!)
}

const randomless = Buffer.from(Array.from({ length: 300 }, (_, n) => (n * 37) % 256))

/** Sends bytes and reads until the connection is cut; cutting it without an answer counts as a refusal. */
function sendRaw(url: string, bytes: string | Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      const heard = Buffer.concat(chunks).toString('latin1')
      const [head = '', ...rest] = heard.split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 400)
      const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? ''
      // The parser's own refusals don't have our body.
      const ours = /^x-request-id:/im.test(head)
      resolve({
        status,
        text: ours ? rest.join('\r\n\r\n') : '',
        type,
        retryAfter: /^retry-after: (.*)$/im.exec(head)?.[1] ?? null,
      })
    }
    const timer = setTimeout(done, 3_000)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', done)
    socket.once('close', done)
    socket.write(bytes)
  })
}
