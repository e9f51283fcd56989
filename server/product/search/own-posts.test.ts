import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '#shared/api/search.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ada: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ada = await stack.signIn('ada')
  section = await addSection(stack.db)
  await addPost(ada, section, { name: 'Résumé of sorting networks', details: 'Batcher.' })
  await addPost(ada, section, { name: 'Sorting in practice: 100 % of it' })
  await addPost(await stack.signIn('bob'), section, { name: 'Sorting by someone else' })
})
afterAll(() => stack?.close())

async function found(text: string): Promise<string[]> {
  const { body } = await ada.call(search.ownPosts, { query: { text } })
  return body.data.map(post => post.post_name)
}

test('finds only the person’s own posts, newest first, with their dates', async () => {
  const { body } = await ada.call(search.ownPosts, { query: { text: 'sorting' } })
  expect(body.data).toEqual([
    { id: expect.any(String), post_name: 'Sorting in practice: 100 % of it', date: expect.any(String) },
    { id: expect.any(String), post_name: 'Résumé of sorting networks', date: expect.any(String) },
  ])
})

test.each([
  ['all words in any order, in part and without accents', 'netw resume', ['Résumé of sorting networks']],
  ['nothing for a word that is missing', 'sorting heaps', []],
  ['nothing by the details', 'batcher', []],
  ['nothing for three characters', 'sor', []],
  ['nothing for punctuation, and no wildcard in it', '%%%%', []],
  ['what stands around a sign that would be a wildcard', '100 % of', ['Sorting in practice: 100 % of it']],
])('finds %s', async (_, text, names) => {
  expect(await found(text)).toEqual(names)
})

test('leaves out hidden posts', async () => {
  const hidden = await addPost(ada, section, { name: 'Withheld lecture' })
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: Temporal.Instant.fromEpochMilliseconds(0), hidden_reason: 'Copied.' })
    .where('id', '=', hidden.id)
    .execute()
  expect(await found('withheld')).toEqual([])
})

test('answers at most 20', async () => {
  const prolific = await stack.signIn('prolific')
  for (let number = 1; number <= 21; number++) await addPost(prolific, section, { name: `Sheet ${number}` })
  const { body } = await prolific.call(search.ownPosts, { query: { text: 'sheet' } })
  expect([body.data.length, body.data[0]!.post_name]).toEqual([20, 'Sheet 21'])
})
