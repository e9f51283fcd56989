import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { posts } from '#shared/api/posts.ts'
import { search } from '#shared/api/search.ts'
import { beginJob } from '../../../local/jobs.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { pageSize } from '../posts/queries.ts'

let stack: Stack
let ann: Person
let visitor: Person
let algorithms: Section
let calculus: Section

beforeAll(async () => {
  stack = await startStack()
  ann = await stack.signIn('ann')
  visitor = stack.visitor()
  const { db } = stack
  algorithms = await addSection(db, {
    course: 'CS 310',
    courseTitle: 'Algorithms',
    crn: '20310',
    title: 'Algorithms A',
  })
  calculus = await addSection(db, {
    course: 'MATH 151',
    courseTitle: 'Calculus One',
    crn: '30151',
    title: 'Evening group',
  })
  await addPost(ann, algorithms, {
    name: 'Shortest paths',
    details: 'Dijkstra and Bellman, with derivatives of neither.',
  })
  await addPost(ann, algorithms, { name: 'Dijkstra, step by step', details: 'A worked example in C++.' })
  await addPost(ann, calculus, { name: 'Derivatives', details: 'The chain rule.' })
  const biology = await addSection(db, {
    course: 'BIO101',
    courseTitle: 'Life',
    crn: '40101',
    title: 'Cells',
  })
  await addPost(ann, biology, { name: 'Membranes', details: 'What passes.' })
})
afterAll(() => stack.close())

async function find(query: { text?: string; crn?: string }, person = visitor): Promise<string[]> {
  const { body } = await person.call(search.posts, { query })
  return body.posts.map(post => post.post_name)
}

describe('searching for text', () => {
  test.each([
    ['its title', 'shortest', 'Shortest paths'],
    ['a word of its details', 'bellman', 'Shortest paths'],
    ['its course’s title', 'calculus', 'Derivatives'],
    ['its course’s code', 'MATH 151', 'Derivatives'],
    ['the code without its blank', 'math151', 'Derivatives'],
    ['a code written as one', 'bio101', 'Membranes'],
    ['such a code with a blank', 'bio 101', 'Membranes'],
    ['its CRN', '30151', 'Derivatives'],
    ['its section’s title', 'evening', 'Derivatives'],
    ['words of several of these', 'chain calculus derivatives', 'Derivatives'],
    ['the beginning of its last word', 'chain deriv', 'Derivatives'],
    ['the plural of a word', 'rules chain', 'Derivatives'],
    ['the singular of a word', 'membrane passes', 'Membranes'],
    ['words with fillers it doesn’t have', 'the chain of rule', 'Derivatives'],
    ['"C++"', 'c++', 'Dijkstra, step by step'],
  ])('finds a post by %s', async (_, text, name) => {
    expect(await find({ text })).toEqual([name])
    expect(await find({ text }, ann)).toEqual([name])
  })

  test('puts a match in the title before one in the details', async () => {
    expect(await find({ text: 'dijkstra' })).toEqual(['Dijkstra, step by step', 'Shortest paths'])
    expect(await find({ text: 'derivatives' })).toEqual(['Derivatives', 'Shortest paths'])
  })

  test.each(['dijsktra', 'dijkstr', 'dikstra', 'djkstraa', 'Dijkstrá'])(
    'finds Dijkstra by “%s”',
    async text => {
      expect(await find({ text })).toEqual(['Dijkstra, step by step', 'Shortest paths'])
    },
  )

  test('shows the correction of a mistyped word', async () => {
    const { body } = await visitor.call(search.posts, { query: { text: 'shortset Pahts' } })
    expect(body.corrected).toBe('shortest paths')
    expect(body.posts).toHaveLength(1)
    expect((await visitor.call(search.posts, { query: { text: 'shortest' } })).body.corrected).toBeNull()
  })

  test.each([
    'xyzzy',
    'dijkstra xyzzy',
    '30150',
    '???',
    '%',
    '_',
    "'",
    '\\',
    ':*',
    '!dijkstra & |',
    '~s1',
    '~12.0',
  ])('like %j finds nothing, or only what its words find', async text => {
    const { status, body } = await visitor.call(search.posts, { query: { text } })
    expect(status).toBe(200)
    expect(body.posts).toHaveLength(text.includes('!') ? 2 : 0)
  })

  test.each(['a\u0000b', 'a\u001bb', 'x'.repeat(101)])('like %j is refused', async text => {
    const { status, problem } = await visitor.call(search.posts, { query: { text } })
    expect(status).toBe(422)
    expect(problem.errors?.[0]?.path).toBe('query.text')
  })
})

