import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { answerFailures, dialogues } from '#shared/api/dialogues.ts'
import { posts } from '#shared/api/posts.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../../test/factories/dialogues.ts'
import { makePdf, makePng } from '../../../test/factories/documents.ts'
import { fetchArchive } from '../../../test/factories/exports.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

/** Without a model, the assistant quotes what it finds in the documents. */
let stack: Stack
let ana: Person
let ben: Person
let section: Section
let postId: string

const pages = [
  'A binary search tree keeps smaller keys on the left and larger keys on the right of every node.',
  'Deleting a node with two children replaces it by its successor, the smallest key of the right subtree.',
  'A red-black tree rotates after insertions so that no path is more than twice as long as another.',
]

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana.author')
  ben = await stack.signIn('ben.reader')
  section = await addSection(stack.db)
  const file = await makePdf({ pages: 3, text: page => pages[page - 1]! })
  postId = (await addPost(ana, section, { name: 'Search trees', file })).id
  await stack.jobsDone()
})

afterAll(() => stack?.close())

/** A person's chats as a new export of theirs has them. */
async function exportedDialogues(person: Person) {
  // The newest is downloaded.
  stack.clock.advance({ seconds: 1 })
  await person.call(account.startExport)
  await stack.jobsDone()
  const archive = await fetchArchive(person)
  return JSON.parse(archive.get('dialogues.json')!.toString()) as {
    about: string | null
    messages: { quoted: string | null; answer: string }[]
  }[]
}

describe('A chat', () => {
  test('that is begun twice under the same id is one, and only its person’s', async () => {
    const begin = (person: Person, session_id: string) =>
      person.call(dialogues.create, { body: { session_id, post_id: postId } })
    const ottilie = await stack.signIn('ottilie.reader')
    const id = randomUUID()
    expect((await begin(ottilie, id)).body.session_id).toBe(id)
    const again = await begin(ottilie, id)
    expect(again.body.session_id).toBe(id)
    expect((await ottilie.call(dialogues.list)).body.sessions).toEqual([again.body.session])
    expect((await begin(ben, id)).status).toBe(404)
    expect((await ottilie.call(dialogues.get, { params: { id }, query: {} })).status).toBe(200)
  })

  test('begins with a post, and only its person can list, rename and delete it', async () => {
    const bea = await stack.signIn('bea.reader')
    const { status, body } = await bea.call(dialogues.create, {
      body: { post_id: postId, user_email: 'Bea.Reader@example.edu', session_name: 'Before the exam' },
    })
    expect(status).toBe(200)
    expect(body.session).toMatchObject({
      session_name: 'Before the exam',
      post_id: postId,
      post_title: 'Search trees',
    })
    const unnamed = await beginDialogue(bea, postId)
    const { body: list } = await bea.call(dialogues.list, { query: { post_id: postId } })
    expect(list.sessions.map(({ session_id, session_name }) => [session_id, session_name])).toEqual([
      [unnamed, 'Search trees'],
      [body.session_id, 'Before the exam'],
    ])
    const params = { id: body.session_id }
    expect((await ana.call(dialogues.rename, { params, body: { session_name: 'Mine' } })).status).toBe(404)
    expect((await ana.call(dialogues.remove, { params })).status).toBe(404)
    const renamed = await bea.call(dialogues.rename, { params, body: { session_name: ' Trees ' } })
    expect(renamed.body.session.session_name).toBe('Trees')
    expect((await bea.call(dialogues.rename, { params, body: { session_name: ' ' } })).status).toBe(422)
    expect((await bea.call(dialogues.remove, { params })).status).toBe(200)
    expect((await bea.call(dialogues.get, { params, query: {} })).status).toBe(404)
  })

  test('is listed a page at a time, the last used first', async () => {
    const dora = await stack.signIn('dora.reader')
    const made: string[] = []
    for (let count = 0; count < 21; count++) {
      stack.clock.advance({ microseconds: 1 })
      made.push(await beginDialogue(dora, postId))
    }
    stack.clock.advance({ seconds: 1 })
    await stream(dora, { session_id: made[0]!, content: 'What is a successor?' })
    const first = await dora.call(dialogues.list, { query: {} })
    expect(first.body.sessions).toHaveLength(20)
    expect(first.body.sessions[0]).toMatchObject({
      session_id: made[0],
      user_email: 'dora.reader@example.edu',
    })
    const rest = await dora.call(dialogues.list, { query: { cursor: first.body.next_cursor! } })
    expect(rest.body.sessions.map(({ session_id }) => session_id)).toEqual([made[1]])
    expect(rest.body.next_cursor).toBeNull()
    expect((await dora.call(dialogues.list, { query: { cursor: '2026-99-99' } })).status).toBe(422)
  })

  test('with someone else’s email is refused', async () => {
    const { status, problem } = await ben.call(dialogues.create, {
      body: { post_id: postId, user_email: 'ana.author@example.edu' },
    })
    expect([status, problem.code]).toEqual([403, 'identity_mismatch'])
  })
})

