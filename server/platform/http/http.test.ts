import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { bookings } from '#shared/api/bookings.ts'
import { files } from '#shared/api/files.ts'
import { logins } from '#shared/api/logins.ts'
import { posts } from '#shared/api/posts.ts'
import type { ProblemBody } from '#shared/api/problem.ts'
import { profiles } from '#shared/api/profiles.ts'
import { uploadLimits } from '#shared/domain/file-types.ts'
import { sharePath } from '#shared/domain/page-paths.ts'
import { range } from '../../../test/factories/made-up.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import { startS3 } from '../../../test/harness/s3.ts'
import { leastSettings } from '../../../test/harness/settings.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import type { Database } from '../db/database.ts'
import { createApp } from './app.ts'
import { countCall } from './call-limits.ts'
import { clientRoutes } from './client.ts'
import { longestAnswerMs } from './longest-answer.ts'
import { metricsRoutes } from './metrics.ts'

let stack: Stack
let person: Person

beforeAll(async () => {
  stack = await startStack()
  person = await stack.signIn('paul')
})

afterAll(() => stack?.close())

async function refusal(response: Response): Promise<ProblemBody & { type: string }> {
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  return (await response.json()) as ProblemBody
}

const json = { 'content-type': 'application/json' }
const unwatched = {
  whole: async () => true,
  lastArchived: async () => undefined,
  jobFailures: new Map(),
}
const save = (headers: Record<string, string>, body = '{}') =>
  person.fetch(posts.save.path, { method: 'POST', headers: { ...json, ...headers }, body })

describe('an answer', () => {
  test.each([
    ['to a person', () => person.fetch(profiles.own.path)],
    ['to a visitor', () => fetch(new URL(logins.providers.path, stack.url))],
  ])('%s is kept by no browser and no cache, unless its call says so', async (_, ask) => {
    const { status, headers } = await ask()
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  test('to a GET that changes bookings is a refusal if another site’s page asks', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await person.fetch(bookings.settleByGet.path, { headers })).status
    expect(await ask({ origin: 'https://elsewhere.example' })).toBe(403)
    expect(await ask({ origin: stack.url })).toBe(200)
  })
})

test('a connection waits for longer than the longest answer takes', async () => {
  const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'silent' }))
  app.get('/api/idle', ({ socket }) => ({ ms: socket.timeout }))
  const { ms } = (await (await fetch(`${await app.listen()}/api/idle`)).json()) as { ms: number }
  await app.close()
  expect(ms).toBeGreaterThan(longestAnswerMs)
})

