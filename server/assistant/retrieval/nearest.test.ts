import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { type LocalModel, startModel } from '../../../local/model/model.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../../test/factories/dialogues.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let model: LocalModel
let stack: Stack
let ana: Person
let ben: Person
let section: Section
let postId: string

const pages = [
  'Bicycles need neither petrol nor insurance.',
  'An automobile burns petrol in four strokes.',
  'A physician washes both hands before surgery.',
]

beforeAll(async () => {
  model = await startModel()
  stack = await startStack({ ...model.env, ...model.vectorEnv, AI_TOKENS_PER_DAY: '200000' })
  ana = await stack.signIn('ana.author')
  ben = await stack.signIn('ben.reader')
  section = await addSection(stack.db)
  postId = await post('Engines', pages)
})

afterAll(async () => {
  await stack?.close()
  await model?.close()
})

async function post(name: string, texts: readonly string[], own = section): Promise<string> {
  const file = await makePdf({ pages: texts.length, text: page => texts[page - 1]! })
  const { id } = await addPost(ana, own, { name, file })
  await stack.jobsDone()
  return id
}

async function ask(person: Person, content: string, about = postId) {
  const { message } = await stream(person, { session_id: await beginDialogue(person, about), content })
  return message!
}

describe('A question that shares no word with the document', () => {
  test('finds the page with the same meaning, and no other', async () => {
    const { sources, grounded } = await ask(ben, 'cars fuel')
    expect(grounded).toBe(true)
    expect(sources[0]).toMatchObject({ post_id: postId, page: 2 })
    expect(sources[0]!.quote).toContain('An automobile burns petrol in four strokes')
    expect(sources.map(({ page }) => page)).not.toContain(3)
  })

  test('finds nothing by words alone', async () => {
    const { text, sources } = await ask(ben, 'cars fuel vectors:broken')
    expect(text).toContain('I couldn’t find this in your documents.')
    expect(sources).toEqual([])
  })

  test('gets no answer if nothing is near it', async () => {
    const { text, sources } = await ask(ben, 'When did Rome fall?')
    expect(text).toContain('I couldn’t find this in your documents.')
    expect(sources).toEqual([])
  })

  test('shares its sources with those found by words', async () => {
    const { sources } = await ask(ben, 'Which fuel do cars burn in four strokes?')
    expect(sources[0]).toMatchObject({ post_id: postId, page: 2 })
  })
})

describe('A question for a summary', () => {
  test('of a subject finds it under another name', async () => {
    const { sources } = await ask(ben, 'Give me an overview of cars')
    expect(sources[0]).toMatchObject({ post_id: postId, page: 2 })
  })

  test('that only says how it is to be gets parts of the whole document, not those near the word summary', async () => {
    const about = await post('Rivers', ['Rivers flow.', 'Hills rise.', 'A summary of the document.'])
    const { sources } = await ask(ben, 'Give me a summary of this document for beginners', about)
    expect(sources.map(({ page }) => page)).toEqual([1, 2])
  })
})

describe('If the embedding provider fails, words still find the page', () => {
  test.each(['silent', 'broken', 'short'])('%s', async fault => {
    const { sources } = await ask(ben, `Who washes hands before surgery? vectors:${fault}`)
    expect(sources[0]).toMatchObject({ post_id: postId, page: 3 })
  })
})

test('Nobody finds by meaning what they may not open', async () => {
  const own = await addSection(stack.db, { course: 'ME 101', crn: '10101' })
  const open = await post('Timetable', ['Room 204 at noon.'], own)
  const hidden = await post('Motors', ['Every automobile burns petrol.'], own)
  // Looks at the stream: the saved answer is checked again when somebody reads it.
  const isTold = async (person: Person, about = open) =>
    (
      await stream(person, { session_id: await beginDialogue(person, about), content: 'cars fuel' })
    ).text.includes('Every automobile')
  expect(await isTold(ben)).toBe(true)
  const cid = await stack.signIn('cid.blocker')
  const bens = await addPost(ben, own, { name: 'Diagrams' })
  await stack.jobsDone()
  expect(await isTold(cid, bens.id)).toBe(true)
  await cid.call(blocks.block, { body: { username: 'ana.author' } })
  expect(await isTold(cid, bens.id)).toBe(false)
  const operator = await stack.signIn('opal.operator')
  await operator.call(admin.hidePost, { body: { id: hidden, reason: 'Copied from a book.' } })
  expect(await isTold(ben)).toBe(false)
  expect(await isTold(ana)).toBe(true)
})