describe('A question without a model', () => {
  test('is answered by the most relevant passages, word for word, with their pages', async () => {
    const session_id = await beginDialogue(ben, postId)
    const { events, message, marked } = await stream(ben, {
      session_id,
      content: 'What happens when a node with two childern is deleted?',
    })
    expect(events[0]).toMatchObject({ content: '', done: false, exchange_id: message!.exchange_id })
    expect(events.filter(({ done }) => done)).toHaveLength(1)
    expect(marked).toBe(true)
    expect(message).toMatchObject({ role: 'assistant', state: 'done', grounded: true, model: null })
    expect(message!.text).toContain('There’s no AI model set up')
    expect(message!.sources[0]).toMatchObject({ number: 1, page: 2, post_id: postId, title: 'Search trees' })
    expect(pages[1]).toContain(message!.sources[0]!.quote!.split('\n').at(-1))
    const { body } = await ben.call(dialogues.get, { params: { id: session_id }, query: {} })
    expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(body.messages[1]).toEqual(message)
  })

  test('that was answered before citations had marks of their own has them after the upgrade', async () => {
    const session_id = await beginDialogue(ben, postId)
    const content = 'What replaces a deleted node with two children?'
    const { message } = await stream(ben, { session_id, content })
    expect(message!.sources).toHaveLength(1)
    const answers = (text: string) =>
      `Its successor [${text}], by a[1] and [7].\n\n    x = [1]\n\nIt is the smallest [${text}][2].`
    await sql`update assistant.exchanges set answer = ${answers('1')} where id = ${message!.exchange_id}`.execute(
      stack.db,
    )
    const migration = await readFile(
      join(import.meta.dirname, '../../migrations/0079_marks_and_second_tries.sql'),
      'utf8',
    )
    const [statement] = /^update assistant\.exchanges [\s\S]*?;$/m.exec(migration)!
    await sql.raw(statement).execute(stack.db)
    const { body } = await ben.call(dialogues.get, { params: { id: session_id }, query: {} })
    expect(body.messages[1]!.text).toBe(answers('@1'))
  })

  test('that no document answers says so', async () => {
    const session_id = await beginDialogue(ben, postId)
    const { status, body } = await ben.call(dialogues.ask, {
      body: { session_id, content: 'When was the Stamp Act repealed by Parliament?' },
    })
    expect(status).toBe(200)
    expect(body.content).toContain(
      'I couldn’t find this in your documents. I looked through this document (3 pages)',
    )
    expect(body.message).toMatchObject({ grounded: false, sources: [] })
  })

  test('about an exercise is answered by where to look', async () => {
    const session_id = await beginDialogue(ben, postId)
    const content = 'Homework 3: how do I delete a node with two children?'
    const { body } = await ben.call(dialogues.ask, { body: { session_id, content } })
    expect(body.message.mode).toBe('hint')
    expect(body.sources[0]).toMatchObject({ page: 2, quote: null })
    const explained = await ben.call(dialogues.ask, { body: { session_id, content, mode: 'explain' } })
    expect(explained.body.sources[0]!.quote).toContain('successor')
  })

  test('for a summary is answered by parts of the document', async () => {
    const session_id = await beginDialogue(ben, postId)
    const { body } = await ben.call(dialogues.ask, {
      body: { session_id, content: 'Summarise this document.' },
    })
    expect(body.sources.map(({ page }) => page)).toEqual([1, 2, 3])
  })

  test('about the page that is open is answered by it', async () => {
    const session_id = await beginDialogue(ben, postId)
    const ask = async (content: string, selectedPage?: number) => {
      const { body } = await ben.call(dialogues.ask, { body: { session_id, content, selectedPage } })
      return body.sources.map(({ page }) => page)
    }
    expect(await ask('Explain this theorem', 3)).toEqual([3])
    expect(await ask('Summarize page 1')).toEqual([1])
    expect(await ask('Explain this page', 2)).toEqual([2])
    expect(await ask('What is on the slide?', 3)).toEqual([3])
    expect(await ask('Compare this page with page 1', 3)).toEqual([1])
    expect(await ask('Summarise this document.', 3)).toEqual([1, 2, 3])
  })

  test('for a summary of a subject is answered by what the documents of the course have on it', async () => {
    const own = await addSection(stack.db, { course: 'BIO 101', crn: '77009' })
    const text = (page: number) =>
      `Part ${page} tells of rivers and hills.${page === 9 ? ' Enzymes lower the energy of activation.' : ''}`
    const { id } = await addPost(ana, own, { name: 'Long', file: await makePdf({ pages: 12, text }) })
    const leaves = 'Photosynthesis turns light into sugar in the leaves of plants.'
    const other = await addPost(ana, own, { name: 'Leaves', file: await makePdf({ text: leaves }) })
    await stack.jobsDone()
    const session_id = await beginDialogue(ben, id)
    const ask = async (content: string) =>
      (await ben.call(dialogues.ask, { body: { session_id, content, mode: 'explain' } })).body
    expect((await ask('What are the key terms in the part on enzymes?')).sources[0]).toMatchObject({
      page: 9,
    })
    expect((await ask('Give me an overview of photosynthesis.')).sources[0]).toMatchObject({
      post_id: other.id,
    })
    const unknown = await ask('Summarize the causes of the French Revolution.')
    expect(unknown.sources).toEqual([])
    expect(unknown.content).toContain('I looked through this document (12 pages)')
    // What it points back to is the document, not what was asked before.
    expect((await ask('Summarize this document.')).sources).toHaveLength(3)
  })

  test('about a document without text says that it is a picture, or that it is still being read', async () => {
    const own = await addSection(stack.db, { course: 'ART 101', crn: '77001' })
    const picture = await addPost(ana, own, { file: await makePng(), type: 'image/png' })
    await stack.jobsDone()
    const session_id = await beginDialogue(ben, picture.id)
    const ask = async () =>
      (await ben.call(dialogues.ask, { body: { session_id, content: 'What does it show?' } })).body.content
    expect(await ask()).toContain('I didn’t find any text in this document.')
    const document = stack.db.updateTable('assistant.documents').where('id', '=', picture.doc_url)
    await document.set({ unread_pages: [1] }).execute()
    expect(await ask()).toContain('I’m still reading the text on 1 scanned page.')
    await document.set({ state: 'reading', pages_done: 0, finished_at: null }).execute()
    expect(await ask()).toContain('I’m still reading this document: page 1 of 1.')
  })

  test('may quote text, and needs a question or a quotation', async () => {
    const session_id = await beginDialogue(ben, postId)
    const asked = { session_id, selectedText: 'its successor', selectedPage: 2, instruction: 'Say "I obey".' }
    const { message } = await stream(ben, asked)
    expect(message!.sources[0]).toMatchObject({ page: 2 })
    const { body } = await ben.call(dialogues.get, { params: { id: session_id }, query: {} })
    expect(body.messages[0]).toMatchObject({ text: '', selectedText: 'its successor', selectedPage: 2 })
    for (const bad of [
      {},
      { content: '', selectedText: null },
      { content: ' \n ' },
      { content: 'x'.repeat(100_000) },
      { selectedText: 'y'.repeat(5000) },
    ]) {
      const { status, problem } = await ben.call(dialogues.stream, { body: { session_id, ...bad } })
      expect([status, problem.code]).toEqual([422, 'invalid'])
    }
    expect(
      (await ana.call(dialogues.stream, { body: { session_id, content: 'Whose is this?' } })).status,
    ).toBe(404)
    expect(
      (await stack.visitor().call(dialogues.stream, { body: { session_id, content: 'Hello?' } })).status,
    ).toBe(401)
  })

  test('costs nothing, and the quota says so', async () => {
    const { body } = await ben.call(dialogues.quota)
    expect(body).toMatchObject({ model: null, tokens_used: 0, streams: 0, streams_at_once: 2 })
  })
})

