import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { defaultRequestsPerMinute } from '#server/config/settings.ts'
import { admin } from '#shared/api/admin.ts'
import { logins, signInFailureText } from '#shared/api/logins.ts'
import { faultNames } from '../../../local/identity/faults.ts'
import { localTenant, objectIdOf, subjectOf } from '../../../local/identity/people.ts'
import { elsewhere } from '../../../test/factories/redirects.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { Person } from '../../../test/harness/person.ts'
import { landing, signInTo, startSignIn, toCallback } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { rowReader } from '../../../test/rules/rows.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())

const who = async (person: Person) => (await person.call(logins.read)).body.login

const userCount = async (email: string) => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from users where email = ${email}`.execute(stack.db)
  return rows[0]!.n
}

describe('signing in', () => {
  test.each(['google', 'microsoft'])(
    'works with %s for a script that only follows redirects',
    async provider => {
      const person = stack.visitor()
      expect(await who(person)).toBeNull()
      expect(await signInTo(person, `ada.lovelace@${provider}.example`, provider)).toBe('/explore')
      expect(await who(person)).toEqual({
        id: expect.any(String),
        name: 'Ada Lovelace',
        email: `ada.lovelace@${provider}.example`,
        email_confirmed: true,
        image: null,
        username: expect.stringMatching(/^ada\.lovelace(-[a-z2-9]{10})?$/),
        operator: false,
        welcomed: false,
        theme: 'system',
      })
    },
  )

  test.each([
    ['in which nothing can be seen', 'blank@ignite.test', '\u200b\u0301', 'blank'],
    ['that could be taken for Ignite itself', 'mallory@ignite.test', 'Ignite Support', 'mallory'],
    ['with a link in it', 'linda@ignite.test', 'Log in at https://evil.example', 'linda'],
    [
      'that could be taken for Ignite itself, as could the address',
      'ignite@ignite.test',
      'Ignite',
      'Student',
    ],
  ])('doesn’t take a name %s', async (_why, email, name, shown) => {
    const person = stack.visitor()
    await person.call(logins.answerAge, { body: { born: '2000-01-01' } })
    const { body } = await person.call(logins.start, { body: { provider: 'google' } })
    const { url } = await person.follow(body.url)
    const form = new URLSearchParams({ email, name })
    const picked = await person.fetch(url, { method: 'POST', body: form })
    await landing(person, await toCallback(person, picked.headers.get('location')!))
    expect((await who(person))?.name).toBe(shown)
  })

  test('recognizes a person who comes back', async () => {
    const [first, again] = [stack.visitor(), stack.visitor()]
    await signInTo(first, 'grace@ignite.test')
    await signInTo(again, 'grace@ignite.test')
    expect(await who(again)).toEqual(await who(first))
    expect(await userCount('grace@ignite.test')).toBe(1)
  })

  test('accepts the hint in the body too', async () => {
    const person = stack.visitor()
    await signInTo(stack.visitor(), 'hint@ignite.test', 'microsoft')
    const { body } = await person.call(logins.start, {
      body: { provider: 'microsoft', callbackURL: '/search?text=a%2Fb', loginHint: 'hint@ignite.test' },
    })
    expect(await landing(person, await toCallback(person, body.url))).toBe('/search?text=a%2Fb')
  })

  test('ends at the host name of this machine at which it began, which has its cookie', async () => {
    const site = stack.url.replace('127.0.0.1', 'localhost')
    await signInTo(stack.visitor(), 'local@ignite.test')
    const person = new Person(site)
    const { body } = await person.call(logins.start, {
      body: { provider: 'google', callbackURL: `${site}/search?text=x`, loginHint: 'local@ignite.test' },
    })
    const callback = await toCallback(person, body.url)
    expect(callback.origin).toBe(site)
    expect(await landing(person, callback)).toBe('/search?text=x')
  })

  test('stores none of the provider’s tokens', async () => {
    const { rows } = await sql`
      select 1 from login_accounts
      where coalesce(access_token, refresh_token, id_token, scope, password) is not null`.execute(stack.db)
    expect(rows).toEqual([])
  })

  test('creates a new token each time, and ends the login it replaces', async () => {
    const person = stack.visitor()
    await signInTo(person, 'twice@ignite.test')
    const before = new Map(person.cookies)
    await signInTo(person, 'twice@ignite.test')
    expect(person.cookies.get('ignite.session_token')).not.toBe(before.get('ignite.session_token'))
    const old = stack.visitor()
    for (const [name, value] of before) old.cookies.set(name, value)
    expect(await who(old)).toBeNull()
  })

  test('sends exactly the right cookie', async () => {
    const person = stack.visitor()
    const response = await person.fetch(
      (await toCallback(person, await startSignIn(person, 'cookie@ignite.test'))).href,
    )
    const line = response.headers.getSetCookie().find(cookie => cookie.startsWith('ignite.session_token='))
    const [pair, ...attributes] = line!.split('; ')
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    const token = decodeURIComponent(pair!.split('=')[1]!).split('.')[0]!
    // 32 characters of 62 are 190 bits.
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  })

  test('asks for the account each time: the provider remembers nobody', async () => {
    const person = stack.visitor()
    expect(await signInTo(person, 'one@ignite.test')).toBe('/explore')
    expect(await signInTo(person, 'other@ignite.test')).toBe('/explore')
    expect((await who(person))?.email).toBe('other@ignite.test')
    const { body } = await person.call(logins.start, { body: { provider: 'google' } })
    expect(await (await person.follow(body.url)).text()).toContain('Who is signing in?')
  })

  test('sends a welcome mail only the first time', async () => {
    const person = stack.visitor()
    await signInTo(person, 'mary.shelley@ignite.test')
    await signInTo(person, 'mary.shelley@ignite.test')
    await stack.jobsDone()
    const response = await person.fetch('/local/mail/messages?to=mary.shelley@ignite.test')
    const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] }
    expect(messages.map(({ subject }) => subject)).toEqual(['Welcome to Ignite'])
    expect(messages[0]!.text).toContain('Hello Mary Shelley,')
    expect(messages[0]!.text).toMatch(/Share something you wrote yourself: \S+\/explore\?create=upload$/m)
  })

  test('tries the welcome mail once if there is no such mailbox, which counts as no failure', async () => {
    const person = stack.visitor()
    await signInTo(person, 'nobody.here@ignite.test')
    await stack.jobsDone()
    const { rows } = await sql`
      select state, retry_count from pgboss.job join users on users.id = (data->>'userId')::uuid
      where job.name = 'welcome-mail' and email = 'nobody.here@ignite.test'`.execute(stack.db)
    expect(rows).toEqual([{ state: 'completed', retry_count: 0 }])
  })
})

describe('an invalid sign-in response', () => {
  test.each(['google', 'microsoft'].flatMap(provider => faultNames.map(fault => [provider, fault] as const)))(
    '%s with a token that is %s signs nobody in',
    async (provider, fault) => {
      // An address that Microsoft doesn't vouch for makes an account, but reserves nothing: see below.
      if (provider === 'microsoft' && fault === 'unverified') return
      const person = stack.visitor()
      const place = await signInTo(person, `${fault}@faults.example`, provider)
      const code = { 'no-email': 'email_missing', unverified: 'email_unverified' }[fault] ?? 'failed'
      expect(new URL(place, stack.url).searchParams.get('error')).toBe(code)
      expect(new URL(place, stack.url).searchParams.get('next')).toBe('/explore')
      expect(await who(person)).toBeNull()
      expect(await userCount(`${fault}@faults.example`)).toBe(0)
      expect(await userCount('victim@ignite.test')).toBe(0)
    },
  )

  const refused = async (person: Person, address: URL | string) => {
    expect(await landing(person, address)).toMatch(/^\/login\?error=expired/)
    expect(await who(person)).toBeNull()
  }

  test('is refused without its state', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'a@ignite.test'))
    address.searchParams.delete('state')
    await refused(person, address)
  })

  test('is refused with a state that was never issued', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'a@ignite.test'))
    address.searchParams.set('state', 'x'.repeat(32))
    await refused(person, address)
  })

  test('is refused a second time', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'replay@ignite.test'))
    expect(await landing(person, address)).toBe('/explore')
    const thief = stack.visitor()
    for (const [name, value] of person.cookies)
      if (!name.includes('session_token')) thief.cookies.set(name, value)
    await refused(thief, address)
  })

  test('is refused in another browser', async () => {
    const attacker = stack.visitor()
    const address = await toCallback(attacker, await startSignIn(attacker, 'attacker@ignite.test'))
    await refused(stack.visitor(), address)
  })

  test('is refused in another browser with its own sign-in in progress', async () => {
    const [attacker, victim] = [stack.visitor(), stack.visitor()]
    const address = await toCallback(attacker, await startSignIn(attacker, 'attacker@ignite.test'))
    await startSignIn(victim, 'victim@ignite.test')
    await refused(victim, address)
  })

  test('is refused at the other provider’s callback', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'mixup@ignite.test', 'google'))
    await refused(person, address.href.replace('/callback/google', '/callback/microsoft'))
  })

  test('is refused with another code', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'code@ignite.test'))
    address.searchParams.set('code', 'made-up')
    expect(await landing(person, address)).toBe('/login?error=failed&next=%2Fexplore')
    expect(await who(person)).toBeNull()
  })

  test('is refused with the code of someone else’s sign-in, which doesn’t match its verifier and nonce', async () => {
    const [attacker, victim] = [stack.visitor(), stack.visitor()]
    const theirs = await toCallback(victim, await startSignIn(victim, 'victim@ignite.test'))
    const own = await toCallback(attacker, await startSignIn(attacker, 'attacker@ignite.test'))
    own.searchParams.set('code', theirs.searchParams.get('code')!)
    expect(await landing(attacker, own)).toBe('/login?error=failed&next=%2Fexplore')
    expect(await who(attacker)).toBeNull()
  })

  test('is refused from another issuer', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'iss@ignite.test'))
    address.searchParams.set('iss', 'https://issuer.example')
    expect(await landing(person, address)).toBe('/login?error=failed&next=%2Fexplore')
  })

  test('with a made-up error gives only one of our error codes', async () => {
    const person = stack.visitor()
    const address = await toCallback(person, await startSignIn(person, 'a@ignite.test'))
    address.searchParams.delete('code')
    address.searchParams.set('error', '<script>alert(1)</script>')
    expect(await landing(person, address)).toBe('/login?error=failed&next=%2Fexplore')
  })

  test.each([
    '/api/auth/callback/google',
    '/api/auth/callback/github?code=x&state=y',
    '/api/auth/callback/nobody',
  ])('%s leads to the login page', async path => {
    expect(await landing(stack.visitor(), path)).toMatch(/^\/login\?error=(failed|expired)$/)
  })
})

describe('an address that another account has confirmed', () => {
  test.each([
    ['google', 'microsoft'],
    ['microsoft', 'google'],
  ])('by %s can’t be taken over through %s, and the refusal names nobody', async (owned, other) => {
    const email = `owner-${owned}@ignite.test`
    const [owner, second] = [stack.visitor(), stack.visitor()]
    await signInTo(owner, email, owned)
    const place = await signInTo(second, email, other)
    expect(place).toBe(`/login?error=other_way&provider=${other}&next=%2Fexplore`)
    expect(signInFailureText('other_way', other)).not.toMatch(/account|exists|Google|Microsoft/)
    expect(await who(second)).toBeNull()
    const { rows } = await sql`
      select provider_id from login_accounts a join users u on u.id = a.user_id where u.email = ${email}`.execute(
      stack.db,
    )
    expect(rows).toEqual([{ provider_id: owned }])
  })

  test('comes back to an owner who lost their sign-in as operations.md says', async () => {
    const own = await startStack({ OPERATOR_EMAILS: 'opal.operator@example.edu' })
    onTestFinished(own.close)
    const operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const chapter = operations.split('### A lost sign-in\n')[1]!.split('\n###')[0]!
    const [letGo, move] = chapter.match(/(?<=```sql\n)[^`]+(?=```)/g)!
    const run = (statement: string, fresh = '') =>
      sql.raw(statement.replaceAll('OLD', 'lois.lost').replaceAll('NEW', fresh)).execute(own.db)

    const email = 'lois.lost@ignite.test'
    const owner = own.visitor()
    await signInTo(owner, email, 'google')
    const before = await who(owner)
    await run(letGo!)
    const person = own.visitor()
    expect(await signInTo(person, email, 'microsoft')).toBe('/explore')
    const fresh = (await who(person))!.username
    expect((await run(move!, fresh)).numAffectedRows).toBe(1n)
    await eventually('the logins have ended', async () => !(await who(owner)) && !(await who(person)))
    const operator = await own.signIn('opal.operator')
    expect((await operator.call(admin.closeAccount, { body: { username: fresh } })).status).toBe(200)
    await signInTo(person, email, 'microsoft')
    expect(await who(person)).toEqual(before)
    const { body } = await operator.call(admin.people, { query: { text: email } })
    expect(body.people).toMatchObject([{ address: email, address_confirmed: true }])
  })

  test.each([
    ['in capitals', 'UNI-VICTIM@IGNITE.TEST'],
    ['in full-width letters', 'ｕｎｉ-victim@ignite.test'],
    ['with a full-width at sign', 'uni-victim＠ignite.test'],
    ['with a ligature', 'uni-victim@ignite.teﬆ'],
  ])('can’t be taken over by writing it %s', async (_form, email) => {
    await signInTo(stack.visitor(), 'uni-victim@ignite.test', 'google')
    const attacker = stack.visitor()
    expect(await signInTo(attacker, email, 'microsoft')).toMatch(/^\/login\?error=other_way/)
    expect(await who(attacker)).toBeNull()
  })

  test('doesn’t match a look-alike in another alphabet', async () => {
    const attacker = stack.visitor()
    // The "а" is Cyrillic.
    expect(await signInTo(attacker, 'mаry@ignite.test', 'microsoft')).toMatch(/^\/login\?error=email_missing/)
  })
})

