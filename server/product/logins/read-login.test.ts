import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logins } from '#shared/api/logins.ts'
import { enterLive } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import { startSignIn } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { sweepLogins } from './sweep.ts'

const secret = 'the secret of these tests, which is long'
const name = 'ignite.session_token'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ SECRET: secret })
})
afterAll(() => stack.close())

const who = async (person: Person) => (await person.call(logins.read)).body.login

const signed = (token: string, key = secret) =>
  encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`)

function withCookie(value: string, cookie = name): Person {
  const person = stack.visitor()
  person.cookies.set(cookie, value)
  return person
}

describe('a login', () => {
  test('belongs to anyone who holds its signed cookie', async () => {
    const maya = await stack.signIn('maya')
    const copy = withCookie(maya.cookies.get(name)!)
    expect((await who(copy))?.email).toBe('maya@example.edu')
  })

  test.each([
    ['a token without a signature', (token: string) => token],
    [
      'a token signed with another secret',
      (token: string) => signed(token, 'another secret, also long enough'),
    ],
    ['a token with someone else’s signature', (token: string) => `${token}.${signed('other').split('.')[1]}`],
    ['a signature with characters around it', (token: string) => `${signed(token)}${'!'.repeat(300)}`],
    [
      'the same in another spelling',
      (token: string) => signed(token).replace(/^./, first => `%${first.charCodeAt(0).toString(16)}`),
    ],
    ['an empty signature', (token: string) => `${token}.`],
    ['broken percent-encoding', (token: string) => `${token}.%E0%A4%A`],
  ])('is refused for %s', async (_what, forge) => {
    const maya = await stack.signIn('maya')
    const token = decodeURIComponent(maya.cookies.get(name)!).split('.')[0]!
    expect(await who(withCookie(signed(token)))).not.toBeNull()
    expect(await who(withCookie(forge(token)))).toBeNull()
  })

  test('is refused for a planted token, even if it is correctly signed', async () => {
    const planted = signed('A'.repeat(32))
    const person = withCookie(planted)
    expect(await who(person)).toBeNull()
    await (await person.signIn('planted@example.edu')).body?.cancel()
    expect((await who(person))?.email).toBe('planted@example.edu')
    expect(await who(withCookie(planted))).toBeNull()
  })

  test('is found behind a broken cookie of the same name', async () => {
    const maya = await stack.signIn('maya')
    const response = await fetch(`${stack.url}/api/login`, {
      headers: { cookie: `${name}=planted.bad; ${name}=${maya.cookies.get(name)}` },
    })
    expect(((await response.json()) as { login: { email: string } }).login.email).toBe('maya@example.edu')
  })

  test('ends at once, in every browser that has it, by signing out', async () => {
    const maya = await stack.signIn('maya')
    const elsewhere = await stack.signIn('maya')
    const copy = withCookie(maya.cookies.get(name)!)
    const { status, headers } = await maya.call(logins.end)
    expect(status).toBe(200)
    expect(headers.get('clear-site-data')).toBe('"storage"')
    expect(maya.cookies.has(name)).toBe(false)
    expect(await who(copy)).toBeNull()
    expect((await who(elsewhere))?.email).toBe('maya@example.edu')
  })

  test('ends within a second when another node ends it or suspends its person', async () => {
    const gone = await stack.signIn('gone')
    expect(await who(gone)).not.toBeNull()
    await sql`delete from users where email = 'gone@example.edu'`.execute(stack.db)
    stack.clock.advance({ seconds: 1 })
    expect(await who(gone)).toBeNull()
  })

  test('can’t be ended by a visitor, who gets the same answer', async () => {
    expect((await stack.visitor().call(logins.end)).status).toBe(200)
  })
})

describe('as time passes, a login', () => {
  test('ends after a week without use', async () => {
    const idle = await stack.signIn('idle')
    stack.clock.advance({ hours: 7 * 24 - 1 })
    // The lookup itself counts as use: another browser with the same login gets another week.
    const copy = withCookie(idle.cookies.get(name)!)
    expect(await who(copy)).not.toBeNull()
    stack.clock.advance({ hours: 7 * 24 - 1 })
    expect(await who(idle)).not.toBeNull()
    // Even if it was just less than a day after the last time that they came.
    stack.clock.advance({ hours: 23 })
    expect(await who(idle)).not.toBeNull()
    stack.clock.advance({ hours: 7 * 24 - 1 })
    expect(await who(idle)).not.toBeNull()
    stack.clock.advance({ hours: 7 * 24 })
    expect(await who(idle)).toBeNull()
  })

  test('ends after thirty days, however much it is used', async () => {
    const busy = await stack.signIn('busy')
    for (let day = 1; day < 30; day++) {
      stack.clock.advance({ hours: 24 })
      expect(await who(busy)).not.toBeNull()
    }
    stack.clock.advance({ hours: 24 })
    expect(await who(busy)).toBeNull()
  })

  test('hears nothing more after thirty days, however much it was used', async () => {
    const listening = await stack.signIn('listening')
    const socket = await enterLive(listening, '/product')
    for (let day = 1; day < 30; day++) {
      stack.clock.advance({ hours: 24 })
      expect(await who(listening)).not.toBeNull()
    }
    stack.clock.advance({ hours: 24 })
    const ended = new Promise(resolve => socket.once('disconnect', resolve))
    await sweepLogins(stack.db, stack.clock.now())
    expect(await ended).toBe('io server disconnect')
  })
})

test('the sweep deletes what has ended, and nothing else', async () => {
  const [ended, fresh] = [await stack.signIn('ended'), await stack.signIn('fresh')]
  await sql`
    update logins set expires_at = now() - interval '1 minute'
    from users u where u.id = user_id and u.email = 'ended@example.edu'`.execute(stack.db)
  await sweepLogins(stack.db, Temporal.Now.instant())
  const count = async (email: string) => {
    const { rows } =
      await sql`select from logins l join users u on u.id = l.user_id where u.email = ${email}`.execute(
        stack.db,
      )
    return rows.length
  }
  expect([await count('ended@example.edu'), await count('fresh@example.edu')]).toEqual([0, 1])
  stack.clock.advance({ seconds: 1 })
  expect(await who(fresh)).not.toBeNull()
  expect(await who(ended)).toBeNull()
})

test('the sweep deletes sign-ins that have ended, and none in progress', async () => {
  const person = stack.visitor()
  const [ended, going] = [
    await startSignIn(person, 'ended@ignite.test'),
    await startSignIn(person, 'going@ignite.test'),
  ]
  const stateOf = (address: string) => `%${new URL(address).searchParams.get('state')}`
  await sql`update login_verifications set expires_at = now() - interval '1 minute'
    where identifier like ${stateOf(ended)}`.execute(stack.db)
  await sweepLogins(stack.db, stack.clock.now().add({ hours: 1 }))
  const { rows } = await sql<{ ended: number; going: number }>`
    select count(*) filter (where identifier like ${stateOf(ended)})::integer as ended,
      count(*) filter (where identifier like ${stateOf(going)})::integer as going
    from login_verifications`.execute(stack.db)
  expect(rows).toEqual([{ ended: 0, going: 1 }])
})

describe('registering the login', () => {
  test('returns the person’s profile, every time', async () => {
    const maya = await stack.signIn('maya')
    const body = { email: 'MAYA@example.edu', name: 'Someone Else', image: 'https://evil.example/x.png' }
    const first = await maya.call(logins.register, { body })
    expect(first.body.login).toEqual({
      id: expect.any(String),
      name: 'Maya',
      email: 'maya@example.edu',
      email_confirmed: true,
      image: null,
      username: 'maya',
      operator: false,
      welcomed: true,
      theme: 'system',
    })
    expect((await maya.call(logins.register, { body })).body).toEqual(first.body)
  })

  test.each(['noah@example.edu', '', 'maya@example.edu.evil.example', 'mаya@example.edu'])(
    'refuses %j, which is not the login’s email',
    async email => {
      const maya = await stack.signIn('maya')
      const { status, problem } = await maya.call(logins.register, { body: { email } })
      expect([status, problem.code]).toEqual([403, 'identity_mismatch'])
    },
  )

  test('refuses a visitor', async () => {
    const { status } = await stack.visitor().call(logins.register, { body: { email: 'maya@example.edu' } })
    expect(status).toBe(401)
  })
})

test('on https, every cookie is Secure and bound to the host', async () => {
  const secure = await startStack({ PUBLIC_URL: 'https://ignite.example', SECRET: secret })
  try {
    const post = (path: string, body: string) =>
      fetch(secure.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const cookies = [
      ...(await post('/api/auth/sign-in/social', '{"provider":"google"}')).headers.getSetCookie(),
      ...(await post('/api/auth/sign-out', '{}')).headers.getSetCookie(),
    ]
    expect(cookies).toHaveLength(3)
    for (const cookie of cookies) {
      const [pair, ...attributes] = cookie.split('; ')
      expect(pair).toMatch(/^__Host-ignite\./)
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']))
      expect(cookie).not.toMatch(/domain=/i)
    }
    const token = randomBytes(16).toString('hex')
    await sql`
      with someone as (insert into users (name, email, username) values ('Ada', 'ada@example.edu', 'ada') returning id)
      insert into logins (user_id, token, expires_at) select id, ${token}, now() + interval '1 day' from someone`.execute(
      secure.db,
    )
    const whoIs = async (cookie: string) => {
      const response = await fetch(`${secure.url}/api/login`, {
        headers: { cookie: `${cookie}=${signed(token)}` },
      })
      return ((await response.json()) as { login: { email: string } | null }).login
    }
    expect(await whoIs(`__Host-${name}`)).toMatchObject({ email: 'ada@example.edu' })
    expect(await whoIs(name)).toBeNull()
  } finally {
    await secure.close()
  }
})
