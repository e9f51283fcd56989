import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reports } from '#shared/api/reports.ts'
import type { Person } from '../../../test/harness/person.ts'
import { signInTo } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

const rename = (person: Person, username: string) =>
  untilFree(() => person.call(profiles.rename, { body: { username } }))
const check = async (person: Person, username: string) =>
  (await person.call(profiles.checkUsername, { query: { username } })).body
const nameOf = async (person: Person) => (await person.call(profiles.own)).body.profile.username
const leadsTo = async (username: string) =>
  (await stack.visitor().call(profiles.ofPerson, { query: { username } })).body.profile?.username ?? null

describe('A username', () => {
  test('is taken in its canonical form, and shown that way', async () => {
    const ana = await stack.signIn('ana')
    expect(await check(ana, ' @Ana.Lima ')).toEqual({ status: 'success', available: true, reason: null })
    const { status, body } = await rename(ana, ' @Ana.Ｌima ')
    expect([status, body.profile.username]).toEqual([200, 'ana.lima'])
    expect(await leadsTo('ANA.LIMA')).toBe('ana.lima')
    expect((await rename(ana, 'Ana.Lima')).status).toBe(200)
    expect((await ana.call(profiles.own)).body.profile.username_locked_days).toBe(0)
  })

  test.each([
    ['ab', 'Usernames need at least 3 characters.'],
    ['x'.repeat(41), 'Usernames can have up to 40 characters.'],
    ['a b c', 'Use letters from a to z, digits, dots, dashes and underscores.'],
    ['аdmin1', 'Use letters from a to z, digits, dots, dashes and underscores.'],
    ['ana\u202e', 'Use letters from a to z, digits, dots, dashes and underscores.'],
    ['ana\u0000', 'Use letters from a to z, digits, dots, dashes and underscores.'],
    ['<script>', 'Use letters from a to z, digits, dots, dashes and underscores.'],
    ['../admin', 'Use letters from a to z, digits, dots, dashes and underscores.'],
    ['.hidden', 'Start with a letter or a digit.'],
    ['Settings', 'This username is reserved.'],
    ['ＡＤＭＩＮ', 'This username is reserved.'],
    ['ignite-support', 'This username is reserved.'],
    ['1gnite', 'This username is reserved.'],
    ['study_pal.help', 'This username is reserved.'],
    ['teamignite', 'This username is reserved.'],
    ['supp0rt-theignit3', 'This username is reserved.'],
    ['askignitehelp', 'This username is reserved.'],
    ['mystudypal', 'This username is reserved.'],
    ['ask.my-study-pal', 'This username is reserved.'],
    ['support-team', 'This username is reserved.'],
    ['helpdesk24', 'This username is reserved.'],
    ['admin1', 'This username is reserved.'],
    ['the.moderators', 'This username is reserved.'],
    ['stripe_payments', 'This username is reserved.'],
    ['customerservices.refunds', 'This username is reserved.'],
    ['it-support', 'This username is reserved.'],
    ['techhelp', 'This username is reserved.'],
    ['5upp0rt', 'This username is reserved.'],
    ['he1p.tutors', 'This username is reserved.'],
    ['adm1n', 'This username is reserved.'],
    ['s.u.p.p.o.r.t', 'This username is reserved.'],
    ['deleted-abc', 'This username is reserved.'],
  ])('can’t be %j', async (username, reason) => {
    const bea = await stack.signIn('bea')
    expect(await check(bea, username)).toEqual({ status: 'success', available: false, reason })
    const { status, problem } = await rename(bea, username)
    expect([status, problem.errors]).toEqual([422, [{ path: 'body.username', message: reason }]])
    expect(await nameOf(bea)).toBe('bea')
  })

  test.each([
    'igor.night',
    'i.g.nitesh',
    'reignites',
    'dignite.k',
    'deleted.scenes',
    'study.partner',
    'study.palmer',
    'studypaige',
    'moderow',
    'staffan',
    'stripeman',
    'helpmann',
    'modesta',
    'andrew.billing',
    'the.students',
    'student-services',
    'support.for.bio101',
    'official.maya',
    'it.student',
    'heip',
    'i.t.staff',
    'kit.staff5',
    'bill.ing1',
    'tutor.tina',
    'otto.tech',
  ])('can be %j', async username => {
    expect((await check(await stack.signIn('bea'), username)).available).toBe(true)
  })

  test('belongs to one person, ignoring case', async () => {
    const [carl, dora] = [await stack.signIn('carl'), await stack.signIn('dora')]
    expect(await check(dora, 'CARL')).toEqual({
      status: 'success',
      available: false,
      reason: 'This username is taken.',
    })
    const { status, problem } = await rename(dora, 'CARL')
    expect([status, problem.code, problem.detail]).toEqual([409, 'conflict', 'This username is taken.'])
    expect([await nameOf(carl), await nameOf(dora)]).toEqual(['carl', 'dora'])
    expect((await check(carl, 'carl')).available).toBe(true)
  })

  test('can be checked or taken only with a login', async () => {
    expect((await rename(stack.visitor(), 'somebody')).status).toBe(401)
    expect(
      (await stack.visitor().call(profiles.checkUsername, { query: { username: 'somebody' } })).status,
    ).toBe(401)
  })
})