describe('an address that a provider only claims', () => {
  const mailsTo = async (email: string) => {
    await stack.jobsDone()
    const response = await stack.visitor().fetch(`/local/mail/messages?to=${email}`)
    return ((await response.json()) as { messages: { subject: string }[] }).messages.map(m => m.subject)
  }

  test('makes the same account whether or not someone has it', async () => {
    await signInTo(stack.visitor(), 'held@ignite.test')
    const [nobodys, somebodys] = [stack.visitor(), stack.visitor()]
    const places = [
      await signInTo(nobodys, 'unverified.a:free@ignite.test', 'microsoft'),
      await signInTo(somebodys, 'unverified.b:held@ignite.test', 'microsoft'),
    ]
    expect(places).toEqual(['/explore', '/explore'])
    expect((await who(somebodys))?.email).toBe('held@ignite.test')
    expect(await userCount('held@ignite.test')).toBe(2)
    const back = stack.visitor()
    await signInTo(back, 'unverified.b:held@ignite.test', 'microsoft')
    expect((await who(back))?.username).toBe((await who(somebodys))?.username)
  })

  test('reserves nothing: the person who has it confirmed can sign in, and both keep their accounts', async () => {
    const [squatter, owner] = [stack.visitor(), stack.visitor()]
    await signInTo(squatter, 'unverified.c:wanted@ignite.test', 'microsoft')
    expect(await signInTo(owner, 'wanted@ignite.test')).toBe('/explore')
    const [theirs, own] = [await who(squatter), await who(owner)]
    expect(own?.email).toBe('wanted@ignite.test')
    expect(own?.username).not.toBe(theirs?.username)
    expect(await signInTo(squatter, 'unverified.c:wanted@ignite.test', 'microsoft')).toBe('/explore')
    expect((await who(squatter))?.username).toBe(theirs?.username)
  })

  test('gets no mail until it is confirmed', async () => {
    await signInTo(stack.visitor(), 'unverified.d:quiet@ignite.test', 'microsoft')
    expect(await mailsTo('quiet@ignite.test')).toEqual([])
    await signInTo(stack.visitor(), 'quiet@ignite.test')
    expect(await mailsTo('quiet@ignite.test')).toEqual(['Welcome to Ignite'])
  })

  test('gives nobody operator rights', async () => {
    const pretender = stack.visitor()
    await signInTo(pretender, 'unverified.e:opal.operator@example.edu', 'microsoft')
    expect(await who(pretender)).toMatchObject({ email: 'opal.operator@example.edu', operator: false })
    expect((await pretender.call(admin.reports)).status).toBe(403)
    const opal = await stack.signIn('opal.operator')
    expect(await who(opal)).toMatchObject({ operator: true })
  })
})

