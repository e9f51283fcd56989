import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { logins } from '#shared/api/logins.ts'
import type { Person } from '../../test/harness/person.ts'
import { landing, signInTo, toCallback, untilProviderAnswers } from '../../test/harness/sign-in.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { startStack } from '../../test/harness/start-stack.ts'
import { untilFree } from '../../test/harness/until-free.ts'
import { mountIdentity } from './identity.ts'
import { pickPage } from './page.ts'
import { localTenant, objectIdOf } from './people.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())

/** Opens the page where people choose who they are; returns its address. */
async function openPage(person: Person, provider: string): Promise<string> {
  await untilFree(() => person.call(logins.answerAge, { body: { born: '2000-01-01' } }))
  const { body } = await untilFree(() => person.call(logins.start, { body: { provider } }))
  const page = await person.follow(body.url)
  expect(page.status).toBe(200)
  return page.url
}

const submit = (person: Person, page: string, form: Record<string, string>) =>
  person.fetch(page, { method: 'POST', body: new URLSearchParams(form) })

async function finish(person: Person, answer: Response): Promise<string> {
  const back = new URL(answer.headers.get('location')!, stack.url)
  return landing(person, await toCallback(person, back.href))
}

test('publishes what Google and Microsoft publish, at matching addresses', async () => {
  const read = async (path: string) => (await fetch(`${stack.url}/local/identity${path}`)).json()
  expect(await read('/google/.well-known/openid-configuration')).toMatchObject({
    issuer: `${stack.url}/local/identity/google`,
    authorization_endpoint: `${stack.url}/local/identity/google/o/oauth2/v2/auth`,
    id_token_signing_alg_values_supported: ['RS256'],
  })
  for (const tenant of ['common', localTenant]) {
    const { keys } = (await read(`/microsoft/${tenant}/discovery/v2.0/keys`)) as {
      keys: Record<string, unknown>[]
    }
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('alg')
    expect(keys[0]).not.toHaveProperty('d')
  }
})

describe.each(['google', 'microsoft'])('the page of %s', provider => {
  test('signs in a typed person', async () => {
    const person = stack.visitor()
    const typed = { name: 'Zoë  New', email: `Zoe@${provider}.example` }
    const place = await untilProviderAnswers(async () =>
      finish(person, await submit(person, await openPage(person, provider), typed)),
    )
    expect(place).toBe('/explore')
    expect((await person.call(logins.read)).body.login).toMatchObject({
      name: 'Zoë New',
      email: `zoe@${provider}.example`,
    })
  })

  test('leads back to the login page on cancel', async () => {
    const person = stack.visitor()
    const page = await openPage(person, provider)
    expect(await finish(person, await submit(person, page, { cancel: 'yes' }))).toBe(
      '/login?error=cancelled&next=%2Fexplore',
    )
  })

  test('says so when something isn’t an email address', async () => {
    const person = stack.visitor()
    const answer = await submit(person, await openPage(person, provider), { name: 'Zoe', email: 'zoe' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Enter an email address')
  })

  test('expires once it is done, and in another browser', async () => {
    const person = stack.visitor()
    const page = await openPage(person, provider)
    expect((await stack.visitor().fetch(page)).status).toBe(410)
    await finish(person, await submit(person, page, { email: 'done@ignite.test' }))
    expect((await person.fetch(page)).status).toBe(410)
  })

  test('can load and run nothing', async () => {
    const person = stack.visitor()
    const answer = await person.fetch(await openPage(person, provider))
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+';/,
    )
    expect(await answer.text()).not.toMatch(/<script|<link|<img|url\(/)
  })
})

test('people are offered by name, whatever it contains', () => {
  const { body } = pickPage('google', '/pick', [{ name: '<b>"Maya" & Co</b>', email: 'maya@ignite.test' }])
  expect(body).toContain('&lt;b&gt;&quot;Maya&quot; &amp; Co&lt;/b&gt;')
})

test('a person keeps their id after a restart, and has another at the other provider', async () => {
  expect(objectIdOf('maya@ignite.test')).toBe(objectIdOf('maya@ignite.test'))
  expect(objectIdOf('maya@ignite.test')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  const other = await startStack()
  try {
    const accounts = async (where: Stack) => {
      await signInTo(where.visitor(), 'restart@ignite.test')
      return where.db
        .selectFrom('login_accounts')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['provider_id', 'account_id'])
        .where('email', '=', 'restart@ignite.test')
        .executeTakeFirstOrThrow()
    }
    expect(await accounts(other)).toEqual(await accounts(stack))
  } finally {
    await other.close()
  }
})

test('refuses to run in production', () => {
  vi.stubEnv('NODE_ENV', 'production')
  expect(() => mountIdentity({ publicUrl: 'https://ignite.example', people: [] })).toThrow('production')
  vi.unstubAllEnvs()
})
