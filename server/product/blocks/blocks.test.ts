import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { alerts } from '#shared/api/alerts.ts'
import { analytics } from '#shared/api/analytics.ts'
import { blocks } from '#shared/api/blocks.ts'
import { files } from '#shared/api/files.ts'
import { follows } from '#shared/api/follows.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { search } from '#shared/api/search.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let blocker: Person
let blocked: Person
let third: Person
/** A post by each of the two people in the block. */
let byBlocker: PostCard
let byBlocked: PostCard

beforeAll(async () => {
  stack = await startStack()
  blocker = await stack.signIn('bea.blocker')
  blocked = await stack.signIn('bob.blocked')
  third = await stack.signIn('tess.third')
  const section = await addSection(stack.db)
  byBlocker = await addPost(blocker, section, { name: 'Bea on heaps' })
  byBlocked = await addPost(blocked, section, { name: 'Bob on heaps' })
})

beforeEach(async () => {
  await stack.db.deleteFrom('blocks').execute()
  await stack.db.deleteFrom('follows').execute()
})

afterAll(() => stack?.close())

const block = (person: Person, username: string) => person.call(blocks.block, { body: { username } })
const unblock = (person: Person, username: string) => person.call(blocks.unblock, { body: { username } })
const follow = (person: Person, username: string) => person.call(follows.follow, { body: { username } })
const names = async (person: Person) =>
  (await person.call(blocks.list)).body.data.map(({ username }) => username)

describe('blocking a person', () => {
  test('lists them, the latest first, until they are unblocked; repeating it changes nothing', async () => {
    expect((await block(blocker, 'bob.blocked')).body).toEqual({ status: 'success', blocked: true })
    expect((await block(blocker, '@Bob.Blocked')).status).toBe(200)
    await block(blocker, 'tess.third')
    expect(await names(blocker)).toEqual(['tess.third', 'bob.blocked'])
    expect(await names(blocked)).toEqual([])
    await blocked.call(profiles.save, { body: { name: 'Bob Blocked', college: 'Secret College' } })
    const [, bob] = (await blocker.call(blocks.list)).body.data
    expect(bob).toMatchObject({ name: 'Bob Blocked', college: null, hourly_rate: null })
    expect((await unblock(blocker, 'bob.blocked')).body).toEqual({ status: 'success', blocked: false })
    expect((await unblock(blocker, 'bob.blocked')).status).toBe(200)
    expect(await names(blocker)).toEqual(['tess.third'])
  })

  test('is refused for yourself and for a person who doesn’t exist', async () => {
    const oneself = await block(blocker, 'bea.blocker')
    expect([oneself.status, oneself.problem.detail]).toEqual([422, 'You can’t block yourself.'])
    expect((await block(blocker, 'nobody.at.all')).status).toBe(404)
    expect((await unblock(blocker, 'nobody.at.all')).status).toBe(404)
  })

  test('is refused for a deleted person, and for a suspended one, who can still be unblocked', async () => {
    const gus = await stack.signIn('gus.gone')
    await stack.signIn('sal.suspended')
    await block(blocker, 'sal.suspended')
    expect((await gus.call(account.remove, { body: { username: 'gus.gone' } })).status).toBe(200)
    const { username } = await stack.db
      .selectFrom('users')
      .select('username')
      .where('deleted_at', 'is not', null)
      .executeTakeFirstOrThrow()
    await sql`update users set suspended_at = now() where username = 'sal.suspended'`.execute(stack.db)
    for (const name of ['gus.gone', username]) expect((await block(third, name)).status).toBe(404)
    expect((await block(third, 'sal.suspended')).status).toBe(404)
    expect(await names(blocker)).toEqual(['sal.suspended'])
    expect((await unblock(blocker, 'sal.suspended')).status).toBe(200)
  })

  test('works on a person who blocks you, and outlives their unblocking', async () => {
    await block(blocker, 'bob.blocked')
    expect((await block(blocked, 'bea.blocker')).status).toBe(200)
    await unblock(blocker, 'bob.blocked')
    expect((await follow(blocker, 'bob.blocked')).status).toBe(404)
    await unblock(blocked, 'bea.blocker')
    expect((await follow(blocker, 'bob.blocked')).status).toBe(200)
  })

  test('ends the follows between the two, and no others, and unblocking restores none', async () => {
    await follow(blocker, 'bob.blocked')
    await follow(blocked, 'bea.blocker')
    await follow(third, 'bea.blocker')
    await block(blocker, 'bob.blocked')
    await unblock(blocker, 'bob.blocked')
    const left = await stack.db
      .selectFrom('follows')
      .innerJoin('users', 'users.id', 'follower_id')
      .select('username')
      .execute()
    expect(left).toEqual([{ username: 'tess.third' }])
  })

  test('hides the alert of a follow, and following them again after each block tells them no more', async () => {
    const follower = await stack.signIn('fay.follower')
    const told = async () => {
      const { body } = await third.call(alerts.list, { query: {} })
      return body.data.filter(({ person }) => person?.username === 'fay.follower').length
    }
    await follow(follower, 'tess.third')
    expect(await told()).toBe(1)
    for (let time = 0; time < 2; time++) {
      await block(follower, 'tess.third')
      expect(await told()).toBe(0)
      await unblock(follower, 'tess.third')
      expect((await follow(follower, 'tess.third')).status).toBe(200)
    }
    expect(await told()).toBe(0)
    expect((await third.call(alerts.unread)).body.unread).toBe(0)
  })

  test('racing a follow never leaves the follow', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        Promise.all([
          follow(blocked, 'bea.blocker'),
          follow(blocker, 'bob.blocked'),
          block(turn % 2 ? blocker : blocked, turn % 2 ? 'bob.blocked' : 'bea.blocker'),
        ]),
      ),
    )
    expect(await stack.db.selectFrom('follows').selectAll().execute()).toEqual([])
    expect(await stack.db.selectFrom('blocks').selectAll().execute()).toHaveLength(2)
  })

  test('racing a follow, pair by pair, leaves one or the other', async () => {
    for (let turn = 0; turn < 40; turn++) {
      await stack.db.deleteFrom('blocks').execute()
      const [followed, done] = await Promise.all([
        follow(blocked, 'bea.blocker'),
        block(blocker, 'bob.blocked'),
      ])
      expect([200, 404]).toContain(followed.status)
      expect(done.status).toBe(200)
      expect(await stack.db.selectFrom('follows').selectAll().execute()).toEqual([])
    }
  })
})