describe('an address that changes at the provider', () => {
  test('belongs to the account from the next sign-in, and gives its former owner no rights', async () => {
    const own = await startStack({ OPERATOR_EMAILS: 'runs@ignite.test' })
    try {
      const person = own.visitor()
      await signInTo(person, 'changing:runs@ignite.test')
      const before = await who(person)
      expect(before?.operator).toBe(true)
      await signInTo(person, 'changing:renamed@ignite.test')
      expect(await who(person)).toEqual({ ...before, email: 'renamed@ignite.test', operator: false })
      const next = own.visitor()
      await signInTo(next, 'runs@ignite.test', 'microsoft')
      expect((await who(next))?.operator).toBe(true)
    } finally {
      await own.close()
    }
  })

  test.each([
    ['google', 'that can’t be used', 'graduate-google:grаduate@ignite.test'],
    ['microsoft', 'that is missing', 'no-email@faults.example'],
  ])('at %s to one %s keeps nobody out, and gives no rights', async (provider, _why, later) => {
    const email = `graduate-${provider}@ignite.test`
    const own = await startStack({ OPERATOR_EMAILS: email })
    try {
      const person = own.visitor()
      await signInTo(person, `graduate-${provider}:${email}`, provider)
      const before = await who(person)
      expect(before?.operator).toBe(true)
      const subject =
        provider === 'google' ? subjectOf(provider, later) : `${localTenant}:${objectIdOf(later)}`
      await sql`update login_accounts set account_id = ${subject} where user_id = ${before!.id}`.execute(
        own.db,
      )
      expect(await signInTo(person, later, provider)).toBe('/explore')
      expect(await who(person)).toEqual({ ...before, email_confirmed: false, operator: false })
    } finally {
      await own.close()
    }
  })

  test('is only claimed once its provider no longer vouches for it', async () => {
    const confirmed = async (username: string) => {
      const { rows } = await sql<{ email_verified: boolean }>`
        select email_verified from users where username = ${username}`.execute(stack.db)
      return rows[0]?.email_verified
    }
    const person = stack.visitor()
    await signInTo(person, 'fading:fading@ignite.test', 'microsoft')
    const { username } = (await who(person))!
    expect(await confirmed(username)).toBe(true)
    await signInTo(stack.visitor(), 'taken@ignite.test')
    expect(await signInTo(person, 'fading:taken@ignite.test', 'microsoft')).toBe('/explore')
    expect([(await who(person))?.email, await confirmed(username)]).toEqual(['taken@ignite.test', false])
  })
})

