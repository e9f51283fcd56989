import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { followPageSize, follows } from '#shared/api/follows.ts'
import { profiles } from '#shared/api/profiles.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

let stack: Stack
let ana: Person
let ben: Person

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
})

afterAll(() => stack?.close())

const follow = (person: Person, username: string) =>
  untilFree(() => person.call(follows.follow, { body: { username } }))
const unfollow = (person: Person, username: string) => person.call(follows.unfollow, { body: { username } })

async function followersOf(username: string, person = ana): Promise<string[]> {
  const { body } = await person.call(follows.followers, { query: { username } })
  return body.data.map(card => card.username)
}

/** People who never signed in, each following `username` a second after the one before. */
async function addFollowers(username: string, names: string[]): Promise<void> {
  await sql`
    with added as (
      insert into users (name, email, username)
      select initcap(name), name || '@example.edu', name from unnest(${names}::text[]) as name returning id, username
    )
    insert into follows (follower_id, followed_id, created_at)
    select added.id, users.id, timestamptz '2026-01-01 00:00Z' + place * interval '1 second'
    from unnest(${names}::text[]) with ordinality as named (name, place)
      join added on added.username = named.name, users
    where users.username = ${username}`.execute(stack.db)
}

async function block(blocker: string, blocked: string): Promise<void> {
  await sql`insert into blocks (blocker_id, blocked_id)
    select blocker.id, blocked.id from users blocker, users blocked
    where blocker.username = ${blocker} and blocked.username = ${blocked}`.execute(stack.db)
}

describe('following a person', () => {
  test('is listed on both sides, with the count, and ends by unfollowing', async () => {
    expect(await follow(ana, 'ben')).toMatchObject({ status: 200, body: { followed: true, followers: 1 } })
    expect(await followersOf('ben')).toEqual(['ana'])
    const { body } = await ben.call(follows.followers, { query: {} })
    expect(body.data[0]).toMatchObject({
      username: 'ana',
      followed: false,
      follows_you: true,
      is_you: false,
      email: null,
    })
    const following = await ana.call(follows.following, { query: {} })
    expect(following.body.data[0]).toMatchObject({ username: 'ben', followed: true, follows_you: false })
    expect(await unfollow(ana, 'ben')).toMatchObject({ status: 200, body: { followed: false, followers: 0 } })
    expect(await followersOf('ben')).toEqual([])
  })

  test('twice, or unfollowing twice, is the same as once', async () => {
    await follow(ana, 'ben')
    expect((await follow(ana, '@Ben')).body.followers).toBe(1)
    await unfollow(ana, 'ben')
    expect((await unfollow(ana, 'ben')).body.followers).toBe(0)
  })

  test('fifty times at once makes one follow', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => follow(ana, 'ben')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await followersOf('ben')).toEqual(['ana'])
    await unfollow(ana, 'ben')
  })

  test('needs a login', async () => {
    expect((await follow(stack.visitor(), 'ben')).status).toBe(401)
    expect((await unfollow(stack.visitor(), 'ben')).status).toBe(401)
  })

  test('is refused for oneself', async () => {
    for (const act of [follow, unfollow]) {
      const { status, problem } = await act(ana, 'ANA')
      expect(status).toBe(422)
      expect(problem.detail).toBe('You can’t follow yourself.')
    }
  })

  test.each(['nobody', 'x'.repeat(60), '../ben', 'ben%00'])('reports a missing %s', async username => {
    expect((await follow(ana, username)).status).toBe(404)
    expect((await unfollow(ana, username)).status).toBe(404)
  })

  test.each(['', ' ', 'x'.repeat(61)])('refuses %j as a name', async username => {
    expect((await follow(ana, username)).status).toBe(422)
  })

  test('gives the same answer for a person who blocks you and one who doesn’t exist', async () => {
    await stack.signIn('bea')
    await block('bea', 'ana')
    const blocked = await follow(ana, 'bea')
    const absent = await follow(ana, 'nobody')
    expect(blocked.status).toBe(404)
    expect(blocked.problem.detail).toBe(absent.problem.detail)
  })

  test('while the other person blocks you never outlives the block', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `racer${n}`)
    await stack.signIn('rival')
    const racers = await Promise.all(names.map(name => stack.signIn(name)))
    const answers = await Promise.all(
      racers.flatMap((racer, n) => [follow(racer, 'rival'), block('rival', names[n]!).then(() => null)]),
    )
    for (const answer of answers) if (answer) expect([200, 404]).toContain(answer.status)
    const { rows } = await sql`
      select from follows join blocks on blocked_id = follower_id and blocker_id = followed_id`.execute(
      stack.db,
    )
    expect(rows).toEqual([])
  })
})

