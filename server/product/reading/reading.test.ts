import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PostCard } from '#shared/api/posts.ts'
import { posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let post: PostCard

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  post = await addPost(ana, await addSection(stack.db), { file: await makePdf({ pages: 12 }) })
})

afterAll(() => stack?.close())

const keep = (person: Person, fileKey: string, pageNumber: unknown) =>
  person.call(reading.keepPosition, { body: { fileKey, pageNumber: pageNumber as number } })
const read = (person: Person, fileKey: string) => person.call(reading.position, { query: { fileKey } })

describe('the page where a person left a document', () => {
  test('is null before the first reading', async () => {
    const { status, body } = await read(await stack.signIn('dora'), post.doc_url)
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'success', success: true, data: { page_number: null } })
  })

  test('is the last one saved, by the key with or without its extension', async () => {
    expect((await keep(ben, post.doc_url, 4)).body).toEqual({
      status: 'success',
      success: true,
      data: { page_number: 4 },
    })
    await keep(ben, `${post.doc_url}.pdf`, 12)
    expect((await read(ben, `${post.doc_url}.pdf`)).body.data.page_number).toBe(12)
    expect((await read(ben, post.doc_url)).body.data.page_number).toBe(12)
  })

  test('is separate for each person', async () => {
    await keep(ana, post.doc_url, 2)
    await keep(ben, post.doc_url, 7)
    expect((await read(ana, post.doc_url)).body.data.page_number).toBe(2)
    expect((await read(ben, post.doc_url)).body.data.page_number).toBe(7)
  })

  test('survives being saved many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => keep(ben, post.doc_url, index + 1)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect((await read(ben, post.doc_url)).body.data.page_number).toBeGreaterThanOrEqual(1)
  })

  test.each([0, -1, 13, 1.5, 1e9, '3', null])('can’t be %j in a document of 12 pages', async page => {
    await keep(ben, post.doc_url, 5)
    const { status, problem } = await keep(ben, post.doc_url, page)
    expect(status).toBe(422)
    expect(problem.errors?.[0]?.path).toBe('body.pageNumber')
    expect((await read(ben, post.doc_url)).body.data.page_number).toBe(5)
  })

  test('says how many pages the document has, if there are fewer', async () => {
    const { problem } = await keep(ben, post.doc_url, 13)
    expect(problem.detail).toBe('Invalid page number. Enter between 1 and 12.')
  })
})

describe('a document that can’t be read', () => {
  test.each(['01999999-9999-7999-8999-999999999999', 'notes.pdf', '../../etc/passwd'])(
    'is not found: %j',
    async key => {
      expect((await read(ben, key)).status).toBe(404)
      expect((await keep(ben, key, 1)).status).toBe(404)
    },
  )

  test('is refused by an invalid name', async () => {
    expect((await read(ben, 'a\u0000b')).status).toBe(422)
    expect((await keep(ben, 'a\u0000b', 1)).status).toBe(422)
  })

  test('is not found once its post was deleted', async () => {
    const deleted = await addPost(ana, await addSection(stack.db))
    await keep(ben, deleted.doc_url, 2)
    await ana.call(posts.remove, { query: { id: deleted.id } })
    await stack.jobsDone()
    expect((await read(ben, deleted.doc_url)).status).toBe(404)
    expect((await keep(ben, deleted.doc_url, 1)).status).toBe(404)
  })

  test('is refused to visitors', async () => {
    expect((await read(stack.visitor(), post.doc_url)).status).toBe(401)
    expect((await keep(stack.visitor(), post.doc_url, 1)).status).toBe(401)
  })
})
