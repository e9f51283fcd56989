import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf, makePng } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let post: PostCard
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
  post = await addPost(ana, section, { file: await makePdf({ pages: 12 }) })
})

afterAll(() => stack?.close())

const keep = (person: Person, fileKey: string, pageNumber: unknown) =>
  person.call(reading.keepPosition, { body: { fileKey, pageNumber: pageNumber as number } })
const forget = (person: Person, fileKey: string) =>
  person.call(reading.forgetPosition, { query: { fileKey } })
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

  test('that is told late, as after a time without network, doesn’t replace one that was saved since', async () => {
    const eve = await stack.signIn('eve.offline')
    const tell = async (pageNumber: number, minutesAgo: number) => {
      const body = { fileKey: post.doc_url, pageNumber, secondsAgo: 60 * minutesAgo }
      return (await eve.call(reading.keepPosition, { body })).body.data.page_number
    }
    expect(await tell(3, 60)).toBe(3)
    expect(await tell(5, 30)).toBe(5)
    expect(await tell(4, 45)).toBe(5)
    await keep(eve, post.doc_url, 7)
    expect((await read(eve, post.doc_url)).body.data.page_number).toBe(7)
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
    const deleted = await addPost(ana, section)
    await keep(ben, deleted.doc_url, 2)
    await ana.call(posts.remove, { query: { id: deleted.id } })
    await stack.jobsDone()
    expect((await read(ben, deleted.doc_url)).status).toBe(404)
    expect((await keep(ben, deleted.doc_url, 1)).status).toBe(404)
  })

  test('is read on by an operator while it is hidden, and by nobody else', async () => {
    const operator = await stack.signIn('opal.operator')
    const hidden = await addPost(ana, section, { file: await makePdf({ pages: 3 }) })
    await operator.call(admin.hidePost, { body: { id: hidden.id, reason: 'A copy of a book.' } })
    expect((await keep(operator, hidden.doc_url, 2)).status).toBe(200)
    expect((await read(operator, hidden.doc_url)).body.data.page_number).toBe(2)
    expect((await keep(ben, hidden.doc_url, 2)).status).toBe(404)
    expect((await read(ben, hidden.doc_url)).status).toBe(404)
  })

  test('is refused to visitors', async () => {
    expect((await read(stack.visitor(), post.doc_url)).status).toBe(401)
    expect((await keep(stack.visitor(), post.doc_url, 1)).status).toBe(401)
    expect((await forget(stack.visitor(), post.doc_url)).status).toBe(401)
    expect((await stack.visitor().call(reading.unfinished)).status).toBe(401)
  })
})

describe('the documents that a person hasn’t finished', () => {
  const unfinished = async (person: Person) => {
    const { body } = await person.call(reading.unfinished)
    return body.posts.map(({ post_name, page_read }) => `${post_name}: ${page_read}`)
  }
  /** Leaves each at a page, one minute after the other. */
  const leave = async (person: Person, ...left: [document: PostCard, page: number][]) => {
    for (const [{ doc_url }, page] of left) {
      stack.clock.advance({ minutes: 1 })
      expect((await keep(person, doc_url, page)).status).toBe(200)
    }
  }
  const share = async (name: string, pages = 5) =>
    addPost(ana, section, { name, file: await makePdf({ pages, text: name }) })

  test('are the three read last, each with the page', async () => {
    const reader = await stack.signIn('latest')
    const [heaps, trees, sorting, graphs] = [
      await share('Heaps'),
      await share('Trees'),
      await share('Sorting'),
      await share('Graphs'),
    ]
    expect(await unfinished(reader)).toEqual([])
    await leave(reader, [heaps, 2], [trees, 3], [graphs, 4], [sorting, 2])
    expect(await unfinished(reader)).toEqual(['Sorting: 2', 'Graphs: 4', 'Trees: 3'])
    await leave(reader, [heaps, 3])
    expect(await unfinished(reader)).toEqual(['Heaps: 3', 'Sorting: 2', 'Graphs: 4'])
  })

  test('are each person’s own, as is the page on a card', async () => {
    const [one, other] = [await stack.signIn('one'), await stack.signIn('other')]
    const document = await share('Shared')
    await leave(one, [document, 2])
    await leave(other, [document, 4])
    expect(await unfinished(one)).toEqual(['Shared: 2'])
    expect(await unfinished(other)).toEqual(['Shared: 4'])
    const pageFor = async (person: Person) =>
      (await person.call(posts.get, { params: { id: document.id } })).body.post.page_read
    expect(await Promise.all([one, other, ana, stack.visitor()].map(pageFor))).toEqual([2, 4, null, null])
    const { body: feed } = await one.call(posts.list, { query: {} })
    expect(feed.posts.find(({ id }) => id === document.id)?.page_read).toBe(2)
  })

  test('are none at the first or the last page, of one page, or an image', async () => {
    const reader = await stack.signIn('finished')
    const begun = await share('Begun')
    const single = await share('Single', 1)
    const image = await addPost(ana, section, { name: 'Image', file: await makePng(), type: 'image/png' })
    await leave(reader, [begun, 1], [single, 1], [image, 1])
    expect(await unfinished(reader)).toEqual([])
    await leave(reader, [begun, 5])
    expect(await unfinished(reader)).toEqual([])
    await leave(reader, [begun, 4])
    expect(await unfinished(reader)).toEqual(['Begun: 4'])
  })

  test('are only those that the person may still see', async () => {
    const reader = await stack.signIn('barred')
    const stranger = await stack.signIn('stranger')
    const [hidden, deleted, seen] = [await share('Hidden'), await share('Deleted'), await share('Seen')]
    const blocked = await addPost(stranger, section, { name: 'Blocked', file: await makePdf({ pages: 3 }) })
    await leave(reader, [seen, 2], [hidden, 2], [deleted, 2])
    expect(await unfinished(reader)).toEqual(['Deleted: 2', 'Hidden: 2', 'Seen: 2'])
    await ana.call(posts.remove, { query: { id: deleted.id } })
    await stack.db
      .updateTable('posts')
      .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
      .where('id', '=', hidden.id)
      .execute()
    expect(await unfinished(reader)).toEqual(['Seen: 2'])
    await leave(reader, [blocked, 2])
    expect(await unfinished(reader)).toEqual(['Blocked: 2', 'Seen: 2'])
    await stranger.call(blocks.block, { body: { username: 'barred' } })
    expect(await unfinished(reader)).toEqual(['Seen: 2'])
  })

  test('no longer include one whose page the person had Ignite forget', async () => {
    const reader = await stack.signIn('tidy')
    const [kept, removed] = [await share('Kept'), await share('Removed')]
    await leave(reader, [kept, 2], [removed, 3])
    await leave(ben, [removed, 3])
    for (const key of [`${removed.doc_url}.pdf`, removed.doc_url, 'notes.pdf']) {
      const { status, body } = await forget(reader, key)
      expect(status).toBe(200)
      expect(body).toEqual({ status: 'success', success: true })
    }
    expect(await unfinished(reader)).toEqual(['Kept: 2'])
    expect((await read(reader, removed.doc_url)).body.data.page_number).toBeNull()
    expect((await read(ben, removed.doc_url)).body.data.page_number).toBe(3)
  })
})
