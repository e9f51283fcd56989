import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { analytics } from '#shared/api/analytics.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let section: Section
let ana: Person
let ben: Person
let cy: Person
let post: PostCard

beforeAll(async () => {
  stack = await startStack()
  section = await addSection(stack.db)
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  cy = await stack.signIn('cy')
})

beforeEach(async () => {
  post = await addPost(ana, section)
})

afterAll(() => stack?.close())

type Report = { documentKey?: string; sessionId?: string; referrer?: string }

const report = (person: Person, documentId = post.id, more: Report = {}) =>
  person.call(analytics.reportView, { body: { documentId, sessionId: 'visit-1', ...more } })
const counts = async (person: Person, documentId = post.id) =>
  (await person.call(analytics.views, { query: { documentId } })).body.data

describe('views of a document', () => {
  test('are none at first, and are counted with their people', async () => {
    expect(await counts(ben)).toEqual({ totalViews: 0, uniqueViews: 0 })
    expect((await report(ben)).body).toEqual({
      status: 'success',
      success: true,
      error: null,
      data: { totalViews: 1, uniqueViews: 1 },
    })
    expect((await report(cy)).body.data).toEqual({ totalViews: 2, uniqueViews: 2 })
    expect(await counts(ana)).toEqual({ totalViews: 2, uniqueViews: 2 })
  })

  test('count a person once in 30 minutes, whatever the half hour of the clock', async () => {
    for (let minute = 0; minute < 30; minute++) {
      await report(ben)
      stack.clock.advance({ minutes: 1 })
    }
    expect(await counts(ben)).toEqual({ totalViews: 1, uniqueViews: 1 })
    expect((await report(ben)).body.data).toEqual({ totalViews: 2, uniqueViews: 1 })
  })

  test('count once when several tabs report at the same moment, and each gets the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(ben)))
    for (const { body } of answers) expect(body.data).toEqual({ totalViews: 1, uniqueViews: 1 })
  })

  test('don’t count the author', async () => {
    const { status, body } = await report(ana)
    expect(status).toBe(200)
    expect(body.data).toEqual({ totalViews: 0, uniqueViews: 0 })
  })

  test('store only the origin of the referring page', async () => {
    await report(ben, post.id, { referrer: 'https://mail.example.edu/inbox?token=secret' })
    await report(cy, post.id, { referrer: 'not an address' })
    const rows = await stack.db
      .selectFrom('document_views')
      .select('referrer')
      .where('post_id', '=', post.id)
      .execute()
    expect(new Set(rows.map(row => row.referrer))).toEqual(new Set(['https://mail.example.edu', null]))
  })

  test('count for the post alone, whatever key the call names', async () => {
    const other = await addPost(ana, section)
    await report(ben, post.id, { documentKey: other.doc_url })
    expect(await counts(ben, other.id)).toEqual({ totalViews: 0, uniqueViews: 0 })
  })

  test('are told to an operator while the post is hidden, whose own isn’t counted', async () => {
    const operator = await stack.signIn('opal.operator')
    await report(ben)
    await operator.call(admin.hidePost, { body: { id: post.id, reason: 'A copy of a book.' } })
    const { status, body } = await report(operator)
    expect([status, body.data]).toEqual([200, { totalViews: 1, uniqueViews: 1 }])
    expect((await report(ben)).status).toBe(404)
  })

  test('are deleted with their post', async () => {
    await report(ben)
    await ana.call(posts.remove, { query: { id: post.id } })
    expect((await ben.call(analytics.views, { query: { documentId: post.id } })).status).toBe(404)
    const left = await stack.db
      .selectFrom('document_views')
      .selectAll()
      .where('post_id', '=', post.id)
      .execute()
    expect(left).toEqual([])
  })
})

describe('an invalid view report', () => {
  test('is about a missing document', async () => {
    const absent = randomUUID()
    expect((await report(ben, absent)).status).toBe(404)
    expect((await ben.call(analytics.views, { query: { documentId: absent } })).status).toBe(404)
  })

  test.each([
    { documentId: 'not-an-id' },
    { sessionId: 'a\u0000b' },
    { sessionId: 'x'.repeat(65) },
    { referrer: `https://a.example/${'x'.repeat(4000)}` },
  ])('is malformed: %j', async more => {
    const { status } = await ben.call(analytics.reportView, { body: { documentId: post.id, ...more } })
    expect(status).toBe(422)
    expect(await counts(ben)).toEqual({ totalViews: 0, uniqueViews: 0 })
  })

  test('comes from a visitor', async () => {
    expect((await report(stack.visitor())).status).toBe(401)
    expect((await stack.visitor().call(analytics.views, { query: { documentId: post.id } })).status).toBe(401)
  })
})
