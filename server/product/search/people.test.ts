import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { search } from '#shared/api/search.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { peoplePageSize } from './people.ts'

let stack: Stack
let ana: Person

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  await addPeople([
    { name: 'Zoë Quist', username: 'zoe.quist', college: 'Northfield College' },
    { name: 'Marta Zoellner', username: 'mz', college: 'Riverbend State University' },
    { name: 'Ann Lee', username: 'ann', college: null },
    { name: 'Joanna Park', username: 'joanna', college: 'Ann Arbor Institute' },
    { name: 'Annabel Ortiz', username: 'belle', college: 'Northfield College' },
    { name: 'Hundred % Sure', username: 'sure_thing', college: null },
  ])
})

afterAll(() => stack?.close())

async function addPeople(
  people: { name: string; username: string; college: string | null }[],
): Promise<void> {
  for (const { name, username, college } of people) {
    await stack.db
      .insertInto('users')
      .values({ name, username, college, email: `${username}@example.edu` })
      .execute()
  }
}

async function find(text: string, person = ana): Promise<string[]> {
  const { body } = await person.call(search.people, { query: { text } })
  return body.data.user.map(card => card.username)
}

async function suspend(username: string, suspended_at: Temporal.Instant | null) {
  await stack.db.updateTable('users').set({ suspended_at }).where('username', '=', username).execute()
}

describe('people are found', () => {
  test.each([
    ['a name, whatever its accents', 'zoe', ['zoe.quist', 'mz']],
    ['the beginning of a last word', 'marta zoel', ['mz']],
    ['a username, with its @', '@zoe.quist', ['zoe.quist']],
    ['words of name and college', 'northfield quist', ['zoe.quist']],
    ['a college', 'riverbend', ['mz']],
    ['a text without a word', '%', []],
    ['wildcards as what they are not', 'sure_thing', ['sure_thing']],
    ['an unfinished word that isn’t the last', 'mart zoellner', []],
    ['a piece from inside a word', 'nabel', []],
  ])('by %s', async (_, text, usernames) => {
    expect(await find(text)).toEqual(usernames)
  })

  test('with the exact username first, then names that begin with it, then the rest', async () => {
    expect(await find('ann')).toEqual(['ann', 'belle', 'joanna'])
  })

  test('without operators in the list of everyone, though their username finds them', async () => {
    await stack.signIn('opal.operator')
    expect(await find('')).not.toContain('opal.operator')
    await stack.signIn('nia.newest')
    expect(await find('')).toContain('nia.newest')
    expect(await find('opal.operator')).toEqual(['opal.operator'])
  })

  test('without the person in the list of everyone, though their username finds them', async () => {
    const nell = await stack.signIn('nell.newcomer')
    expect(await find('')).toContain('nell.newcomer')
    expect(await find('', nell)).not.toContain('nell.newcomer')
    expect(await find('nell.newcomer', nell)).toEqual(['nell.newcomer'])
  })

  test('by a new name at once', async () => {
    await addPeople([{ name: 'Petra Fuchs', username: 'pf', college: null }])
    expect(await find('fuchs')).toEqual(['pf'])
    await stack.db.updateTable('users').set({ name: 'Petra Vogel' }).where('username', '=', 'pf').execute()
    expect(await find('vogel')).toEqual(['pf'])
    expect(await find('fuchs')).toEqual([])
  })

  test('as cards without an email, except the person’s own', async () => {
    const mails = async (text: string) => {
      const { body } = await ana.call(search.people, { query: { text } })
      return body.data.user.map(card => [card.username, card.email, card.is_you])
    }
    expect(await mails('ana')).toContainEqual(['ana', 'ana@example.edu', true])
    expect(await mails('ann')).toContainEqual(['ann', null, false])
  })

  test('only by signed-in people', async () => {
    expect((await stack.visitor().call(search.people, { query: { text: 'ann' } })).status).toBe(401)
  })
})

test('suspended, deleted and blocked people, in both directions, are not found', async () => {
  const ben = await stack.signIn('ben')
  expect(await find('ben')).toEqual(['ben'])
  await suspend('ann', Temporal.Instant.fromEpochMilliseconds(0))
  expect(await find('ann')).toEqual(['belle', 'joanna'])
  await suspend('ann', null)
  const leaver = await stack.signIn('annika')
  expect(await find('ann')).toEqual(['ann', 'annika', 'belle', 'joanna'])
  expect((await leaver.call(account.remove, { body: { username: 'annika' } })).status).toBe(200)
  expect(await find('ann')).toEqual(['ann', 'belle', 'joanna'])
  expect(await find('deleted account')).toEqual([])
  await sql`insert into blocks (blocker_id, blocked_id)
    select ben.id, ana.id from users ben, users ana where ben.username = 'ben' and ana.username = 'ana'`.execute(
    stack.db,
  )
  expect(await find('ben')).toEqual([])
  expect(await find('ana', ben)).toEqual([])
  expect(await find('ben', ben)).toEqual(['ben'])
})

test('posts of two people with a block are not found by either, and by everyone else', async () => {
  const [cleo, dora] = [await stack.signIn('cleo'), await stack.signIn('dora')]
  const section = await addSection(stack.db)
  await addPost(cleo, section, { name: 'Volcanoes of Iceland' })
  await addPost(dora, section, { name: 'Volcanoes of Hawaii' })
  const found = async (person: Person) => {
    const { body } = await person.call(search.posts, { query: { text: 'volcanoes' } })
    return body.posts.map(post => post.post_name).toSorted()
  }
  const both = ['Volcanoes of Hawaii', 'Volcanoes of Iceland']
  expect(await found(cleo)).toEqual(both)
  await sql`insert into blocks (blocker_id, blocked_id)
    select cleo.id, dora.id from users cleo, users dora where cleo.username = 'cleo' and dora.username = 'dora'`.execute(
    stack.db,
  )
  expect(await found(cleo)).toEqual(['Volcanoes of Iceland'])
  expect(await found(dora)).toEqual(['Volcanoes of Hawaii'])
  expect(await found(ana)).toEqual(both)
  expect(await found(stack.visitor())).toEqual(both)
})

describe('paging', () => {
  const many = 530

  beforeAll(async () => {
    await sql`insert into users (name, email, username)
      select 'Robin Crowd', 'robin' || n || '@example.edu', 'robin' || n from generate_series(1, ${many}) n
      order by n`.execute(stack.db)
  })

  test.each(['', 'crowd'])('%j reaches the newest five hundred, each once, and no further', async text => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await ana.call(search.people, { query: { text, cursor } })
      seen.push(...body.data.user.map(card => card.username))
      cursor = body.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => `robin${many - n}`))
  })

  test('a client that only counts gets the same pages', async () => {
    const at = async (offset: number) =>
      (await ana.call(search.people, { query: { text: 'crowd', offset } })).body.data.user[0]?.username
    expect(await at(0)).toBe(`robin${many}`)
    expect(await at(peoplePageSize)).toBe(`robin${many - peoplePageSize}`)
    expect(await at(500)).toBeUndefined()
  })

  test.each([{ cursor: 'x' }, { cursor: '3_1' }, { offset: -1 }, { text: 'x'.repeat(101) }])(
    'refuses %j',
    async query => {
      const { status, problem } = await ana.call(search.people, { query })
      expect(status).toBe(422)
      expect(problem.code).toBe('invalid')
    },
  )
})
