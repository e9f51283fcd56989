import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { wallets } from '#shared/api/wallets.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
})
afterAll(() => stack?.close())

const own = async (person: Person) => (await person.call(profiles.own)).body.profile
const seen = (viewer: Person, username: string) => viewer.call(profiles.ofPerson, { query: { username } })
const save = (person: Person, body: Parameters<typeof saveCall>[1]) => saveCall(person, body)
function saveCall(
  person: Person,
  body: NonNullable<Parameters<typeof person.call<typeof profiles.save>>[1]>['body'],
) {
  return person.call(profiles.save, { body })
}

describe('A person’s own profile', () => {
  test('starts with a name, and tips that help', async () => {
    const nia = await stack.signIn('nia.newcomer', { newcomer: true })
    expect(await own(nia)).toMatchObject({
      username: 'nia.newcomer',
      email: 'nia.newcomer@example.edu',
      is_you: true,
      college: null,
      designation: null,
      description: null,
      hourly_rate: null,
      profile_image: null,
      time_zone: null,
      followers: 0,
      following: 0,
      posts: 0,
      classes: [],
      highlights: [],
      blocked: false,
      theme: 'system',
      welcomed: false,
      tips: ['profile', 'classes', 'notes', 'schedule', 'wallet'],
      username_locked_days: 0,
    })
  })

  test('is changed by the fields sent, and by nothing else', async () => {
    const saved = await save(ana, {
      name: '  Ana Lima ',
      college: 'Riverbend State University',
      designation: 'Tutor, Physics',
      description: 'Mechanics.\nAnd circuits.',
      hourly_rate: '$35.5',
      time_zone: 'america/new_york',
      theme: 'dark',
    })
    expect(saved.body.profile).toMatchObject({
      name: 'Ana Lima',
      college: 'Riverbend State University',
      designation: 'Tutor, Physics',
      description: 'Mechanics.\nAnd circuits.',
      hourly_rate: '35.50',
      time_zone: 'America/New_York',
      theme: 'dark',
      email: 'ana@example.edu',
    })
    const { body } = await save(ana, { college: 'Lakeshore Technical College' })
    expect(body.profile).toEqual({ ...saved.body.profile, college: 'Lakeshore Technical College' })
    expect(await own(ana)).toEqual(body.profile)
  })

  test.each(['', null])('loses a fact that is sent as %j', async empty => {
    await save(ana, {
      college: 'Riverbend State University',
      designation: 'Tutor',
      description: 'Hello.',
      hourly_rate: '20',
    })
    const { body } = await save(ana, {
      college: empty,
      designation: empty,
      description: empty,
      hourly_rate: empty,
    })
    expect(body.profile).toMatchObject({
      college: null,
      designation: null,
      description: null,
      hourly_rate: null,
    })
  })

  test.each([
    ['1', '1.00'],
    ['1.1', '1.10'],
    ['19.99', '19.99'],
    ['1000', '1000.00'],
    ['0035', '35.00'],
  ])('takes the rate %j as %j', async (typed, shown) => {
    expect((await save(ana, { hourly_rate: typed })).body.profile.hourly_rate).toBe(shown)
  })

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(101)],
    ['name', 'Ana\u202eamiL'],
    ['name', 'Ana\nLima'],
    ['name', 'Ana\u0000'],
    ['name', '\ud800'],
    ['name', '\u0301\u0302'],
    ['name', '\u200b\u2060'],
    ['name', '\u3164\u2800'],
    ['name', 'Ignite'],
    ['name', 'Ignite Support'],
    ['name', 'Team 1GN!TE'],
    ['name', 'lgnіte billing'],
    ['name', 'I.g.n.i.t.e'],
    ['name', 'IgniteSupport'],
    ['name', 'TeamIgnite'],
    // A Greek, a Cyrillic and a Cherokee letter, small capitals, and letters on black squares.
    ['name', 'IGΝITE Support'],
    ['name', 'Study Pаl AI'],
    ['name', 'Ѕtudy Pals'],
    ['name', 'Study РАІ'],
    ['name', 'Ѕтυԁу Pal'],
    ['name', 'Ꭵgnite'],
    ['name', 'ɪɢɴɪᴛᴇ'],
    ['name', '🅸🅶🅽🅸🆃🅴'],
    ['name', 'Ign¡te Team'],
    ['name', 'teamignite'],
    ['name', 'Study Pal AI'],
    ['name', 'Study Pal Team'],
    ['name', 'StudyPalAI Help'],
    ['name', 'My Study Pals'],
    ['name', 'Customer Support'],
    ['name', 'Payments Team'],
    ['name', 'HelpDesk'],
    ['name', '✅ Official'],
    ['name', 'Stripe'],
    ['name', 'Tech Support'],
    ['name', 'IT Support'],
    ['name', 'Technical Help Service'],
    ['name', 'Tutor Support'],
    ['name', 'Support Agent 3'],
    ['name', 'Customer Care Team – Billing'],
    ['name', 'Supp0rt'],
    ['name', '5upport'],
    ['name', '$ecurity 24'],
    ['name', 'B111ing H3lp'],
    ['name', 'S.u.p.p.o.r.t'],
    ['name', 'A D M I N'],
    ['name', 'Sup\u200bport'],
    ['name', 'Ѕuррort Team'],
    ['name', 'ꜱᴜᴘᴘᴏʀᴛ'],
    ['name', 'Verify your account at https://evil.example/login'],
    ['name', 'Cheap essays: www.essays'],
    ['name', 'evil.com'],
    ['name', 'Read evil.li/login'],
    ['name', 'Essays at evil.me'],
    ['name', 'ｅｖｉｌ．ｃｏｍ'],
    ['name', 'Write to ana@essays.li'],
    ['name', null],
    ['name', ['Ana']],
    ['name', { first: 'Ana' }],
    ['designation', 'x'.repeat(81)],
    ['designation', 'Tutor\u2066'],
    ['college', 'x'.repeat(121)],
    ['college', 'Riverbend\u0007'],
    ['description', 'x'.repeat(1001)],
    ['description', 'Hello\u202e'],
    ['hourly_rate', '0.99'],
    ['hourly_rate', '1000.01'],
    ['hourly_rate', '35.555'],
    ['hourly_rate', '-35'],
    ['hourly_rate', '1e3'],
    ['hourly_rate', '３５'],
    ['hourly_rate', 35],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+05:00'],
    ['time_zone', ''],
    ['time_zone', 'Europe/Paris\u0000'],
    ['time_zone', '<script>'],
    ['theme', 'pink'],
    ['profile_image', 7],
  ])('refuses the %s %j, naming the field, and stays as it was', async (field, value) => {
    const before = await own(ana)
    const answer = await save(ana, { designation: 'Someone else', [field]: value })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors?.map(fault => fault.path.split('.').slice(0, 2).join('.'))).toContain(
      `body.${field}`,
    )
    expect(await own(ana)).toEqual(before)
  })

  test.each([
    'Study Palmer',
    'Study Paige',
    'Andrew Billing',
    'Ada Staff',
    'Staffan Moderow',
    'Robert Helpmann',
    'Stripeman',
    'I. T. Staff',
    'Bill Ing',
    'Ad Min',
    'Staf F.',
    'Carlo Heip',
    'Tina Tutor',
    'Otto Tech',
    'Agent Care',
    'Kit Staff',
    'Ali Billing',
    'Teó Help',
    'Caren Stripe',
    'Dignité Kalala',
    'I. G. Nitesh',
    'Anna Δημητρίου',
    'Игнате Петров',
    'Мария Palmer',
    'Иванов Pál',
    '민준 Palmer',
    '田中太郎花子 Paige',
    'anna.smith',
    'Dr. Comfort, Ph.D.',
    'Ana @ Riverbend',
    'A/B Club',
  ])('takes the name %s', async name => {
    expect((await save(ana, { name })).body.profile.name).toBe(name)
  })

  test('names a too long field as its label does', async () => {
    const { problem } = await save(ana, { designation: 'x'.repeat(81) })
    expect(problem.detail).toBe('Your year and major, or what you teach, can have up to 80 characters.')
  })

  test('keeps script as the plain text it is', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const { body } = await save(ana, {
      name: script,
      designation: script,
      college: script,
      description: script,
    })
    expect(body.profile).toMatchObject({
      name: script,
      designation: script,
      college: script,
      description: script,
    })
    const raw = await ben.fetch(`${profiles.ofPerson.path}?username=ana`)
    expect(raw.headers.get('content-type')).toMatch(/^application\/json/)
    await raw.body?.cancel()
  })

  test('can’t be read or changed by anyone else', async () => {
    const visitor = stack.visitor()
    expect((await visitor.call(profiles.own)).status).toBe(401)
    expect((await save(visitor, { name: 'Nobody' })).status).toBe(401)
  })

  test('is saved from its fields, bare or in a `profile`, and from the profile as it was read', async () => {
    const pam = await stack.signIn('pam')
    for (const body of [{ college: 'One' }, { profile: { college: 'Two' } } as object]) {
      const { status, body: saved } = await pam.call(profiles.save, { body })
      expect([status, saved.profile.college]).toEqual([200, 'college' in body ? 'One' : 'Two'])
    }
    const read = await own(pam)
    expect((await pam.call(profiles.save, { body: { profile: read } as object })).body.profile).toEqual(read)
  })

  test('isn’t saved with somebody else’s email', async () => {
    const before = await own(ana)
    for (const email of ['ben@example.edu', 'nobody@example.edu', 'not an address']) {
      const body = { profile: { name: 'Ben', email } } as object
      const { status, problem } = await ana.call(profiles.save, { body })
      expect([status, problem.code]).toEqual([403, 'identity_mismatch'])
    }
    expect(await own(ana)).toEqual(before)
    const { status } = await save(ana, { email: ' ANA@example.edu ' })
    expect(status).toBe(200)
  })

  test('is found by the person’s own email, and by no other, known or not', async () => {
    const ask = (email: string) => ana.call(profiles.ofEmail, { body: { email } })
    expect((await ask(' ANA@example.edu')).body.profile).toEqual(await own(ana))
    const known = await ask('ben@example.edu')
    const unknown = await ask('nobody@example.edu')
    expect([known.status, known.body]).toEqual([200, { status: 'success', profile: null }])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  })
})

