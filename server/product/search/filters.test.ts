import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf, makePng } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { pageSize } from '../posts/queries.ts'

let stack: Stack
let ann: Person
let bob: Person
let reader: Person
let visitor: Person
let optics: Section
let waves: Section
let elsewhere: Section
/** For the posts of single tests, which the others must not find. */
let geology: Section
let maps: Section

const river = 'Riverbend State University'
const hill = 'Hillside College'
const lake = 'Lakeside College'

/** Every document has the sentence, so that only the filters tell them apart. */
const sentence = 'A thin lens bends the light towards its focal point.'

beforeAll(async () => {
  stack = await startStack()
  ann = await stack.signIn('ann')
  bob = await stack.signIn('bob')
  reader = await stack.signIn('rae.reader')
  visitor = stack.visitor()
  const { db } = stack
  optics = await addSection(db, { course: 'PHYS 310', courseTitle: 'Optics', crn: '31001' })
  waves = await addSection(db, {
    course: 'PHYS 220',
    courseTitle: 'Waves',
    crn: '22001',
    term: 'Spring 2026',
    startsOn: '2026-01-12',
  })
  elsewhere = await addSection(db, {
    school: hill,
    course: 'PHYS 310',
    courseTitle: 'Optics',
    crn: '31001',
  })
  geology = await addSection(db, {
    school: lake,
    course: 'GEOL 101',
    courseTitle: 'Geology',
    crn: '10101',
    term: 'Fall 2025',
    startsOn: '2025-08-25',
  })
  maps = await addSection(db, {
    school: lake,
    course: 'GEOG 120',
    courseTitle: 'Maps',
    crn: '12001',
    term: 'Spring 2025',
    startsOn: '2025-01-13',
  })
  const file = () => makePdf({ text: sentence })
  await addPost(ann, optics, { name: 'Lens one', file: await file() })
  await addPost(bob, optics, { name: 'Lens two', file: await file() })
  await addPost(ann, waves, { name: 'Lens three', file: await file() })
  await addPost(bob, elsewhere, { name: 'Lens four', file: await file() })
  await addPost(ann, optics, { name: 'Lens photo', file: await makePng(), type: 'image/png' })
  await stack.jobsDone()
})
afterAll(() => stack?.close())

type Query = { text?: string; crn?: string; course_id?: number; kind?: 'pdf' | 'image' } & Partial<
  Record<'school' | 'term' | 'author', string>
>

async function findPosts(query: Query, person = reader): Promise<string[]> {
  const { status, body } = await person.call(search.posts, { query })
  expect(status).toBe(200)
  return body.posts.map(post => post.post_name)
}

async function findPages(query: Query, person = reader): Promise<string[]> {
  const { status, body } = await person.call(search.pages, { query: { text: 'focal point', ...query } })
  expect(status).toBe(200)
  return body.pages.map(({ post }) => post.post_name).toSorted()
}

const filters: [string, () => Query, string[]][] = [
  ['school', () => ({ school: hill }), ['Lens four']],
  ['course', () => ({ course_id: waves.courseId }), ['Lens three']],
  ['CRN', () => ({ crn: '22001' }), ['Lens three']],
  ['term', () => ({ term: 'Spring 2026' }), ['Lens three']],
  [
    'term that two schools have',
    () => ({ term: 'Fall 2026', kind: 'pdf' }),
    ['Lens four', 'Lens two', 'Lens one'],
  ],
  ['author', () => ({ author: 'bob' }), ['Lens four', 'Lens two']],
  ['author, written as a mention', () => ({ author: '@Bob' }), ['Lens four', 'Lens two']],
  ['school and author', () => ({ school: river, author: 'bob' }), ['Lens two']],
  ['school and CRN', () => ({ school: river, crn: '31001', kind: 'pdf' }), ['Lens two', 'Lens one']],
  [
    'course, term and author',
    () => ({ course_id: optics.courseId, term: 'Fall 2026', author: 'bob' }),
    ['Lens two'],
  ],
  ['course and another school', () => ({ course_id: optics.courseId, school: hill }), []],
  ['author and another’s course', () => ({ course_id: waves.courseId, author: 'bob' }), []],
]