describe('a CRN', () => {
  test('lists its posts, newest first, given alone or as `crn-title`', async () => {
    const found = ['Dijkstra, step by step', 'Shortest paths']
    expect(await find({ crn: '20310' })).toEqual(found)
    expect(await find({ crn: '20310-Algorithms A' })).toEqual(found)
    expect(await find({ crn: '20310', text: 'worked' })).toEqual(['Dijkstra, step by step'])
    expect(await find({ crn: '20310', text: 'chain' })).toEqual([])
    expect(await find({ crn: 'CRN 20310' })).toEqual(found)
    expect((await find({ text: 'CRN 20310' })).toSorted()).toEqual(found)
  })

  test.each(['99999', 'algorithms', '-', '20310; drop'])('%j, unknown, finds nothing', async crn => {
    expect(await find({ crn })).toEqual([])
    expect(await find({ crn, text: 'dijkstra' })).toEqual([])
  })

  test('that several schools use finds the posts of all', async () => {
    const other = await addSection(stack.db, {
      school: 'Elsewhere',
      course: 'BIO 1',
      courseTitle: 'Cells',
      crn: '20310',
    })
    const post = await addPost(ann, other, { name: 'Mitosis' })
    expect(await find({ crn: '20310' })).toEqual(['Mitosis', 'Dijkstra, step by step', 'Shortest paths'])
    await ann.call(posts.remove, { query: { id: post.id } })
    expect(await find({ crn: '20310' })).toHaveLength(2)
  })
})

test('without text or CRN, everything is listed, newest first', async () => {
  const newest = [await addPost(ann, calculus), await addPost(ann, algorithms)].toReversed()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await visitor.call(search.posts, { query: { cursor } })
    seen.push(...body.posts.map(({ id }) => id))
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  expect(seen.slice(0, 2)).toEqual(newest.map(({ id }) => id))
  const { rows } = await sql<{ id: string }>`select id from posts order by id desc`.execute(stack.db)
  expect(seen).toEqual(rows.map(({ id }) => id))
  for (const { id } of newest) await ann.call(posts.remove, { query: { id } })
})

test('a deleted post is not found', async () => {
  const post = await addPost(ann, algorithms, { name: 'Knapsacks' })
  expect(await find({ text: 'knapsacks' })).toEqual(['Knapsacks'])
  await ann.call(posts.remove, { query: { id: post.id } })
  expect(await find({ text: 'knapsacks' })).toEqual([])
})

describe('A word that no post has anymore', () => {
  const corrected = async (text: string) =>
    (await visitor.call(search.posts, { query: { text } })).body.corrected
  const isStored = async (word: string) =>
    (await stack.db.selectFrom('post_words').select('word').where('word', '=', word).execute()).length > 0

  test.each<[string, string, (post: { id: string }, author: Person) => Promise<unknown>]>([
    ['deleted', 'zyzzyvas', ({ id }, author) => author.call(posts.remove, { query: { id } })],
    [
      'hidden',
      'quokkas',
      async ({ id }) =>
        (await stack.signIn('opal.operator')).call(admin.hidePost, { body: { id, reason: 'Copied.' } }),
    ],
    [
      'whose author is gone',
      'axolotls',
      (_, author) => author.call(account.remove, { body: { username: 'of.axolotls' } }),
    ],
  ])('isn’t shown to a person who mistypes it: of a post that is %s', async (_, word, end) => {
    const author = await stack.signIn(`of.${word}`)
    const post = await addPost(author, algorithms, { name: `About ${word}` })
    const mistyped = `${word.slice(0, 4)}${word.slice(5)}`
    expect(await corrected(mistyped)).toBe(word)
    await end(post, author)
    await stack.jobsDone()
    expect(await corrected(mistyped)).toBeNull()
    await author.call(posts.remove, { query: { id: post.id } })
  })

  test('doesn’t keep a mistyped one from being corrected', async () => {
    const post = await addPost(ann, algorithms, { name: 'Dijkstar', details: 'And dijkstarish.' })
    expect(await corrected('dijkstar')).toBeNull()
    await ann.call(posts.remove, { query: { id: post.id } })
    expect(await corrected('dijkstar')).toBe('dijkstra')
  })

  test('is forgotten', async () => {
    const post = await addPost(ann, algorithms, { name: 'Numbats' })
    await ann.call(posts.remove, { query: { id: post.id } })
    expect(await isStored('numbats')).toBe(true)
    await beginJob(stack.db, 'sweep-post-words')
    await stack.jobsDone()
    expect([await isStored('numbats'), await isStored('dijkstra')]).toEqual([false, true])
  })
})