// The blocker and the blocked person see equally little of each other.
describe.each([
  { who: 'the person blocked', viewer: () => blocked, hidden: () => byBlocker, name: 'bea.blocker' },
  { who: 'the person who blocks', viewer: () => blocker, hidden: () => byBlocked, name: 'bob.blocked' },
])('$who', ({ viewer, hidden, name }) => {
  beforeEach(async () => {
    await viewer().call(posts.save, { body: { post_id: hidden().id } })
    await follow(third, name)
    await block(blocker, 'bob.blocked')
  })

  const idsOf = (cards: { id: string }[]) => cards.map(card => card.id)

  test('sees no post by the other in the feed, the search or their saved posts', async () => {
    const feed = await viewer().call(posts.list, { query: {} })
    const found = await viewer().call(search.posts, { query: { text: 'heaps' } })
    const saved = await viewer().call(posts.saved, { query: {} })
    expect(idsOf(feed.body.posts)).not.toContain(hidden().id)
    expect(idsOf(found.body.posts)).not.toContain(hidden().id)
    expect(idsOf(saved.body.posts)).not.toContain(hidden().id)
    const seenByThird = await third.call(search.posts, { query: { text: 'heaps' } })
    expect(idsOf(seenByThird.body.posts)).toContain(hidden().id)
  })

  test('can’t open, save or read a post by the other, nor learn who did', async () => {
    const { id, doc_url } = hidden()
    const person = viewer()
    const statuses = [
      (await person.call(posts.get, { params: { id } })).status,
      (await person.call(posts.save, { body: { post_id: id } })).status,
      (await person.call(files.download, { body: { key: doc_url } })).status,
      (await person.call(reading.position, { query: { fileKey: doc_url } })).status,
      (await person.call(reading.keepPosition, { body: { fileKey: doc_url, pageNumber: 1 } })).status,
      (await person.call(analytics.reportView, { body: { documentId: id } })).status,
      (await person.call(analytics.views, { query: { documentId: id } })).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404])
    expect((await third.call(posts.get, { params: { id } })).status).toBe(200)
  })

  test('finds no profile, posts or follow lists of the other, and can’t follow them', async () => {
    const person = viewer()
    const statuses = [
      (await person.call(posts.ofPerson, { query: { username: name } })).status,
      (await person.call(follows.followers, { query: { username: name } })).status,
      (await person.call(follows.following, { query: { username: name } })).status,
      (await follow(person, name)).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 404])
    const people = await person.call(search.people, { query: { text: name.slice(0, 3) } })
    expect(people.body.data.user.map(card => card.username)).not.toContain(name)
    const followed = await person.call(follows.following, { query: { username: 'tess.third' } })
    expect(followed.body.data.map(card => card.username)).not.toContain(name)
  })
})

test('as the blocker finds the other’s profile marked as blocked, and as the blocked person finds none', async () => {
  await block(blocker, 'bob.blocked')
  const seen = await blocker.call(profiles.ofPerson, { query: { username: 'bob.blocked' } })
  expect([seen.status, seen.body.profile.blocked]).toEqual([200, true])
  expect(seen.body.profile).toMatchObject({ description: null, classes: [], highlights: [] })
  const hidden = await blocked.call(profiles.ofPerson, { query: { username: 'bea.blocker' } })
  expect(hidden.status).toBe(404)
})