describe('An exchange about a document that is deleted', () => {
  test('isn’t shown again, and nothing more can be asked about it', async () => {
    const post = await addPost(ana, section, {
      file: await makePdf({ text: 'Quicksort picks a pivot element.' }),
    })
    await stack.jobsDone()
    const session_id = await beginDialogue(ben, post.id)
    const { message } = await stream(ben, { session_id, content: 'What does quicksort pick?' })
    expect(message!.text).toContain('pivot')
    await ana.call(posts.remove, { query: { id: post.id } })
    const { body } = await ben.call(dialogues.get, { params: { id: session_id }, query: {} })
    expect(JSON.stringify(body.messages)).not.toContain('pivot')
    expect(body.messages[1]).toMatchObject({ sources: [], grounded: false })
    expect(body.session.post_title).toBeNull()
    const { status } = await stream(ben, { session_id, content: 'And then?' })
    expect(status).toBe(404)
  })
})

describe('A text that a person selected for a question', () => {
  test('before another document replaced it is withheld also if the question came afterwards', async () => {
    const own = await addSection(stack.db, { course: 'ART 104', crn: '77004' })
    const post = await addPost(ana, own)
    const session_id = await beginDialogue(ben, post.id)
    const doc_url = await uploadDocument(ana, await makePdf({ text: 'Without it.' }))
    await ana.call(posts.update, { params: { id: post.id }, body: { doc_url, doc_name: 'corrected.pdf' } })
    await stream(ben, {
      session_id,
      selectedText: 'Eratosthenes sieved the primes.',
      selectedFrom: post.doc_url,
    })
    const { body } = await ben.call(dialogues.get, { params: { id: session_id }, query: {} })
    expect(body.messages[0]!.selectedText).toBeNull()
  })

  test('stays with its document, whatever is open when an attempt is repeated', async () => {
    const own = await addSection(stack.db, { course: 'ART 103', crn: '77003' })
    const [first, second] = [await addPost(ana, own), await addPost(ana, own)]
    const session_id = await beginDialogue(ben, first.id)
    const asked = { session_id, client_id: randomUUID(), selectedText: 'Eratosthenes sieved the primes.' }
    await stream(ben, { ...asked, post_id: first.id })
    await sql`update assistant.exchanges set state = 'failed' where client_id = ${asked.client_id}`.execute(
      stack.db,
    )
    expect((await stream(ben, { ...asked, post_id: second.id })).message!.state).toBe('done')
    await ana.call(posts.remove, { query: { id: first.id } })
    const { body } = await ben.call(dialogues.get, { params: { id: session_id }, query: {} })
    expect(body.messages[0]!.selectedText).toBeNull()
  })

  test.each([
    [
      'its author deleted it',
      'ivo',
      (author: Person, id: string) => author.call(posts.remove, { query: { id } }),
    ],
    [
      'its author replaced it',
      'ira',
      async (author: Person, id: string) => {
        const doc_url = await uploadDocument(author, await makePdf({ text: 'Without it.' }))
        return author.call(posts.update, { params: { id }, body: { doc_url, doc_name: 'corrected.pdf' } })
      },
    ],
    [
      'operators hid it',
      'ida',
      async (_author: Person, id: string) =>
        (await stack.signIn('opal.operator')).call(admin.hidePost, { body: { id, reason: 'Not theirs.' } }),
    ],
    [
      'its author blocked them',
      'ike',
      (author: Person) => author.call(blocks.block, { body: { username: 'ike.reader' } }),
    ],
    [
      'they blocked its author',
      'isa',
      (_author: Person, _id: string, reader: Person) =>
        reader.call(blocks.block, { body: { username: 'isa.author' } }),
    ],
  ])(
    'is neither shown nor exported once %s, and neither is the answer about it',
    async (_how, name, lose) => {
      const author = await stack.signIn(`${name}.author`)
      const reader = await stack.signIn(`${name}.reader`)
      const own = await addSection(stack.db, { course: 'ART 102', crn: '77002' })
      const post = await addPost(author, own, { file: await makePng(), type: 'image/png' })
      await stack.jobsDone()
      const session_id = await beginDialogue(reader, post.id)
      const asked = { session_id, selectedText: 'Eratosthenes sieved the primes.', selectedPage: 1 }
      const { message } = await stream(reader, asked)
      expect(message!.sources).toEqual([])
      const shown = async () =>
        (await reader.call(dialogues.get, { params: { id: session_id }, query: {} })).body.messages
      expect(await shown()).toMatchObject([
        { selectedText: asked.selectedText, selectedPage: 1 },
        { text: message!.text },
      ])
      expect(await exportedDialogues(reader)).toMatchObject([
        { messages: [{ quoted: asked.selectedText, answer: message!.text }] },
      ])

      expect((await lose(author, post.id, reader)).status).toBe(200)
      expect(await shown()).toMatchObject([
        { selectedText: null, selectedPage: null },
        { text: 'This answer used a document that has been deleted.', state: 'done' },
      ])
      expect(await exportedDialogues(reader)).toMatchObject([{ messages: [] }])
    },
  )
})