test('operators can be named by their id at the provider, whatever their address', async () => {
  const subject = subjectOf('google', 'lasting@ignite.test')
  const own = await startStack({ OPERATOR_SUBJECTS: `microsoft:x:y, google:${subject}` })
  try {
    const [person, other] = [own.visitor(), own.visitor()]
    await signInTo(person, 'lasting@ignite.test')
    await signInTo(other, 'lasting2@ignite.test')
    expect([(await who(person))?.operator, (await who(other))?.operator]).toEqual([true, false])
    expect((await person.call(admin.reports)).status).toBe(200)
  } finally {
    await own.close()
  }
})

describe('a sign-in redirects', () => {
  test.each(elsewhere)('not to %j', async callbackURL => {
    const { status, problem } = await stack
      .visitor()
      .call(logins.start, { body: { provider: 'google', callbackURL } })
    expect([status, problem.code]).toEqual([422, 'invalid'])
  })

  test('nowhere else, whatever the sign-in in progress was told', async () => {
    const person = stack.visitor()
    await signInTo(person, 'state@ignite.test')
    const address = await toCallback(person, await startSignIn(person, 'state@ignite.test'))
    await sql`update login_verifications
      set value = jsonb_set(value::jsonb, '{callbackURL}', '"/.//evil.example/x"')::text
      where identifier like ${`%${address.searchParams.get('state')}`}`.execute(stack.db)
    expect(await landing(person, address)).toBe('/explore')
  })

  test('the library’s other ways to redirect or sign in don’t exist', async () => {
    await signInTo(stack.visitor(), 'fresh@ignite.test')
    const person = stack.visitor()
    const response = await person.fetch('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        provider: 'google',
        callbackURL: '/explore',
        newUserCallbackURL: 'https://evil.example',
        errorCallbackURL: 'https://evil.example',
        idToken: { token: 'x.y.z' },
        additionalData: { provider: 'microsoft', callbackURL: 'https://evil.example' },
      }),
    })
    const { url } = (await response.json()) as { url: string }
    const address = new URL(url)
    address.searchParams.set('login_hint', 'fresh@ignite.test')
    expect(await landing(person, await toCallback(person, address.href))).toBe('/explore')
  })

  test.each([
    ['GET', '/api/auth/get-session'],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/link-social'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/delete-user'],
    ['GET', '/api/auth/error'],
    ['GET', '/api/auth/sign-in/social'],
    ['GET', '/api/auth/sign-out'],
  ])('%s %s isn’t a call of this product', async (method, path) => {
    const response = await stack.visitor().fetch(path, {
      method,
      ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
    })
    expect(response.status).toBe(404)
  })
})

