import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#shared/api/posts.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let author: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  author = await stack.signIn('author')
  section = await addSection(stack.db)
})
afterAll(() => stack?.close())

function save(person: Person, post_id: string, notes?: string) {
  return person.call(posts.save, { body: { post_id, ...(notes !== undefined && { notes }) } })
}

async function savedNames(person: Person): Promise<string[]> {
  const { body } = await person.call(posts.saved, { query: {} })
  return body.posts.map(({ postdetails }) => postdetails.post_name)
}

function block(blocker: string, blocked: string) {
  return stack.db
    .insertInto('blocks')
    .columns(['blocker_id', 'blocked_id'])
    .expression(query =>
      query
        .selectFrom(['users as blocker', 'users as blocked'])
        .where('blocker.username', '=', blocker)
        .where('blocked.username', '=', blocked)
        .select(['blocker.id', 'blocked.id']),
    )
    .execute()
}

function hide(id: string) {
  return stack.db
    .updateTable('posts')
    .set({ hidden_at: Temporal.Instant.fromEpochMilliseconds(0), hidden_reason: 'Copied from a book.' })
    .where('id', '=', id)
    .execute()
}

describe('a person’s saved posts', () => {
  test('come with the person’s own notes, the latest saved first, whenever they were posted', async () => {
    const reader = await stack.signIn('orderly')
    const older = await addPost(author, section, { name: 'Older' })
    const newer = await addPost(author, section, { name: 'Newer' })
    await save(reader, newer.id)
    await save(reader, older.id, 'Read before the exam.\nTwice.')
    const { body } = await reader.call(posts.saved, { query: {} })
    expect(body.posts).toMatchObject([
      {
        id: older.id,
        notes: 'Read before the exam.\nTwice.',
        postdetails: { post_name: 'Older', saved: true, notes: 'Read before the exam.\nTwice.' },
      },
      { id: newer.id, notes: '', postdetails: { post_name: 'Newer', saved: true, notes: '' } },
    ])
    expect(body.next_cursor).toBeNull()
  })

  test('are private: nobody else sees them or the notes', async () => {
    const reader = await stack.signIn('private')
    const post = await addPost(author, section, { name: 'Privately kept' })
    await save(reader, post.id, 'A secret.')
    expect(await savedNames(author)).toEqual([])
    for (const person of [author, stack.visitor()]) {
      const { body } = await person.call(posts.get, { params: { id: post.id } })
      expect(body.post).toMatchObject({ saved: false, notes: null })
    }
  })

  test('page by cursor and by offset, each post once, while others are saved and removed', async () => {
    const reader = await stack.signIn('collector')
    const ids: string[] = []
    for (let number = 0; number < 15; number++) {
      const post = await addPost(author, section, { name: `Kept ${number}` })
      ids.unshift(post.id)
      await save(reader, post.id)
    }
    const first = await reader.call(posts.saved, { query: {} })
    await save(reader, (await addPost(author, section, { name: 'Kept meanwhile' })).id)
    await reader.call(posts.unsave, { query: { id: ids[3]! } })
    const cursor = first.body.next_cursor!
    const rest = await reader.call(posts.saved, { query: { cursor } })
    const counted = await reader.call(posts.saved, { query: { offset: 12 } })
    expect(first.body.posts.map(({ id }) => id)).toEqual(ids.slice(0, 12))
    expect(rest.body.posts.map(({ id }) => id)).toEqual(ids.slice(12))
    expect(counted.body.posts).toEqual(rest.body.posts)
    expect(rest.body.next_cursor).toBeNull()
  })

  test('saved in the same moment all appear', async () => {
    const reader = await stack.signIn('hasty')
    for (let number = 0; number < 14; number++) {
      await save(reader, (await addPost(author, section, { name: `At once ${number}` })).id)
    }
    const { id: user_id } = await stack.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'hasty')
      .executeTakeFirstOrThrow()
    const moment = Temporal.Instant.from('2026-03-01T00:00:00.123457Z')
    await stack.db
      .updateTable('saved_posts')
      .set({ created_at: moment })
      .where('user_id', '=', user_id)
      .execute()
    const first = await reader.call(posts.saved, { query: {} })
    const rest = await reader.call(posts.saved, { query: { cursor: first.body.next_cursor! } })
    const seen = [...first.body.posts, ...rest.body.posts].map(({ id }) => id)
    expect(new Set(seen).size).toBe(14)
  })

  test.each([
    'x',
    '1_x',
    "1_00000000-0000-0000-0000-000000000000'",
    '-5_00000000-0000-0000-0000-000000000000',
  ])('refuse the cursor %s', async cursor => {
    const { status, problem } = await author.call(posts.saved, { query: { cursor } })
    expect([status, problem.code]).toEqual([422, 'invalid'])
  })

  test('lose posts that are hidden, deleted, or behind a block, and keep the rest', async () => {
    const reader = await stack.signIn('faithful')
    const villain = await stack.signIn('villain')
    const [hidden, deleted, blocked, kept] = [
      await addPost(author, section, { name: 'Hidden later' }),
      await addPost(author, section, { name: 'Deleted later' }),
      await addPost(villain, section, { name: 'Blocked later' }),
      await addPost(author, section, { name: 'Still there' }),
    ]
    for (const { id } of [hidden, deleted, blocked, kept]) await save(reader, id)
    await hide(hidden.id)
    await author.call(posts.remove, { query: { id: deleted.id } })
    await block('villain', 'faithful')
    expect(await savedNames(reader)).toEqual(['Still there'])
  })
})