describe('A person’s profile', () => {
  test('shows what they say about themselves, and no email', async () => {
    await save(ben, { name: 'Ben Ode', college: 'Saint Brendan College', time_zone: 'Europe/Paris' })
    await addPost(ben, section)
    await ana.call(follows.follow, { body: { username: 'ben' } })
    for (const username of ['ben', '@Ben', ' BEN ']) {
      const { status, body } = await seen(ana, username)
      expect(status).toBe(200)
      expect(body.profile).toMatchObject({
        username: 'ben',
        name: 'Ben Ode',
        college: 'Saint Brendan College',
        time_zone: 'Europe/Paris',
        email: null,
        is_you: false,
        followed: true,
        follows_you: false,
        followers: 1,
        following: 0,
        posts: 1,
      })
    }
    const { body } = await seen(stack.visitor(), 'ben')
    expect(body.profile).toMatchObject({ username: 'ben', email: null, followed: false })
    expect(body.profile).not.toHaveProperty('theme')
    expect(body.profile).not.toHaveProperty('tips')
  })

  test('counts no follows for a visitor, whom it doesn’t tell their number', async () => {
    await ana.call(follows.follow, { body: { username: 'ben' } })
    const { db } = stack
    // Whoever reads a row of them fails.
    await sql`create function refuse_reading() returns boolean language plpgsql
      as 'begin raise exception ''follows are read''; end'`.execute(db)
    await sql`create policy refused on follows using (refuse_reading())`.execute(db)
    await sql`alter table follows enable row level security`.execute(db)
    onTestFinished(async () => {
      await sql`alter table follows disable row level security`.execute(db)
    })
    const { status, body } = await seen(stack.visitor(), 'ben')
    expect([status, body.profile?.followers, body.profile?.following]).toEqual([200, null, null])
  })

  test.each(['nobody', 'a\u0000b', '\ud800', '%', "' or 1=1 --", '../ana', '_en'])(
    'doesn’t exist for the name %j',
    async username => {
      const { status, problem } = await seen(ana, username)
      expect([status, problem.code]).toEqual([404, 'not_found'])
    },
  )

  test('of a blocked person shows only their name and picture', async () => {
    const [cleo, dan] = [await stack.signIn('cleo'), await stack.signIn('dan')]
    await save(dan, { college: 'Riverbend State University', description: 'Hello.', hourly_rate: '20' })
    await addPost(dan, section)
    await dan.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
    await cleo.call(blocks.block, { body: { username: 'dan' } })
    const { body } = await seen(cleo, 'dan')
    expect(body.profile).toMatchObject({
      username: 'dan',
      blocked: true,
      college: null,
      description: null,
      hourly_rate: null,
      posts: 0,
      classes: [],
      highlights: [],
    })
    expect((await seen(dan, 'cleo')).status).toBe(404)
  })

  test('of a suspended person doesn’t exist', async () => {
    const operator = await stack.signIn('opal.operator')
    const eve = await stack.signIn('eve')
    await eve.call(profiles.rename, { body: { username: 'evening' } })
    await operator.call(admin.suspend, { body: { username: 'evening', reason: 'Posts advertisements.' } })
    expect((await seen(ana, 'evening')).status).toBe(404)
    expect((await seen(ana, 'eve')).status).toBe(404)
  })
})