describe('A former username', () => {
  test('leads to the current one, through each one in between', async () => {
    const emil = await stack.signIn('emil')
    await rename(emil, 'emil.one')
    await rename(emil, 'emil.two')
    expect(await Promise.all(['emil', 'emil.one', 'Emil.Two'].map(leadsTo))).toEqual([
      'emil.two',
      'emil.two',
      'emil.two',
    ])
  })

  test('names its person in whatever is done to them, though not once somebody else has it', async () => {
    const [kit, lena] = [await stack.signIn('kit.first'), await stack.signIn('lena')]
    await rename(kit, 'kit.second')
    const body = { username: 'Kit.First' }
    expect((await lena.call(follows.follow, { body })).status).toBe(200)
    const report = { username: 'kit.first', reason: 'spam', details: '' } as const
    expect((await lena.call(reports.create, { body: report })).status).toBe(200)
    expect((await lena.call(blocks.block, { body })).status).toBe(200)
    const blocked = async (person: Person) =>
      (await person.call(blocks.list)).body.data.map(({ username }) => username)
    expect(await blocked(lena)).toEqual(['kit.second'])
    expect((await lena.call(blocks.unblock, { body })).status).toBe(200)
    stack.clock.advance({ hours: 24 * 91 })
    await rename(await stack.signIn('mona'), 'kit.first')
    const later = await stack.signIn('lena')
    await later.call(blocks.block, { body })
    expect(await blocked(later)).toEqual(['kit.first'])
  })

  test('is reserved for 90 days, and free for others afterwards', async () => {
    const [fred, gina] = [await stack.signIn('fred'), await stack.signIn('gina')]
    await rename(fred, 'frederick')
    stack.clock.advance({ hours: 24 * 89 })
    const later = await stack.signIn('gina')
    expect((await check(later, 'fred')).reason).toBe('This username is taken.')
    expect((await rename(later, 'fred')).status).toBe(409)
    stack.clock.advance({ hours: 24 * 2 })
    const after = await stack.signIn('gina')
    expect((await check(after, 'fred')).available).toBe(true)
    expect((await rename(after, 'fred')).status).toBe(200)
    expect([await leadsTo('fred'), await leadsTo('frederick'), await leadsTo('gina')]).toEqual([
      'fred',
      'frederick',
      'fred',
    ])
    expect(gina).toBeDefined()
  })

  test('can be taken back by its former owner', async () => {
    const hugo = await stack.signIn('hugo')
    await rename(hugo, 'hugo.far')
    expect((await check(hugo, 'hugo')).available).toBe(true)
    expect((await rename(hugo, 'hugo')).status).toBe(200)
    expect([await leadsTo('hugo'), await leadsTo('hugo.far')]).toEqual(['hugo', 'hugo'])
  })

  test('isn’t given to a newcomer', async () => {
    const ines = await stack.signIn('ines')
    await rename(ines, 'ines.moved')
    const namesake = stack.visitor()
    await signInTo(namesake, 'ines@elsewhere.example')
    expect(await nameOf(namesake)).toMatch(/^ines-[a-z2-9]{10}$/)
  })
})