describe('saving', () => {
  test.each<[string, (reader: string) => Promise<string>]>([
    [
      'that was hidden',
      async () => {
        const post = await addPost(author, section)
        await hide(post.id)
        return post.id
      },
    ],
    [
      'that was deleted',
      async () => {
        const post = await addPost(author, section)
        await author.call(posts.remove, { query: { id: post.id } })
        return post.id
      },
    ],
    [
      'of someone one blocked',
      async reader => {
        const foe = await stack.signIn('foe')
        await block(reader, 'foe')
        return (await addPost(foe, section)).id
      },
    ],
  ])('a post %s answers as if it didn’t exist, and saves nothing', async (_, make) => {
    const reader = await stack.signIn('late')
    const id = await make('late')
    const { status, problem } = await save(reader, id, 'Too late.')
    expect([status, problem.code]).toEqual([404, 'not_found'])
    expect(await savedNames(reader)).toEqual([])
  })

  test('accepts 2,000 characters of notes, and refuses one more at its field', async () => {
    const reader = await stack.signIn('verbose')
    const post = await addPost(author, section)
    expect((await save(reader, post.id, '📚'.repeat(2000))).status).toBe(200)
    const { status, problem } = await save(reader, post.id, 'x'.repeat(2001))
    expect(status).toBe(422)
    expect(problem.errors).toEqual([
      { path: 'body.notes', message: 'Notes can have up to 2,000 characters.' },
    ])
    const { body } = await reader.call(posts.get, { params: { id: post.id } })
    expect(body.post.notes).toBe('📚'.repeat(2000))
  })

  test('again says that it was saved, and with which notes; removing it returns them', async () => {
    const reader = await stack.signIn('twofold')
    const post = await addPost(author, section)
    const first = await save(reader, post.id, 'From the phone.')
    expect(first.body.post).toMatchObject({ notes: 'From the phone.', was_saved: false })
    const again = await save(reader, post.id)
    expect(again.body.post).toMatchObject({ notes: 'From the phone.', was_saved: true })
    const unsave = async () => (await reader.call(posts.unsave, { query: { id: post.id } })).body.post
    expect(await unsave()).toMatchObject({ saved: false, notes: 'From the phone.' })
    expect(await unsave()).toMatchObject({ saved: false, notes: null })
  })

  test('with empty notes removes the notes', async () => {
    const reader = await stack.signIn('tidy')
    const post = await addPost(author, section)
    await save(reader, post.id, 'Soon gone.')
    await save(reader, post.id, '')
    const { body } = await reader.call(posts.get, { params: { id: post.id } })
    expect(body.post).toMatchObject({ saved: true, notes: '' })
  })
})