describe('Classes', () => {
  test('replace the old list, and are visible to everyone', async () => {
    const fay = await stack.signIn('fay')
    const other = await addSection(stack.db, {
      course: 'MATH 101',
      courseTitle: 'Calculus',
      crn: '20001',
      title: 'Calculus I',
    })
    const list = (section_ids: number[]) => fay.call(profiles.listClasses, { body: { section_ids } })
    expect((await own(fay)).tips).toContain('classes')
    const { body } = await list([other.sectionId, section.sectionId, section.sectionId])
    expect(body.classes.map(({ crn, course_subject }) => [crn, course_subject])).toEqual([
      ['10432', 'CS 201 Data Structures'],
      ['20001', 'MATH 101 Calculus'],
    ])
    expect((await seen(stack.visitor(), 'fay')).body.profile.classes).toEqual(body.classes)
    expect((await own(fay)).tips).not.toContain('classes')
    expect((await list([other.sectionId])).body.classes).toHaveLength(1)
    const wrong = await list([section.sectionId, 999_999])
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, 'body.section_ids'])
    expect((await own(fay)).classes.map(({ crn }) => crn)).toEqual(['20001'])
    expect((await list([])).body.classes).toEqual([])
  })

  test('are those of the latest term first, in the order of their courses', async () => {
    const sections = [
      { term: 'Fall 2026', startsOn: '2026-08-24', course: 'PHYS 9', courseTitle: 'Waves', crn: '20011' },
      { term: 'Fall 2025', startsOn: '2025-08-25', course: 'ANTH 9', courseTitle: 'Kinship', crn: '20012' },
      { term: 'Fall 2026', startsOn: '2026-08-24', course: 'MATH 9', courseTitle: 'Sums', crn: '20013' },
    ]
    const section_ids: number[] = []
    for (const named of sections) section_ids.push((await addSection(stack.db, named)).sectionId)
    const olga = await stack.signIn('olga.orderly')
    const { body } = await olga.call(profiles.listClasses, { body: { section_ids } })
    expect(body.classes.map(({ crn }) => crn)).toEqual(['20013', '20011', '20012'])
    expect((await own(olga)).classes).toEqual(body.classes)
  })

  test('stay as they are listed when others join them', async () => {
    const [first, second, third] = await Promise.all(
      ['20021', '20022', '20023'].map(crn => addSection(stack.db, { crn, title: 'Lasting' })),
    )
    const lars = await stack.signIn('lars.lasting')
    const list = (...section_ids: number[]) => lars.call(profiles.listClasses, { body: { section_ids } })
    const since = async () => {
      const rows = await stack.db
        .selectFrom('classes')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['section_id', 'classes.created_at'])
        .where('username', '=', 'lars.lasting')
        .execute()
      return new Map(rows.map(({ section_id, created_at }) => [section_id, created_at.toString()]))
    }
    await list(first!.sectionId, second!.sectionId)
    const before = await since()
    await list(second!.sectionId, third!.sectionId)
    const after = await since()
    expect([...after.keys()].sort()).toEqual([second!.sectionId, third!.sectionId].sort())
    expect(after.get(second!.sectionId)).toBe(before.get(second!.sectionId))
  })

  test('are thirty at most, even with two lists sent at once', async () => {
    const gil = await stack.signIn('gil')
    const ids: number[] = []
    for (let n = 0; n < 60; n++)
      ids.push((await addSection(stack.db, { crn: String(30_000 + n), title: 'Seminar' })).sectionId)
    const list = (section_ids: number[]) => gil.call(profiles.listClasses, { body: { section_ids } })
    expect((await list(ids.slice(0, 31))).status).toBe(422)
    const answers = await Promise.all([list(ids.slice(0, 30)), list(ids.slice(30))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const kept = (await own(gil)).classes.map(({ id }) => id).sort((a, b) => a - b)
    expect([ids.slice(0, 30), ids.slice(30)]).toContainEqual(kept)
  })
})

