import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { posts } from '#shared/api/posts.ts'
import { reports } from '#shared/api/reports.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let section: Section
let author: Person
let reader: Person

beforeAll(async () => {
  stack = await startStack()
  section = await addSection(stack.db)
  author = await stack.signIn('ana.author')
  reader = await stack.signIn('ray.reader')
})

beforeEach(async () => {
  await stack.db.deleteFrom('reports').execute()
})

afterAll(() => stack?.close())

type Report = { post_id?: string; username?: string; reason?: 'spam' | 'copyright'; details?: string }
const report = (person: Person, about: Report) =>
  person.call(reports.create, { body: { reason: 'spam', ...about } })
const kept = () => stack.db.selectFrom('reports').selectAll().execute()

describe('reporting', () => {
  test('a post keeps its title, its author, the reason and the details', async () => {
    const post = await addPost(author, section, { name: 'Midterm answers' })
    const details = 'Page 3 is the exam of this week.\nIt hasn’t been written yet.'
    expect((await report(reader, { post_id: post.id, reason: 'copyright', details })).status).toBe(200)
    const [row, ...others] = await kept()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      post_id: post.id,
      post_title: 'Midterm answers',
      reason: 'copyright',
      details,
      state: 'open',
    })
    await author.call(posts.remove, { query: { id: post.id } })
    expect((await kept())[0]).toMatchObject({ post_id: post.id, post_title: 'Midterm answers' })
  })

  test('the same again while it is open stays one report, clicked twice at once too', async () => {
    const post = await addPost(author, section)
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(reader, { post_id: post.id })))
    const people = await Promise.all(
      Array.from({ length: 5 }, () => report(reader, { username: 'ana.author' })),
    )
    expect([...answers, ...people].map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await kept()).toHaveLength(2)
  })

  test('the same again once it is closed is a new report', async () => {
    await report(reader, { username: 'ana.author' })
    await stack.db.updateTable('reports').set({ state: 'dismissed', closed_at: new Date() }).execute()
    await report(reader, { username: 'ana.author' })
    expect((await kept()).map(({ state }) => state).sort()).toEqual(['dismissed', 'open'])
  })

  test('works across a block, in both directions', async () => {
    const post = await addPost(author, section)
    const victim = await stack.signIn('vic.victim')
    await victim.call(blocks.block, { body: { username: 'ana.author' } })
    expect((await report(victim, { post_id: post.id })).status).toBe(200)
    expect((await report(victim, { username: 'ana.author' })).status).toBe(200)
    expect((await report(author, { username: 'vic.victim' })).status).toBe(200)
  })

  test.each([
    ['neither a post nor a person', async () => ({})],
    [
      'a post and a person at once',
      async () => ({ post_id: (await addPost(author, section)).id, username: 'ana.author' }),
    ],
    ['oneself', async () => ({ username: 'ray.reader' })],
    ['one’s own post', async () => ({ post_id: (await addPost(reader, section)).id })],
    ['with details of 2001 characters', async () => ({ username: 'ana.author', details: 'x'.repeat(2001) })],
    ['with details that hold a NUL', async () => ({ username: 'ana.author', details: 'a\u0000b' })],
    ['for a reason there isn’t', async () => ({ username: 'ana.author', reason: 'boring' as 'spam' })],
  ])('%s is refused', async (_what, about) => {
    expect((await report(reader, await about())).status).toBe(422)
    expect(await kept()).toEqual([])
  })

  test('takes details of 2000 characters, counted as people count', async () => {
    expect((await report(reader, { username: 'ana.author', details: '📚'.repeat(2000) })).status).toBe(200)
  })

  test('what isn’t there, or nobody is shown any more, is not found', async () => {
    const post = await addPost(author, section)
    await stack.db
      .updateTable('posts')
      .set({ hidden_at: new Date(), hidden_reason: 'A live exam.' })
      .where('id', '=', post.id)
      .execute()
    expect((await report(reader, { post_id: post.id })).status).toBe(404)
    expect((await report(reader, { post_id: '01999999-9999-7999-8999-999999999999' })).status).toBe(404)
    expect((await report(reader, { username: 'nobody.at.all' })).status).toBe(404)
  })
})