describe('a failed request', () => {
  test('is a problem with a code, the field, and the id in its log lines', async () => {
    const response = await save({})
    const problem = await refusal(response)
    expect(response.status).toBe(422)
    expect(problem).toMatchObject({ status: 422, code: 'invalid', errors: [{ path: 'body.post_id' }] })
    expect(problem.request_id).toBe(response.headers.get('x-request-id'))
    expect(problem.error).toBe(problem.detail)
  })

  test.each([
    ['a body that isn’t JSON', json, '{', 400, 'malformed'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 415, 'unsupported_type'],
    [
      'plain text, which a page may send across sites',
      { 'content-type': 'text/plain' },
      '{}',
      415,
      'unsupported_type',
    ],
    ['a body past the limit', json, JSON.stringify({ notes: 'x'.repeat(300_000) }), 413, 'too_large'],
    ['a body that would reach into prototypes', json, '{"__proto__":{"admin":true}}', 400, 'malformed'],
    ['a body that is an array', json, '[]', 422, 'invalid'],
  ])('for %s says so', async (_, headers, body, status, code) => {
    const response = await save(headers, body)
    expect([response.status, (await refusal(response)).code]).toEqual([status, code])
  })

  test.each([
    ['is logged if its source broke', 'break', ['request failed']],
    ['isn’t logged if its caller hung up', 'leave', []],
  ])('of a stream that hasn’t begun %s', async (_, end, lines) => {
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'silent' }))
    const errors: unknown[] = []
    const asked = Promise.withResolvers<Readable>()
    const over = Promise.withResolvers<void>()
    app.post('/api/stream', (request, reply) => {
      request.log.error = (_facts: unknown, line?: unknown) => void errors.push(line)
      const source = new Readable({ read: () => asked.resolve(source) })
      source.on('close', over.resolve)
      return reply.send(source)
    })
    const caller = new AbortController()
    const answer = fetch(`${await app.listen()}/api/stream`, {
      method: 'POST',
      headers: json,
      body: '{}',
      signal: caller.signal,
    }).catch(() => null)
    const source = await asked.promise
    if (end === 'leave') caller.abort()
    else source.destroy(new Error('the disk is gone'))
    await Promise.all([over.promise, answer])
    await app.close()
    expect(errors).toEqual(lines)
  })

  test('whose caller hung up before it was counted goes no further, and isn’t logged as ours', async () => {
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'silent' }))
    const over = Promise.withResolvers<string>()
    app.addHook('onError', async (_request, _reply, error) => over.resolve(error.code))
    app.post('/api/thing', async () => over.resolve('handled'))
    app.server.prependListener('request', ({ socket }) => void socket.destroy())
    const url = await app.listen()
    await fetch(`${url}/api/thing`, { method: 'POST', headers: json, body: '{}' }).catch(() => null)
    expect(await over.promise).toBe('malformed')
    await app.close()
  })

  test.each([`/api/post/${'x'.repeat(400)}`, '/api/post/%zz', '/api/post/%ff', '/api/post/%00'])(
    'at the address %s is a problem, too',
    async path => {
      const response = await person.fetch(path)
      expect((await refusal(response)).request_id).toBe(response.headers.get('x-request-id'))
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.status).toBeLessThan(500)
    },
  )

  test('at an unknown address is a 404 problem', async () => {
    const response = await person.fetch('/api/nothing')
    expect([response.status, (await refusal(response)).code]).toEqual([404, 'not_found'])
  })
})

describe('a change requested by another site', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('is refused with %j', async headers => {
    const response = await save(headers)
    expect([response.status, (await refusal(response)).code]).toEqual([403, 'cross_site'])
  })

  test('is accepted from our own page or a script without a browser', async () => {
    const own: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: stack.url }, {}]
    for (const headers of own) {
      expect((await refusal(await save(headers))).code).toBe('invalid')
    }
  })
})

describe('a change requested by the page of', () => {
  const codeFor = async (owner: string) => {
    const response = await save({ 'ignite-owner': owner })
    return [response.status, (await refusal(response)).code]
  }

  test('somebody else than the signed-in person is refused', async () => {
    expect(await codeFor('00000000-0000-7000-8000-000000000000')).toEqual([403, 'identity_mismatch'])
    expect(await codeFor('')).toEqual([403, 'identity_mismatch'])
  })

  test('the signed-in person is accepted', async () => {
    const { login } = (await person.call(logins.read)).body
    expect(await codeFor(login!.id!)).toEqual([422, 'invalid'])
  })
})