test('a username can change three times in 30 days, and the answer says when it can again', async () => {
  const jo = await stack.signIn('jo.first')
  for (const name of ['jo.a', 'jo.b', 'jo.c']) expect((await rename(jo, name)).status).toBe(200)
  const { status, problem, headers } = await rename(jo, 'jo.d')
  expect([status, problem.code]).toEqual([429, 'rate_limited'])
  expect(problem.detail).toMatch(/You can change it again on [A-Z][a-z]+ \d{1,2}, \d{4}\.$/)
  expect(Number(headers.get('retry-after'))).toBe(30 * 24 * 3600)
  expect((await jo.call(profiles.own)).body.profile.username_locked_days).toBe(30)
  expect((await rename(jo, 'jo.c')).status).toBe(200)
  stack.clock.advance({ hours: 24 * 30 })
  const later = await stack.signIn('jo.first')
  expect((await later.call(profiles.own)).body.profile.username_locked_days).toBe(0)
  expect((await rename(later, 'jo.d')).status).toBe(200)
})

describe('At the same moment', () => {
  const crowd = (name: string, size: number) =>
    Promise.all(Array.from({ length: size }, (_, number) => stack.signIn(`${name}${number}`)))

  test('fifty people want one name, and one gets it', async () => {
    const people = await crowd('racer', 50)
    const answers = await Promise.all(people.map(person => rename(person, 'the.winner')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(49)
    const rows = await stack.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'the.winner')
      .execute()
    expect(rows).toHaveLength(1)
    const former = await stack.db
      .selectFrom('former_usernames')
      .select('username')
      .where('username', 'like', 'racer%')
      .execute()
    expect(former).toHaveLength(1)
  })

  test('one person gives up a name while others want it, and it stays reserved', async () => {
    for (let round = 0; round < 10; round++) {
      const [owner, ...others] = await crowd(`round${round}.`, 6)
      const given = `round${round}.0`
      const [gave, ...asked] = await Promise.all([
        rename(owner!, `gone${round}`),
        ...others.map(person => rename(person, given)),
      ])
      expect(gave.status).toBe(200)
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 409))
    }
  })

  test('newcomers and renames want one name, and one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const people = await crowd(`old${round}.`, 3)
      const newcomers = [stack.visitor(), stack.visitor(), stack.visitor()]
      const name = `meeting.place${round}`
      const [places, answers] = await Promise.all([
        Promise.all(newcomers.map((visitor, n) => signInTo(visitor, `${name}@college${n}.example`))),
        Promise.all(people.map(person => rename(person, name))),
      ])
      expect(places).toEqual(places.map(() => '/explore'))
      const newNames = await Promise.all(newcomers.map(nameOf))
      const winners = [
        ...newNames.filter(won => won === name),
        ...answers.filter(({ status }) => status === 200),
      ]
      expect(winners).toHaveLength(1)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    }
  })

  test('one person changes it ten times, and three succeed', async () => {
    const kai = await stack.signIn('kai.start')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => rename(kai, `kai.${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    const { rows } = await sql<{ names: number }>`
      select count(*)::int as names from former_usernames
      where user_id = (select user_id from former_usernames where username = 'kai.start')`.execute(stack.db)
    expect(rows[0]!.names).toBe(3)
  })

  test('two people swap their names without a deadlock', async () => {
    const [lena, milo] = [await stack.signIn('lena'), await stack.signIn('milo')]
    const answers = await Promise.all([rename(lena, 'milo'), rename(milo, 'lena')])
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
  })
})

test('an invalid username belongs to nobody, in every call', async () => {
  const nora = await stack.signIn('nora')
  for (const username of ['a\u0000b', '\ud800', '%']) {
    const { status } = await nora.call(posts.ofPerson, { query: { username, offset: 0, crn: '' } })
    expect({ username, status }).toEqual({ username, status: 404 })
  }
})