describe('the lists', () => {
  const names = Array.from({ length: 25 }, (_, n) => `fan${String(n).padStart(2, '0')}`)
  const latestFirst = names.toReversed()

  beforeAll(async () => {
    await stack.signIn('star')
    await addFollowers('star', names)
  })

  async function all(person: Person, query: { username?: string }): Promise<string[][]> {
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const { body } = await person.call(follows.followers, { query: { ...query, cursor } })
      pages.push(body.data.map(card => card.username))
      cursor = body.next_cursor ?? undefined
    } while (cursor)
    return pages
  }

  test('come ten at a time, the latest first, and end with a short page', async () => {
    const pages = await all(ana, { username: 'star' })
    expect(pages.map(page => page.length)).toEqual([followPageSize, followPageSize, 5])
    expect(pages.flat()).toEqual(latestFirst)
  })

  test('are searched by the words of a name, on both sides', async () => {
    const found = async (side: 'followers' | 'following', username: string, text: string) =>
      (await ana.call(follows[side], { query: { username, text } })).body.data.map(card => card.username)
    const sought = latestFirst.at(-1)!
    expect(await found('followers', 'star', sought)).toEqual([sought])
    expect(await found('followers', 'star', 'nobody here')).toEqual([])
    expect(await found('following', sought, 'sta')).toEqual(['star'])
    expect(await found('following', sought, 'tar')).toEqual([])
  })

  test('contain the same people for a client that only counts', async () => {
    const seen: string[] = []
    for (;;) {
      const { body } = await ana.call(follows.followers, { query: { username: 'star', offset: seen.length } })
      seen.push(...body.data.map(card => card.username))
      if (body.data.length < followPageSize) break
    }
    expect(seen).toEqual(latestFirst)
  })

  test('neither repeat nor lose anyone while people follow and unfollow', async () => {
    await stack.signIn('comet')
    const watchers = Array.from({ length: 25 }, (_, n) => `watcher${String(n).padStart(2, '0')}`)
    await addFollowers('comet', watchers)
    const latest = watchers.toReversed()
    const first = await ana.call(follows.followers, { query: { username: 'comet' } })
    await follow(ben, 'comet')
    await sql`delete from follows using users where users.id = follower_id and users.username = ${latest[9]!}`.execute(
      stack.db,
    )
    const second = await ana.call(follows.followers, {
      query: { username: 'comet', cursor: first.body.next_cursor! },
    })
    expect(second.body.data.map(card => card.username)).toEqual(latest.slice(10, 20))
  })

  test('leave out hidden, suspended and deleted people before a page is cut, and so do the counts', async () => {
    await stack.signIn('idol')
    const followers = Array.from({ length: 24 }, (_, n) => `reader${String(n).padStart(2, '0')}`)
    await addFollowers('idol', followers.slice(0, -1))
    const leaver = await stack.signIn('reader23')
    await follow(leaver, 'idol')
    const [latest] = await all(ana, { username: 'idol' })
    expect(latest).toEqual(followers.toReversed().slice(0, followPageSize))
    expect((await leaver.call(account.remove, { body: { username: 'reader23' } })).status).toBe(200)
    await sql`update users set suspended_at = now() where username in ('reader22', 'reader20')`.execute(
      stack.db,
    )
    await block('reader18', 'ana')
    await block('ana', 'reader17')
    const pages = await all(ana, { username: 'idol' })
    expect(pages.map(page => page.length)).toEqual([10, 9])
    const gone = ['reader23', 'reader22', 'reader20', 'reader18', 'reader17']
    expect(pages.flat()).toEqual(followers.toReversed().filter(name => !gone.includes(name)))
    expect((await follow(ana, 'idol')).body.followers).toBe(20)
    const { body } = await ana.call(profiles.ofPerson, { query: { username: 'idol' } })
    expect(body.profile.followers).toBe(20)
  })

  test('of a person who blocks you, or doesn’t exist, are not found', async () => {
    await stack.signIn('hermit')
    await block('hermit', 'ana')
    for (const call of [follows.followers, follows.following]) {
      expect((await ana.call(call, { query: { username: 'hermit' } })).status).toBe(404)
      expect((await ana.call(call, { query: { username: 'nobody' } })).status).toBe(404)
    }
  })

  test.each([
    { cursor: 'x' },
    { cursor: '1_2' },
    { cursor: "1_0'; drop table follows" },
    { offset: -1 },
    { offset: 10_001 },
  ])('refuse %j', async query => {
    const { status, problem } = await ana.call(follows.followers, { query: { username: 'star', ...query } })
    expect(status).toBe(422)
    expect(problem.code).toBe('invalid')
  })
})