describe('every answer', () => {
  test('forbids scripts from elsewhere, frames and sniffing', async () => {
    const { headers } = await person.fetch('/health/live')
    const policy = headers.get('content-security-policy')!
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
    ]) {
      expect(policy.split(';')).toContain(rule)
    }
    const sources = policy.split(';').find(rule => rule.startsWith('script-src '))
    expect(sources).toMatch(/^script-src 'self' 'wasm-unsafe-eval'( 'sha256-\S+')?$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('allows the script that the build put into the page, and no other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ignite-client-'))
    await writeFile(join(folder, 'index.html'), '<script>first()</script><script src="/other.js"></script>')
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'error', WEB_DIR: folder }))
    const { headers } = await app.inject('/nothing')
    await app.close()
    await rm(folder, { recursive: true })
    const hashes = String(headers['content-security-policy']).match(/'sha256-\S+'/g)
    expect(hashes).toEqual(["'sha256-fDYmfWjvur9AxjhDbjHe6RvExc05MbXhhrbgz2vvy/A='"])
  })

  test('leads files that are shared with an app without its worker to the form, unread', async () => {
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'error', WEB_DIR: '/nowhere' }))
    await clientRoutes(app, { webDir: null, publicUrl: 'https://ignite.test' })
    const body = new FormData()
    body.set('files', new Blob(['pdf'], { type: 'application/pdf' }), 'notes.pdf')
    const { statusCode, headers } = await app.inject({ method: 'POST', url: sharePath, payload: body })
    await app.close()
    expect([statusCode, headers.location]).toEqual([303, '/explore?create=upload'])
  })

  test('allows the payment provider’s form, and nothing else', async () => {
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'error', WEB_DIR: '/nowhere' }))
    const { headers } = await app.inject('/nothing')
    await app.close()
    const rules = String(headers['content-security-policy']).split(';')
    const provider = 'https://connect-js.stripe.com https://js.stripe.com'
    expect(rules.filter(rule => rule.includes('stripe'))).toEqual([
      `script-src 'self' 'wasm-unsafe-eval' ${provider}`,
      `frame-src 'self' ${provider}`,
      "img-src 'self' blob: data: https://*.stripe.com",
    ])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })
})

describe('a caller who makes too many calls', () => {
  test('is told to wait, and others aren’t', async () => {
    const strict = await startStack({ REQUESTS_PER_MINUTE: '120' })
    const [greedy, patient] = [await strict.signIn('greedy'), await strict.signIn('patient')]
    const announce = { body: { name: 'a.pdf', type: 'application/pdf' as const } }
    const limit = files.upload.perMinute / 10
    for (let count = 0; count < limit; count++)
      expect((await greedy.call(files.upload, announce)).status).toBe(200)
    const refused = await greedy.call(files.upload, announce)
    expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await patient.call(files.upload, announce)).status).toBe(200)
    await strict.close()
  })

  test('has one limit over all browsers and servers, including those started since', async () => {
    const strict = await startStack({ REQUESTS_PER_MINUTE: '120' })
    const second = await strict.startSecond({ PUBLIC_URL: strict.url })
    const here = await strict.signIn('greedy')
    const elsewhere = (await strict.signIn('greedy')).at(second)
    const announce = { body: { name: 'a.pdf', type: 'application/pdf' as const, size: 1000 } }
    const asked = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? here : elsewhere).call(files.upload, announce),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(files.upload.perMinute / 10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - files.upload.perMinute / 10)
    // As if they had just been made: a busy machine may take a minute to start.
    await strict.restart(async () => {
      await sql`update platform.call_counts set began_at = clock_timestamp()`.execute(strict.db)
    })
    expect((await here.call(files.upload, announce)).status).toBe(429)
    await strict.close()
  })

  test('is counted the same for simultaneous calls as for sequential ones', async () => {
    const count = (db: Database) => countCall({ db, redis: undefined }, 'GET /often', 'greedy', 3)
    await stack.db.transaction().execute(async early => {
      await sql`select now()`.execute(early)
      for (let n = 0; n < 3; n++) await count(stack.db)
      await expect(count(early)).rejects.toMatchObject({ code: 'rate_limited' })
    })
  })

  test('is one person in all their browsers, and one address with all the logins that have ended', async () => {
    // Has never seen any of these logins.
    const server = await stack.startSecond()
    const calls = async (person: Person) => {
      const { headers } = await person.at(server).fetch('/assets/nothing.js')
      return Number(headers.get('x-ratelimit-limit')) - Number(headers.get('x-ratelimit-remaining'))
    }
    const here = await stack.signIn('several')
    const there = await stack.signIn('several')
    const ended = [await stack.signIn('ended'), await stack.signIn('ended'), await stack.signIn('ended')]
    await sql`delete from logins using users where users.id = user_id and email = 'ended@example.edu'`.execute(
      stack.db,
    )
    expect([await calls(here), await calls(there), await calls(here)]).toEqual([1, 2, 3])
    const [first, ...more] = ended
    const counted = [await calls(stack.visitor()), await calls(first!), await calls(stack.visitor())]
    for (const one of more) counted.push(await calls(one))
    expect(counted).toEqual([1, 2, 3, 4, 5])
    expect(await calls(there)).toBe(4)
  })

  test('holds up nobody else with a single burst of calls', async () => {
    // Two at once, of eight connections to the database.
    const server = await stack.startSecond({ REQUESTS_PER_MINUTE: '60' })
    const lock = await pauseAt(stack.databaseUrl, 'lock table posts in access exclusive mode')
    const burst = range(0, 30).map(() => stack.visitor().at(server).fetch(posts.list.path))
    await lock.reached()
    const others = []
    for (const _ of range(0, 3)) others.push((await person.at(server).fetch(logins.read.path)).status)
    expect(others).toEqual([200, 200, 200])
    await lock.release()
    for (const { status } of await Promise.all(burst)) expect([200, 429]).toContain(status)
  })

  test('counts for the address while nobody knows whose login it is', async () => {
    const server = await stack.startSecond()
    const late = await stack.signIn('late')
    const calls = async () => {
      const { status, headers } = await late.at(server).fetch('/assets/nothing.js')
      return { status, left: headers.get('x-ratelimit-remaining') }
    }
    const visitor = await stack.visitor().at(server).fetch('/assets/nothing.js')
    const lock = await pauseAt(stack.databaseUrl, 'lock table logins in access exclusive mode')
    const before = Number(visitor.headers.get('x-ratelimit-remaining'))
    expect(await calls()).toEqual({ status: 404, left: String(before - 1) })
    await lock.release()
    await eventually('the answer is remembered', async () => Number((await calls()).left) >= before)
  })

  test('is identified by the address that our own proxy saw, whatever they claim', async () => {
    const strict = await startStack({ REQUESTS_PER_MINUTE: '120', TRUST_PROXY: '1' })
    const ask = (forwarded: string) =>
      strict.visitor().fetch(logins.start.path, {
        method: 'POST',
        headers: { ...json, 'x-forwarded-for': forwarded },
        body: '{"provider":"nobody"}',
      })
    const limit = logins.start.perMinute / 10
    for (let n = 0; n < limit; n++) expect((await ask(`10.0.0.${n}, 2001:db8:7:7::${n}`)).status).toBe(404)
    for (const claimed of ['', '10.9.9.9, ', '::ffff:10.1.1.1, ', '"[2001:db8::1]:80", ', 'unknown, ']) {
      expect((await ask(`${claimed}2001:db8:7:7:ffff::1`)).status).toBe(429)
    }
    expect((await ask('2001:db8:7:8::1')).status).toBe(404)
    await strict.close()
  })
})