describe('Highlights', () => {
  test('are the person’s own posts, in the chosen order', async () => {
    const hana = await stack.signIn('hana')
    const mine = [await addPost(hana, section), await addPost(hana, section), await addPost(hana, section)]
    const ids = mine.map(({ id }) => id)
    const choose = (post_ids: string[]) => hana.call(profiles.highlight, { body: { post_ids } })
    const { body } = await choose([ids[1]!, ids[2]!, ids[0]!])
    expect(body.highlights.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
    const theirs = await addPost(await stack.signIn('theo'), section)
    expect((await choose([ids[0]!, theirs.id])).status).toBe(404)
    expect((await choose([ids[0]!, '01999999-9999-7999-8999-999999999999'])).status).toBe(404)
    const { profile } = (await seen(ana, 'hana')).body
    expect(profile.highlights.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
    expect(profile.highlights.every(({ email, is_owner }) => email === null && !is_owner)).toBe(true)
    await hana.call(posts.remove, { query: { id: ids[2]! } })
    expect((await own(hana)).highlights.map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect((await choose([])).body.highlights).toEqual([])
  })

  test('lose a post an operator hides, for everyone but its author', async () => {
    const operator = await stack.signIn('opal.operator')
    const iris = await stack.signIn('iris')
    const post = await addPost(iris, section)
    await iris.call(profiles.highlight, { body: { post_ids: [post.id] } })
    await operator.call(admin.hidePost, { body: { id: post.id, reason: 'A copy of a book.' } })
    const { profile } = (await seen(ana, 'iris')).body
    expect([profile.highlights, profile.posts]).toEqual([[], 0])
    expect((await own(iris)).highlights).toHaveLength(1)
  })

  test('change as before while an operator hides one of them', async () => {
    const operator = await stack.signIn('opal.operator')
    const jade = await stack.signIn('jade')
    const [hidden, shown] = [await addPost(jade, section), await addPost(jade, section)]
    const choose = (post_ids: string[]) => jade.call(profiles.highlight, { body: { post_ids } })
    await choose([hidden.id])
    await operator.call(admin.hidePost, { body: { id: hidden.id, reason: 'A copy of a book.' } })
    const { body } = await choose([shown.id, hidden.id])
    expect(body.highlights.map(({ id }) => id)).toEqual([shown.id, hidden.id])
    const { profile } = (await seen(ana, 'jade')).body
    expect(profile.highlights.map(({ id }) => id)).toEqual([shown.id])
  })
})

test('the tips for hours and for a wallet are for everyone, until they set hours and agree to its terms', async () => {
  const wes = await stack.signIn('wes')
  const tips = async () => (await own(wes)).tips
  expect(await tips()).toEqual(['profile', 'classes', 'notes', 'schedule', 'wallet'])
  const schedule = { mon: ['09:00 - 10:00'], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  await wes.call(schedules.save, { body: { schedule, timezone: 'UTC' } })
  expect(await tips()).toEqual(['profile', 'classes', 'notes', 'wallet'])
  await wes.call(wallets.createByGet)
  expect(await tips()).toContain('wallet')
  await wes.call(wallets.create, { body: { terms: true } })
  expect(await tips()).toEqual(['profile', 'classes', 'notes'])
})

test('tips disappear once they are done or dismissed', async () => {
  const kim = await stack.signIn('kim')
  const { body } = await kim.call(profiles.dismissTip, { body: { tip: 'notes' } })
  expect(body.tips).toEqual(['profile', 'classes', 'schedule', 'wallet'])
  expect((await kim.call(profiles.dismissTip, { body: { tip: 'notes' } })).body.tips).toEqual(body.tips)
  await save(kim, { college: 'Riverbend State University', designation: 'Student', description: 'Hello.' })
  expect((await own(kim)).tips).toEqual(['classes', 'schedule', 'wallet'])
  expect((await kim.call(profiles.dismissTip, { body: { tip: 'homework' as 'notes' } })).status).toBe(422)
})

test('the welcome ends when the person says so', async () => {
  const lea = await stack.signIn('lea', { newcomer: true })
  expect((await lea.call(profiles.welcome)).status).toBe(200)
  expect((await own(lea)).welcomed).toBe(true)
})

test('a person’s CRNs are those they post in, once each', async () => {
  const mia = await stack.signIn('mia')
  const spring = await addSection(stack.db, { term: 'Spring 2027', startsOn: '2027-01-11' })
  for (const place of [section, section, spring]) await addPost(mia, place)
  const ask = (person: Person, body: { username?: string; email?: string }) =>
    person.call(profiles.uniqueCrns, { body })
  const { crns } = (await ask(ana, { username: 'Mia' })).body.data
  expect(crns).toEqual([{ id: spring.sectionId, crn: '10432', title: 'Data Structures I' }])
  expect((await ask(mia, { email: 'mia@example.edu' })).body.data.crns).toEqual(crns)
  const known = await ask(ana, { email: 'mia@example.edu' })
  const unknown = await ask(ana, { email: 'nobody@example.edu' })
  expect([known.status, known.body]).toEqual([200, { status: 'success', data: { crns: [] } }])
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect((await ask(ana, { username: 'nobody' })).status).toBe(404)
  const hidden = await addPost(mia, await addSection(stack.db, { crn: '20771' }))
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
    .where('id', '=', hidden.id)
    .execute()
  expect((await ask(mia, { username: 'mia' })).body.data.crns).toHaveLength(2)
  const visitor = stack.visitor()
  expect((await ask(visitor, { username: 'mia' })).body.data.crns).toEqual(crns)
  expect((await ask(visitor, { email: 'mia@example.edu' })).status).toBe(401)
  for (const nobody of [{}, { email: '' }]) {
    const { status, problem } = await ask(ana, nobody)
    expect([status, problem.detail]).toEqual([422, 'email not provided'])
  }
})
