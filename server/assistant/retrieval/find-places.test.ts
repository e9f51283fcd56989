import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../../test/factories/dialogues.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ada: Person
let section: Section
let book: string

beforeAll(async () => {
  stack = await startStack()
  ada = await stack.signIn('ada.places')
  section = await addSection(stack.db)
  book = await post('Graphs', [
    'Chapter 1 Trees. Chapter 2 is about paths, and chapter 3 about flows. A tree has no circle.',
    'Chapter 2 Paths. Many summaries of chapter 3 begin with a walk that visits no vertex twice.',
    'By Theorem 2.1, the shortest walk is a path. Theorem 2.1 also helps in chapter 3.',
    'Theorem 2.1. Whoever walks from one vertex to another also finds a path between them.',
    'Chapter 3 Flows. What flows into a vertex flows out of it again. For theorem 2.1 see above.',
  ])
})

afterAll(() => stack?.close())

async function post(name: string, pages: readonly string[], where = section): Promise<string> {
  const file = await makePdf({ pages: pages.length, text: page => pages[page - 1]! })
  const { id } = await addPost(ada, where, { name, file })
  await stack.jobsDone()
  return id
}

async function sourcesFor(postId: string, content: string) {
  const { message } = await stream(ada, { session_id: await beginDialogue(ada, postId), content })
  return message!.sources.map(({ post_id, page }) => ({ post_id, page }))
}

test('A question about a chapter is answered from all of that chapter', async () => {
  const pages = (await sourcesFor(book, 'Summarize chapter 2')).map(({ page }) => page)
  expect(pages).toEqual([2, 3, 4])
})

test('A question about a theorem is answered from where it stands, not from where it is used', async () => {
  expect((await sourcesFor(book, 'Explain theorem 2.1'))[0]).toEqual({ post_id: book, page: 4 })
})

test('A question about a theorem that stands nowhere, or a section of another document, has no answer', async () => {
  await post('Networks', ['The paper ends with conclusions in Section 9, which is short.'])
  expect(await sourcesFor(book, 'Explain theorem 7.9')).toEqual([])
  expect(await sourcesFor(book, 'What does section 9 say?')).toEqual([])
})

test('A lecture or a homework is found by the title of its document, and a problem in it by its number', async () => {
  const lecture = await post('Lecture 8: Heaps', ['A heap is a tree in an array.'])
  const other = await post('Homework 3', ['1. Draw a heap of six keys. 2. Show that it is a heap.'])
  const homework = await post('Homework 4', [
    '1. Insert five keys into the tree. It stays flat.',
    '2. Delete the root.',
  ])
  expect((await sourcesFor(book, 'What is lecture 8 about?'))[0]).toEqual({ post_id: lecture, page: 1 })
  for (const open of [book, other, homework]) {
    const [first] = await sourcesFor(open, 'Give me a hint for problem 2 on homework 4')
    expect(first).toEqual({ post_id: homework, page: 2 })
  }
})

test('The open document is compared with one of another course, with sources from both', async () => {
  const biology = await addSection(stack.db, { course: 'BIO 110', crn: '20110' })
  await post('Puns', ['Some say that students learn by osmosis.'])
  const cells = await post('Osmosis', ['The membrane of a cell lets water pass by osmosis.'], biology)
  const sources = await sourcesFor(book, 'Compare these notes with the notes on osmosis')
  expect(new Set(sources.map(({ post_id }) => post_id))).toEqual(new Set([cells, book]))
})