describe('operators of the server', () => {
  test('can check whether it is alive and ready', async () => {
    for (const path of ['/health/live', '/health/ready']) expect((await person.fetch(path)).status).toBe(200)
  })

  test('are told that it is ready without its bucket, which all servers share, and in the metrics that the bucket is away', async () => {
    const bucket = await startS3()
    const remote = await startStack({ ...bucket.env, METRICS_TOKEN: 'a token for the metrics' })
    const visitor = remote.visitor()
    const answers = async () => {
      const headers = { authorization: 'Bearer a token for the metrics' }
      const printed = await (await visitor.fetch('/metrics', { headers })).text()
      const { status } = await visitor.fetch('/health/ready')
      return [status, /^ignite_ready \d$/m.exec(printed)![0]]
    }
    expect(await answers()).toEqual([200, 'ignite_ready 1'])
    await bucket.close()
    expect(await answers()).toEqual([200, 'ignite_ready 0'])
    await remote.close()
  })

  test('are told that it isn’t ready without its folder of files', async () => {
    const local = await startStack()
    await rm(local.storageDir, { recursive: true, force: true })
    await writeFile(local.storageDir, '')
    expect((await local.visitor().fetch('/health/ready')).status).toBe(503)
    await rm(local.storageDir)
    expect((await local.visitor().fetch('/health/ready')).status).toBe(200)
    await local.close()
  })

  test('are told that it is ready while everyone else waits for a connection to the database', async () => {
    const waiting = async () => {
      const { rows } = await sql`
        select pid, query_start::text from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' order by pid`.execute(stack.db)
      return rows
    }
    let feeds: Promise<unknown>[] = []
    await stack.db.transaction().execute(async lock => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
      await sql`lock table posts`.execute(lock)
      feeds = range(0, 40).map(() => stack.visitor().fetch(posts.list.path))
      // A statement gives up after three seconds, and another one takes its place: then the answer says nothing.
      await eventually('they are told while each of the eight connections waits', async () => {
        const before = await waiting()
        if (before.length < 8) return false
        expect((await person.fetch('/health/ready')).status).toBe(200)
        return JSON.stringify(await waiting()) === JSON.stringify(before)
      })
    })
    await Promise.all(feeds)
  })

  test('whose disk is full aren’t told of a bug, and people are asked to come back', async () => {
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'fatal' }))
    app.get('/write', () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    const { statusCode, headers } = await app.inject('/write')
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    await app.close()
  })

  test('read its metrics on the machine itself, and nobody else does', async () => {
    const response = await person.fetch('/metrics')
    const printed = await response.text()
    expect(printed).toContain('http_request_duration_seconds')
    expect(printed).toMatch(/^ignite_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    expect(printed).toMatch(/^ignite_ready 1$/m)
    // The tests' PostgreSQL keeps no archive.
    expect(printed).not.toMatch(/^ignite_database_archived/m)
    const forwarded = await person.fetch('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect(forwarded.status).toBe(404)
  })

  test('read its metrics from elsewhere with the token', async () => {
    const guarded = await startStack({ METRICS_TOKEN: 'a token for the metrics' })
    const visitor = guarded.visitor()
    expect((await visitor.fetch('/metrics')).status).toBe(404)
    const authorization = 'Bearer a token for the metrics'
    expect((await visitor.fetch('/metrics', { headers: { authorization } })).status).toBe(200)
    await guarded.close()
  })

  test('read its metrics even when their address has used up its calls, but nobody may go on guessing the token', async () => {
    const metricsToken = 'a token for the metrics'
    const app = await createApp(
      loadConfig({ ...leastSettings, LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '3' }),
    )
    metricsRoutes(app, { production: true, metricsToken }, unwatched)
    const statusOf = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7', headers })).statusCode
    }
    for (let guess = 0; guess < 3; guess++) expect(await statusOf(`a guess, number ${guess}`)).toBe(404)
    expect(await statusOf('another guess')).toBe(429)
    expect(await statusOf(metricsToken)).toBe(200)
    await app.close()
  })

  test('read no metrics in production without a token, whatever their address', async () => {
    const metricsToken = 'a token for the metrics'
    for (const [token, status] of [
      [undefined, 404],
      [metricsToken, 200],
    ] as const) {
      const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'error' }))
      metricsRoutes(app, { production: true, metricsToken: token }, unwatched)
      const { statusCode } = await app.inject({
        url: '/metrics',
        remoteAddress: '127.0.0.1',
        headers: { authorization: `Bearer ${metricsToken}` },
      })
      expect(statusCode).toBe(status)
      await app.close()
    }
  })

  test('find every call in the reference', async () => {
    const response = await person.fetch('/api/reference/json')
    const { openapi, info, paths } = (await response.json()) as {
      openapi: string
      info: { description: string }
      paths: Record<string, Record<string, { description?: string }>>
    }
    expect(openapi).toBe('3.1.0')
    expect(paths['/api/post']).toHaveProperty('delete')
    expect(paths['/api/post/{id}']).toHaveProperty('get')
    expect(paths['/api/bucket']!.post!.description).toContain(`${files.upload.perMinute} a minute`)
    const { perHour, perDay } = uploadLimits.upload
    expect(info.description).toContain(`| Uploads | ${perHour} an hour, ${perDay} and 2048 MiB a day`)
    expect((await person.fetch('/api/reference/')).status).toBe(200)
  })
})