describe('a newcomer', () => {
  /** Returns from the provider without a date of birth. */
  const arrive = async (person: Person, email: string) => {
    const { body } = await person.call(logins.start, { body: { provider: 'google', loginHint: email } })
    return landing(person, await toCallback(person, body.url))
  }
  const thirteenYearsAgo = () =>
    stack.clock.now().toZonedDateTimeISO('Etc/GMT+12').toPlainDate().subtract({ years: 13 })

  test('is asked for a date of birth before anything about them is stored', async () => {
    const person = stack.visitor()
    const email = '100%asked@ignite.test'
    expect(await arrive(person, email)).toBe('/age?next=%2Fexplore&provider=google#100%25asked%40ignite.test')
    expect([await who(person), await userCount(email)]).toEqual([null, 0])
    const { body } = await person.call(logins.answerAge, { body: { born: thirteenYearsAgo().toString() } })
    expect(body.old_enough).toBe(true)
    expect(await arrive(person, email)).toBe('/explore')
    const back = stack.visitor()
    expect(await arrive(back, email)).toBe('/explore')
  })

  test('is asked even right after somebody else at the same computer', async () => {
    const browser = stack.visitor()
    const answer = () => browser.call(logins.answerAge, { body: { born: thirteenYearsAgo().toString() } })
    await answer()
    expect(await arrive(browser, 'parent@ignite.test')).toBe('/explore')
    expect(await arrive(browser, 'child@ignite.test')).toMatch(/^\/age\?/)
    await answer()
    await browser.call(logins.end)
    expect(await arrive(browser, 'child@ignite.test')).toMatch(/^\/age\?/)
    expect(await userCount('child@ignite.test')).toBe(0)
  })

  test('gets no account below thirteen, whatever they say next, and leaves no trace', async () => {
    const person = stack.visitor()
    const email = 'tim.twelve@ignite.test'
    await arrive(person, email)
    const born = thirteenYearsAgo().add({ days: 1 }).toString()
    const answer = await person.call(logins.answerAge, { body: { born } })
    expect(answer.body.old_enough).toBe(false)
    expect([...person.cookies.values()].join()).not.toContain(born)
    const again = await person.call(logins.answerAge, { body: { born: '1990-01-01' } })
    expect(again.body.old_enough).toBe(false)
    expect(await arrive(person, email)).toMatch(/^\/age\?/)
    await stack.jobsDone()
    const readRows = await rowReader(stack.db)
    const kept = [...(await readRows())].filter(([, row]) => /tim.?twelve/i.test(JSON.stringify(row)))
    expect(kept).toEqual([])
    // Others can sign in on the same computer as usual, and the child can try again after a day.
    await signInTo(stack.visitor(), 'sister@ignite.test')
    expect(await arrive(person, 'sister@ignite.test')).toBe('/explore')
    stack.clock.advance({ hours: 24 })
    const later = await person.call(logins.answerAge, { body: { born: '1990-01-01' } })
    expect(later.body.old_enough).toBe(true)
  })

  test.each([
    ['made up', 'passed.99999999999999.AAAA'],
    ['of another server', 'passed.99999999999999.'],
  ])('isn’t admitted with an answer that is %s', async (_, cookie) => {
    const person = stack.visitor()
    person.cookies.set('ignite.age', cookie)
    expect(await arrive(person, 'forger@ignite.test')).toMatch(/^\/age\?/)
  })

  test.each(['3000-01-01', '2000-02-30', 'yesterday', ''])('can’t be born on %j', async born => {
    expect((await stack.visitor().call(logins.answerAge, { body: { born } })).status).toBe(422)
  })
})