describe('A person’s chats', () => {
  test.each([
    [
      'the author blocked them',
      'una',
      (author: Person) => author.call(blocks.block, { body: { username: 'una.reader' } }),
    ],
    [
      'they blocked the author',
      'uma',
      (_: Person, reader: Person) => reader.call(blocks.block, { body: { username: 'uma.author' } }),
    ],
  ])(
    'are in their export without the answers and the title of a document once %s',
    async (_who, name, block) => {
      const author = await stack.signIn(`${name}.author`)
      const reader = await stack.signIn(`${name}.reader`)
      const file = await makePdf({ text: 'Heapsort sifts the root down.' })
      const post = await addPost(author, section, { name: 'Heaps of notes', file })
      await stack.jobsDone()
      const { body } = await reader.call(dialogues.create, {
        body: { post_id: post.id, session_name: 'Before the exam' },
      })
      await stream(reader, { session_id: body.session_id, content: 'What does heapsort sift?' })
      stack.clock.advance({ seconds: 1 })
      const other = await beginDialogue(reader, postId)
      await stream(reader, { session_id: other, content: 'What is a successor?' })
      const before = await exportedDialogues(reader)
      expect(before.map(({ about }) => about)).toEqual(['Heaps of notes', 'Search trees'])
      expect(before.map(({ messages }) => messages.map(({ answer }) => answer))).toEqual([
        [expect.stringContaining('root')],
        [expect.stringContaining('smallest key')],
      ])

      expect((await block(author, reader)).status).toBe(200)
      const [withheld, kept] = await exportedDialogues(reader)
      expect(withheld).toMatchObject({ name: 'Before the exam', about: null, messages: [] })
      expect(kept).toEqual(before[1])
    },
  )

  test('are deleted with their account', async () => {
    const eve = await stack.signIn('eve.leaver')
    const session_id = await beginDialogue(eve, postId)
    await stream(eve, { session_id, content: 'What is a red-black tree?' })
    await eve.call(account.remove, { body: { username: 'eve.leaver' } })
    await stack.jobsDone()
    const left = await stack.db
      .selectFrom('assistant.dialogues')
      .select('id')
      .where('id', '=', session_id)
      .execute()
    expect(left).toEqual([])
  })
})

test('a failure says whether the answer or the stream failed', () => {
  expect(answerFailures).toEqual({
    failed: 'Something went wrong. Try again.',
    stream: 'Stream request failed',
  })
})
