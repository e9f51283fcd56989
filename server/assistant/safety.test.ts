import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { posts } from '#shared/api/posts.ts'
import { type LocalModel, startModel } from '../../local/model/model.ts'
import { addSection, type Section } from '../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../test/factories/dialogues.ts'
import { makePdf } from '../../test/factories/documents.ts'
import { hostileDocuments } from '../../test/factories/hostile-documents.ts'
import { addPost } from '../../test/factories/posts.ts'
import type { Person } from '../../test/harness/person.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { startStack } from '../../test/harness/start-stack.ts'
import { changesOf, rowReader } from '../../test/rules/rows.ts'

let model: LocalModel
let stack: Stack
let section: Section

beforeAll(async () => {
  model = await startModel()
  stack = await startStack({ ...model.env, AI_TOKENS_PER_DAY: '100000000' })
  section = await addSection(stack.db)
})

afterAll(async () => {
  await stack?.close()
  await model?.close()
})

/** Security P-1: a sample of each kind of hostile document, and a model that does what it is told by it. */
describe('A hostile document, read by a model that obeys it', () => {
  test('forges no source, changes nothing, and tells of nobody else', async () => {
    const [mallory, ben, ana] = [
      await stack.signIn('mallory'),
      await stack.signIn('ben.reader'),
      await stack.signIn('ana.author'),
    ]
    const secret = 'canary-of-ana-5512'
    const hidden = await addPost(ana, section, {
      file: await makePdf({ text: `Photosynthesis notes: ${secret}` }),
    })
    await ana.call(blocks.block, { body: { username: 'ben.reader' } })
    const documents = await hostileDocuments()
    const made = []
    for (const { name, file } of documents)
      made.push({ name, post: await addPost(mallory, section, { name, file }) })
    await stack.jobsDone()
    const rows = await rowReader(stack.db)
    const before = await rows()
    for (const { name, post } of made) {
      const session_id = await beginDialogue(ben, post.id)
      const { message, events } = await stream(ben, {
        session_id,
        content: 'What do the photosynthesis notes say? model:obey',
      })
      const prompt = model.prompts.at(-1)!
      expect({ name, leaked: prompt.includes(secret) || JSON.stringify(events).includes(secret) }).toEqual({
        name,
        leaked: false,
      })
      expect({ name, ends: events.filter(({ done }) => done).length }).toEqual({ name, ends: 1 })
      // The documents stand inside their tags, however they try to end them, and the instruction is ours alone.
      expect({ name, open: prompt.match(/<passage /g)?.length }).toEqual({
        name,
        open: prompt.match(/^<\/passage>$/gm)?.length,
      })
      expect(prompt.match(/^system: You are Study Pal AI/gm)).toHaveLength(1)
      for (const source of message!.sources) {
        expect(source.post_id).not.toBe(hidden.id)
        const kept = await stack.db
          .selectFrom('assistant.passages')
          .select(['text', 'page'])
          .where('id', '=', source.id)
          .executeTakeFirstOrThrow()
        expect(kept).toEqual({ text: source.text, page: source.page })
        if (source.quote) expect(source.text).toContain(source.quote)
      }
    }
    expect(
      changesOf(before, await rows()).filter(
        change => !/^(dialogues|exchanges|live|logins|sources|usage)/.test(change),
      ),
    ).toEqual([])
  })
})

/** Security P-2, in small: bench/assistant.ts asks ten thousand times. */
describe('What a person may not open', () => {
  test('is in nothing that a model is asked for them, whatever they ask', async () => {
    const people: Person[] = []
    for (const name of ['p0', 'p1', 'p2', 'p3']) people.push(await stack.signIn(`privacy.${name}`))
    const operator = await stack.signIn('opal.operator')
    const own = await addSection(stack.db, { course: 'BIO 999', crn: '55501' })
    const made: { author: number; canary: string; id: string; hidden: boolean }[] = []
    for (let number = 0; number < 12; number++) {
      const canary = `canary${number}x${(number * 7919).toString(36)}`
      const text = `Respiration in cells releases energy. The word of this document is ${canary}.`
      const { id } = await addPost(people[number % 4]!, own, {
        name: `Cells ${number}`,
        file: await makePdf({ text }),
      })
      made.push({ author: number % 4, canary, id, hidden: false })
    }
    await stack.jobsDone()
    await people[0]!.call(blocks.block, { body: { username: 'privacy.p1' } })
    for (const one of made.filter((_, index) => index % 5 === 2)) {
      await operator.call(admin.hidePost, { body: { id: one.id, reason: 'Not theirs to share.' } })
      one.hidden = true
    }
    const mayOpen = (reader: number, { author, hidden }: (typeof made)[number]) =>
      (!hidden || author === reader) &&
      !([0, 1].includes(reader) && [0, 1].includes(author) && author !== reader)
    const crossed: string[] = []
    let reached = 0
    const askAll = async () => {
      for (const [reader, person] of people.entries()) {
        const open = made.find(one => mayOpen(reader, one))!
        const session_id = await beginDialogue(person, open.id)
        for (const { canary } of made) {
          const asked = model.prompts.length
          const { events } = await stream(person, {
            session_id,
            content: `Which word of respiration is in the document of ${canary.slice(0, 7)}? model:obey`,
          })
          const told = `${model.prompts.slice(asked).join('\n')}${JSON.stringify(events)}`
          for (const one of made) {
            if (!told.includes(one.canary)) continue
            if (mayOpen(reader, one)) reached++
            else crossed.push(`${person.url} ${reader} got ${one.canary}`)
          }
        }
      }
    }
    await askAll()
    expect(crossed).toEqual([])
    expect(reached).toBeGreaterThan(20)
    // What changes is changed for the next question, also where it was said before in the same dialogue.
    const reader = people[2]!
    const taken = made.find(one => one.author === 3 && !one.hidden)!
    const session_id = await beginDialogue(reader, made.find(one => one.author === 2 && !one.hidden)!.id)
    const ask = () => stream(reader, { session_id, content: `respiration word ${taken.canary} model:obey` })
    const first = await ask()
    expect(first.text).toContain(taken.canary)
    await people[3]!.call(posts.remove, { query: { id: taken.id } })
    const asked = model.prompts.length
    await stream(reader, { session_id, content: 'Which word of respiration was that? model:obey' })
    expect(model.prompts.slice(asked).join('\n')).not.toContain(taken.canary)
    const { body } = await reader.call(dialogues.get, { params: { id: session_id }, query: {} })
    const answers = body.messages.filter(({ role }) => role === 'assistant')
    expect(JSON.stringify(answers)).not.toContain(taken.canary)
  })
})