describe('a search is narrowed by', () => {
  test.each(filters)('%s', async (_, query, found) => {
    expect(await findPosts(query())).toEqual(found)
    expect(await findPosts(query(), visitor)).toEqual(found)
    expect((await findPosts({ ...query(), text: 'lens' })).toSorted()).toEqual(found.toSorted())
    expect(await findPages(query())).toEqual(found.toSorted())
    expect(await findPages({ ...query(), text: '“focal point” lens' })).toEqual(found.toSorted())
    expect(await findPages({ ...query(), text: '“point focal”' })).toEqual([])
  })

  test('the kind of the document', async () => {
    expect(await findPosts({ kind: 'image', school: river })).toEqual(['Lens photo'])
    expect(await findPosts({ kind: 'pdf', author: 'ann' })).toEqual(['Lens three', 'Lens one'])
    expect(await findPosts({ kind: 'image', text: 'lens' })).toEqual(['Lens photo'])
    expect(await findPages({ kind: 'image' })).toEqual([])
    expect(await findPages({ kind: 'pdf', school: river })).toEqual(['Lens one', 'Lens three', 'Lens two'])
  })

  test.each([
    { school: 'Nowhere' },
    { school: "Hillside College' or true --" },
    { course_id: 999_999_999 },
    { term: 'Winter 1999' },
    { author: 'nobody.here' },
    { author: 'a\u0000b' },
    { author: "bob'" },
  ])('%j, which nothing has, finds nothing', async query => {
    expect(await findPosts(query)).toEqual([])
    expect(await findPosts({ ...query, text: 'lens' })).toEqual([])
    expect(await findPages(query)).toEqual([])
  })

  test.each([
    ['school', 'a\u0000b'],
    ['school', 'x'.repeat(201)],
    ['course_id', 'optics'],
    ['term', 'x'.repeat(61)],
    ['kind', 'zip'],
    ['author', ''],
  ])('%s isn’t what it can be, and is refused by its name', async (field, value) => {
    for (const call of [search.posts, search.pages]) {
      const query = { text: 'lens', [field]: value } as never
      const { status, problem } = await reader.call(call, { query })
      expect(status).toBe(422)
      expect(problem.errors?.[0]?.path).toBe(`query.${field}`)
    }
  })

  test('an author under the username that they have just changed', async () => {
    const finn = await stack.signIn('finn')
    await addPost(finn, geology, { name: 'Kept', file: await makePdf({ text: sentence }) })
    await stack.jobsDone()
    expect((await finn.call(profiles.rename, { body: { username: 'finn.far' } })).status).toBe(200)
    for (const author of ['finn', 'finn.far']) {
      expect(await findPosts({ author })).toEqual(['Kept'])
      expect(await findPosts({ author, text: 'kept' })).toEqual(['Kept'])
      expect(await findPages({ author })).toEqual(['Kept'])
    }
  })
})

describe('a filter never shows', () => {
  test('a post that is hidden, deleted or blocked', async () => {
    const cora = await stack.signIn('cora')
    const operator = await stack.signIn('opal.operator')
    const file = () => makePdf({ text: sentence })
    const deleted = await addPost(cora, geology, { name: 'Deleted', file: await file() })
    const hidden = await addPost(cora, geology, { name: 'Hidden', file: await file() })
    await addPost(cora, geology, { name: 'Shown', file: await file() })
    await stack.jobsDone()
    await cora.call(posts.remove, { query: { id: deleted.id } })
    await operator.call(admin.hidePost, { body: { id: hidden.id, reason: 'Copied from a book.' } })
    const all: Query = {
      school: lake,
      course_id: geology.courseId,
      term: 'Fall 2025',
      kind: 'pdf',
      author: 'cora',
    }
    for (const query of [{ author: 'cora' }, all]) {
      expect(await findPosts(query)).toEqual(['Shown'])
      expect(await findPosts({ ...query, text: 'shown' })).toEqual(['Shown'])
      expect(await findPages(query)).toEqual(['Shown'])
    }
    await reader.call(blocks.block, { body: { username: 'cora' } })
    for (const query of [{ author: 'cora' }, all]) {
      expect(await findPosts(query)).toEqual([])
      expect(await findPosts({ ...query, text: 'shown' })).toEqual([])
      expect(await findPages(query)).toEqual([])
    }
    expect(await findPosts({ author: 'cora' }, ann)).toEqual(['Shown'])
    await operator.call(admin.suspend, { body: { username: 'cora', reason: 'Again and again.' } })
    expect(await findPosts({ author: 'cora' }, ann)).toEqual([])
    expect(await findPages({ author: 'cora' }, ann)).toEqual([])
  })

  test('a post by what it was before its document or its class changed', async () => {
    const dan = await stack.signIn('dan')
    const { id } = await addPost(dan, geology, { name: 'Moving' })
    expect(await findPosts({ author: 'dan', kind: 'pdf', term: 'Fall 2025' })).toEqual(['Moving'])
    const doc_url = await uploadDocument(dan, await makePng(), 'image/png')
    const body = { doc_url, doc_name: 'board.png', crn: maps.crn, course_id: maps.courseId }
    expect((await dan.call(posts.update, { params: { id }, body })).status).toBe(200)
    expect(await findPosts({ author: 'dan', kind: 'image', term: 'Spring 2025' })).toEqual(['Moving'])
    for (const query of [{ kind: 'pdf' as const }, { term: 'Fall 2025' }, { course_id: geology.courseId }]) {
      expect(await findPosts({ author: 'dan', ...query })).toEqual([])
    }
  })
})

test('a filtered list reaches each post once, while others come', async () => {
  const many = pageSize + 3
  const author = await stack.signIn('eve')
  for (let n = 1; n <= many; n++) await addPost(author, geology, { name: `Robot ${n}` })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await visitor.call(search.posts, {
      query: { author: 'eve', offset: seen.length, cursor },
    })
    seen.push(...body.posts.map(post => post.post_name))
    cursor = body.next_cursor ?? undefined
    await addPost(author, geology, { name: 'Late' })
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: many }, (_, n) => `Robot ${many - n}`))
})