// Both wait for the provider timeout, so each has its own server.
describe.concurrent('a provider that hangs', () => {
  test('holds up nobody, and no sign-in with another provider', async () => {
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const nowhere = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const own = await startStack({ GOOGLE_DISCOVERY_URL: `${nowhere}/openid-configuration` })
    const google = await own.visitor().call(logins.start, { body: { provider: 'google' } })
    expect([google.status, google.problem.code]).toEqual([503, 'upstream_unavailable'])
    expect(await signInTo(own.visitor(), 'patient@ignite.test', 'microsoft')).toBe('/explore')
    await own.close()
    silent.closeAllConnections()
    silent.close()
  })

  test('sends people who return from it to the login page, which says so', async () => {
    const described = createServer((request, response) => {
      if (request.url !== '/openid-configuration') return
      const at = `http://${request.headers.host}`
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer: at,
          authorization_endpoint: `${at}/authorize`,
          token_endpoint: `${at}/token`,
          jwks_uri: `${at}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      )
    })
    await new Promise<void>(resolve => described.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(described.address() as AddressInfo).port}`
    const own = await startStack({ GOOGLE_DISCOVERY_URL: `${at}/openid-configuration` })
    const person = own.visitor()
    const { body } = await person.call(logins.start, { body: { provider: 'google' } })
    const state = new URL(body.url).searchParams.get('state')
    const place = await landing(person, `/api/auth/callback/google?code=any&state=${state}&iss=${at}`)
    expect(place).toBe('/login?error=provider_away&provider=google')
    expect(signInFailureText('provider_away', 'google')).toContain('Google isn’t responding')
    await own.close()
    described.closeAllConnections()
    described.close()
  })
})

test('only configured providers are offered, and a hidden one can’t be used', async () => {
  const person = stack.visitor()
  const { body } = await person.call(logins.providers)
  expect(body.providers).toEqual([
    { id: 'google', name: 'Google' },
    { id: 'microsoft', name: 'Microsoft' },
  ])
  for (const provider of ['github', 'apple', '__proto__', 'constructor']) {
    expect((await person.call(logins.start, { body: { provider } })).status).toBe(404)
  }
})

test('another site’s page can’t start a sign-in or end a login', async () => {
  const person = stack.visitor()
  for (const path of ['/api/auth/sign-in/social', '/api/auth/sign-out', '/api/login']) {
    const response = await person.fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
      body: '{"provider":"google"}',
    })
    expect(response.status).toBe(403)
  }
})

test('starting is rate-limited per minute, whatever addresses the caller claims', async () => {
  const limited = await startStack({ REQUESTS_PER_MINUTE: String(defaultRequestsPerMinute) })
  try {
    const ask = (n: number) =>
      limited.visitor().fetch('/api/auth/sign-in/social', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.${n % 256}.1, ::ffff:10.1.1.${n % 256}`,
        },
        body: '{"provider":"nobody"}',
      })
    for (let n = 0; n < logins.start.perMinute; n++) expect((await ask(n)).status).toBe(404)
    const refused = await ask(logins.start.perMinute)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})