test('a renamed course or section is found by its new name at once, and no longer by its old one', async () => {
  const section = await addSection(stack.db, {
    course: 'PHY 7',
    courseTitle: 'Optics',
    crn: '40007',
    title: 'Lenses',
  })
  await addPost(ann, section, { name: 'Prisms' })
  await addSection(stack.db, { course: 'PHY 7', courseTitle: 'Photonics', crn: '40007', title: 'Mirrors' })
  expect(await find({ text: 'photonics mirrors' })).toEqual(['Prisms'])
  expect(await find({ text: 'photonisc' })).toEqual(['Prisms'])
  expect(await find({ text: 'optics' })).toEqual([])
  expect(await find({ text: 'lenses' })).toEqual([])
})

describe('paging', () => {
  const many = pageSize * 2 + 3
  let robotics: Section
  let writer: Person

  beforeAll(async () => {
    robotics = await addSection(stack.db, { course: 'ROB 1', courseTitle: 'Robotics', crn: '60001' })
    // Several people, since one may only post so often.
    for (const [from, name] of ['bea', 'carl', 'dan'].entries()) {
      const author = await stack.signIn(name)
      for (let n = from; n < many; n += 3) await addPost(author, robotics, { name: `Robot ${n}` })
    }
    writer = await stack.signIn('eve')
  })

  test.each([{ text: 'robot' }, { crn: '60001' }])(
    'by %j reaches each post once, while others come',
    async query => {
      const seen: string[] = []
      const late: string[] = []
      let cursor: string | undefined
      do {
        const { body } = await visitor.call(search.posts, {
          query: { ...query, offset: seen.length, cursor },
        })
        seen.push(...body.posts.map(post => post.post_name))
        cursor = body.next_cursor ?? undefined
        late.push((await addPost(writer, robotics, { name: 'Robot robot robot' })).id)
      } while (cursor)
      for (const id of late) await writer.call(posts.remove, { query: { id } })
      expect(seen.toSorted()).toEqual(Array.from({ length: many }, (_, n) => `Robot ${n}`).toSorted())
    },
  )

  test('by a client that only counts reaches the same posts', async () => {
    const seen: string[] = []
    for (let offset = 0; ; offset = seen.length) {
      const { body } = await visitor.call(search.posts, { query: { text: 'robot', offset } })
      seen.push(...body.posts.map(post => post.post_name))
      if (body.posts.length < pageSize) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(many)
  })

  test('from a rank beyond those of the database starts before or after all posts', async () => {
    const id = '01999999-9999-7999-8999-999999999999'
    const found = async (rank: string) => {
      const { status, body } = await visitor.call(search.posts, {
        query: { text: 'robot', cursor: `99999_${rank}_${id}` },
      })
      return [status, body.posts.length]
    }
    expect(await found('9'.repeat(50))).toEqual([200, pageSize])
    expect(await found('1e-99')).toEqual([200, 0])
  })

  test('past the end finds nothing', async () => {
    for (const query of [{ text: 'robot' }, { crn: '60001' }, {}]) {
      const { status, body } = await visitor.call(search.posts, { query: { ...query, offset: 9_999 } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ posts: [], next_cursor: null })
    }
  })

  test.each([
    { offset: 10_001 },
    { offset: -1 },
    { offset: 1.5 },
    { cursor: 'x' },
    { cursor: '1_1_1', crn: '60001' },
  ])('by %j is refused', async query => {
    const text = 'crn' in query ? {} : { text: 'robot' }
    const { status, problem } = await visitor.call(search.posts, { query: { ...text, ...query } })
    expect(status).toBe(422)
    expect(problem.code).toBe('invalid')
  })
})
