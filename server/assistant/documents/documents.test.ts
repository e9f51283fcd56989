import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { documents, type IndexedDocument } from '#shared/api/documents.ts'
import { posts } from '#shared/api/posts.ts'
import { search } from '#shared/api/search.ts'
import { beginJob } from '../../../local/jobs.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { beginDialogue } from '../../../test/factories/dialogues.ts'
import { makeJapanesePdf, makePdf, makePng, withLostPages } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { mostPassages } from './room-for.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana.author')
  ben = await stack.signIn('ben.reader')
  section = await addSection(stack.db)
})

afterAll(() => stack?.close())

async function documentOf(person: Person, id: string): Promise<IndexedDocument> {
  return (await person.call(documents.ofPost, { params: { id } })).body.document
}

async function passagesOf(documentId: string) {
  return stack.db
    .selectFrom('assistant.passages')
    .select(['id', 'page', 'place', 'heading', 'text', 'boxes'])
    .where('document_id', '=', documentId)
    .orderBy('page')
    .orderBy('place')
    .execute()
}

/** As if a document had been read up to a page, and no job read on. */
async function breakOff(documentId: string, pagesDone: number): Promise<void> {
  await sql`delete from assistant.passages where document_id = ${documentId} and page > ${pagesDone}`.execute(
    stack.db,
  )
  await sql`
    update assistant.documents set state = 'reading', pages_done = ${pagesDone}, finished_at = null
    where id = ${documentId}`.execute(stack.db)
}

/**
 * As if a document had not been read yet, and these of its pages ended the reader's process. The check would find out, so they
 * take the place of others after it.
 */
async function harden(documentId: string, pages: number[]): Promise<void> {
  const { rows } = await sql<{ object_key: string }>`
    select object_key from assistant.files where id = ${documentId}`.execute(stack.db)
  const path = join(stack.storageDir, rows[0]!.object_key)
  await writeFile(path, await withLostPages(await readFile(path), pages))
  // The process keeps open what it read last.
  await addPost(ben, section)
  await stack.jobsDone()
  await breakOff(documentId, 0)
}

async function jobsFor(documentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where name = 'read-document' and data ->> 'documentId' = ${documentId}`.execute(
    stack.db,
  )
  return rows[0]!.count
}

describe('A document', () => {
  test('is read page by page after it is posted, each passage with its page and place', async () => {
    const text = (page: number) =>
      `Chapter ${page} is about topic number ${page * 7}. ${'One sentence of some length follows another here. '.repeat(40)}`
    const post = await addPost(ana, section, { file: await makePdf({ pages: 60, text }) })
    await stack.jobsDone()
    expect(await documentOf(ben, post.id)).toMatchObject({
      state: 'done',
      pages: 60,
      pages_done: 60,
      picture_pages: [],
      language: 'en',
      is_owner: false,
    })
    const passages = await passagesOf(post.doc_url)
    expect(new Set(passages.map(({ page }) => page)).size).toBe(60)
    for (const { page, text: words } of passages) {
      expect(words.length).toBeLessThanOrEqual(1400)
      const told = /topic number (\d+)/.exec(words)
      if (told) expect(Number(told[1])).toBe(page * 7)
    }
    const first = passages.find(({ page }) => page === 51)!
    expect(first.heading).toBe('Page 51')
    const { status, body } = await ben.call(documents.passage, { params: { id: first.id } })
    expect(status).toBe(200)
    expect(body.passage).toMatchObject({ post_id: post.id, page: 51, doc_url: post.doc_url })
    for (const { x, y, width, height } of body.passage.boxes) {
      expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1)
    }
  })

  test('whose pages are pictures says so', async () => {
    const pdf = await PDFDocument.create()
    const png = await pdf.embedPng(await makePng())
    for (let page = 1; page <= 2; page++) pdf.addPage([600, 800]).drawImage(png, { x: 0, y: 0 })
    pdf.addPage([600, 800]).drawText('Only this page can be read.', { x: 50, y: 700, size: 12 })
    const scanned = await addPost(ana, section, { file: Buffer.from(await pdf.save()) })
    const picture = await addPost(ana, section, { file: await makePng(), type: 'image/png' })
    await stack.jobsDone()
    expect(await documentOf(ana, scanned.id)).toMatchObject({ state: 'done', picture_pages: [1, 2] })
    expect(await documentOf(ana, picture.id)).toMatchObject({
      kind: 'image',
      state: 'done',
      picture_pages: [1],
    })
  })

  test('in another language is recognized', async () => {
    const text =
      'La derivada de una función mide cómo cambia su valor cuando cambia la variable independiente, y es la pendiente de la recta tangente.'
    const post = await addPost(ana, section, { file: await makePdf({ text }) })
    await stack.jobsDone()
    expect((await documentOf(ana, post.id)).language).toBe('es')
  })

  test('whose font only names the table of its letters is read', async () => {
    const post = await addPost(ana, section, { file: await makeJapanesePdf() })
    await stack.jobsDone()
    expect((await passagesOf(post.doc_url)).map(({ text }) => text).join()).toContain('日本語')
  })

  test('whose accents stand apart from their letters is found by their words', async () => {
    const text =
      'The M¨obius strip of Poincar´e, J´erˆome, Gonc¸e and Wa´sniewski has one side. It´s so. Let ˆb and `a` be.'
    const post = await addPost(ana, section, { name: 'Strips', file: await makePdf({ text }) })
    await stack.jobsDone()
    const [passage] = await passagesOf(post.doc_url)
    expect(passage!.text).toContain(
      'The Möbius strip of Poincaré, Jérôme, Gonçe and Waśniewski has one side. It’s so. Let ˆb and `a` be.',
    )
    const { body } = await ben.call(search.pages, { query: { text: 'Möbius Poincaré' } })
    expect(body.pages.map(({ post: { id } }) => id)).toEqual([post.id])
  })

  test('continues where an attempt broke off', async () => {
    const post = await addPost(ana, section, {
      file: await makePdf({ pages: 60, text: page => `On ${page}.` }),
    })
    await stack.jobsDone()
    const whole = (await passagesOf(post.doc_url)).map(({ page, text }) => ({ page, text }))
    await breakOff(post.doc_url, 50)
    await beginJob(stack.db, 'index-document', { documentId: post.doc_url })
    await stack.jobsDone()
    expect((await passagesOf(post.doc_url)).map(({ page, text }) => ({ page, text }))).toEqual(whole)
  })

  test('is done after a restart if all its pages were read before', async () => {
    const post = await addPost(ana, section)
    await stack.jobsDone()
    await stack.restart(() => breakOff(post.doc_url, 2))
    await beginJob(stack.db, 'read-document', { documentId: post.doc_url })
    await stack.jobsDone()
    expect(await documentOf(ana, post.id)).toMatchObject({ state: 'done', pages_done: 2 })
  })

  test('is read on within a minute if its job is lost', async () => {
    const post = await addPost(ana, section, {
      file: await makePdf({ pages: 2, text: page => `On ${page}.` }),
    })
    await stack.jobsDone()
    await breakOff(post.doc_url, 1)
    await beginJob(stack.db, 'read-all-documents')
    await stack.jobsDone()
    expect(await documentOf(ana, post.id)).toMatchObject({ state: 'done', pages_done: 2 })
    expect((await passagesOf(post.doc_url)).map(({ page }) => page)).toEqual([1, 2])
  })

  test('that failed is read again after what docs/operations.md tells operators to do', async () => {
    const post = await addPost(ana, section)
    await stack.jobsDone()
    await breakOff(post.doc_url, 1)
    await sql`update assistant.documents set state = 'failed', finished_at = created_at where id = ${post.doc_url}`.execute(
      stack.db,
    )
    const operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const [statement] = /^update assistant\.documents .*;$/m.exec(operations)!
    await sql.raw(statement).execute(stack.db)
    await beginJob(stack.db, 'read-all-documents')
    await stack.jobsDone()
    expect(await documentOf(ana, post.id)).toMatchObject({ state: 'done', pages_done: 2 })
  })

  test('whose reading was given up is read again later and later, a few times', async () => {
    const post = await addPost(ana, section)
    await stack.jobsDone()
    const giveUp = async () => {
      await breakOff(post.doc_url, 1)
      await beginJob(stack.db, 'read-document-failures', { documentId: post.doc_url })
      await stack.jobsDone()
    }
    const stateAfter = async (minutes: number) => {
      await sql`update assistant.documents set finished_at = finished_at - interval '1 minute' * ${minutes}
        where id = ${post.doc_url}`.execute(stack.db)
      await beginJob(stack.db, 'read-all-documents')
      await stack.jobsDone()
      return (await documentOf(ana, post.id)).state
    }
    for (const hours of [1, 2, 4, 8, 16]) {
      await giveUp()
      expect(await stateAfter(hours * 60 - 2)).toBe('failed')
      expect(await stateAfter(3)).toBe('done')
    }
    await giveUp()
    expect(await stateAfter(1_000_000)).toBe('failed')
  })

  test('that isn’t in the store isn’t read again by itself', async () => {
    const post = await addPost(ana, section)
    await stack.jobsDone()
    const { rows } = await sql<{ object_key: string }>`
      select object_key from assistant.files where id = ${post.doc_url}`.execute(stack.db)
    await rm(join(stack.storageDir, rows[0]!.object_key))
    await breakOff(post.doc_url, 1)
    await beginJob(stack.db, 'read-document', { documentId: post.doc_url })
    await stack.jobsDone()
    expect((await documentOf(ana, post.id)).state).toBe('failed')
    await sql`update assistant.documents set finished_at = created_at - interval '9 days' where id = ${post.doc_url}`.execute(
      stack.db,
    )
    await beginJob(stack.db, 'read-all-documents')
    await stack.jobsDone()
    const kept = await sql<{ given_up: number; state: string }>`
      select given_up, state from assistant.documents where id = ${post.doc_url}`.execute(stack.db)
    expect(kept.rows).toEqual([{ given_up: 0, state: 'failed' }])
  })

  test('is read although another server has just finished the one whose turn it was', async () => {
    const [before, post] = [await addPost(ana, section), await addPost(ana, section)]
    await stack.jobsDone()
    for (const { doc_url } of [before, post]) await breakOff(doc_url, 0)
    await sql`update assistant.documents set reading_turn = 0 where id = ${before.doc_url}`.execute(stack.db)
    const other = await pauseAt(
      stack.databaseUrl,
      `update assistant.documents set state = 'done', pages_done = pages, finished_at = created_at where id = $1`,
      [before.doc_url],
    )
    await beginJob(stack.db, 'read-document', { documentId: post.doc_url })
    await other.reached()
    await other.release()
    await stack.jobsDone()
    expect((await documentOf(ana, post.id)).state).toBe('done')
  })

  test('has only so many passages, whose number says how far it was read', async () => {
    const line = 'This page has more small letters than anybody reads on one, and a full stop.'
    const file = await makePdf({ pages: 3, height: 20_000, text: Array(600).fill(line).join('\n') })
    const post = await addPost(ana, section, { file })
    await stack.jobsDone()
    const passages = await passagesOf(post.doc_url)
    const ofPage = (page: number) => passages.filter(passage => passage.page === page).length
    expect([1, 2, 3].map(ofPage)).toEqual([40, 40, 40])
    expect(await documentOf(ben, post.id)).toMatchObject({ state: 'done', read_to: null })

    // As if its first page had been so many: there is room for one more.
    const { id, doc_url } = post
    await sql`delete from assistant.passages where document_id = ${doc_url}`.execute(stack.db)
    await sql`
      insert into assistant.passages (document_id, course_id, page, place, text, words)
      select id, course_id, 1, place, 'Small letters.', ''
      from assistant.documents, generate_series(1, ${mostPassages - 60}) place where id = ${doc_url}`.execute(
      stack.db,
    )
    await sql`update assistant.documents set state = 'reading', pages_done = 1, finished_at = null
      where id = ${doc_url}`.execute(stack.db)
    await beginJob(stack.db, 'index-document', { documentId: doc_url })
    await stack.jobsDone()
    expect(await passagesOf(doc_url)).toHaveLength(mostPassages - 20)
    expect(await documentOf(ben, id)).toMatchObject({ state: 'done', pages_done: 3, read_to: 2 })
    const session_id = await beginDialogue(ben, id)
    const { body } = await ben.call(dialogues.ask, { body: { session_id, content: 'What is a zebra?' } })
    expect(body.content).toContain('I only read the first 2 of its 3 pages.')
  })

  test('doesn’t hold up those of others, however long it is and however many its author has', async () => {
    const own = await addSection(stack.db, { course: 'CS 996', crn: '99601' })
    const file = await makePdf({ pages: 400, text: page => `On ${page}.` })
    const long = [await addPost(ana, own, { file }), await addPost(ana, own, { file })]
    const short = await addPost(ben, own, { file: await makePdf() })
    await stack.jobsDone()
    // As if all had just been posted, within a moment.
    await sql`delete from assistant.documents where course_id = ${own.courseId}`.execute(stack.db)
    for (const { doc_url } of [...long, short]) {
      await beginJob(stack.db, 'index-document', { documentId: doc_url })
    }
    await stack.jobsDone()
    const { rows } = await sql<{ document_id: string }>`
      select document_id from assistant.passages where course_id = ${own.courseId} order by serial`.execute(
      stack.db,
    )
    expect(rows).toHaveLength(2 * 400 + 1)
    expect(rows.findIndex(({ document_id }) => document_id === short.doc_url)).toBeLessThan(400)
  })

  test('is read but for a page that ends the process', async () => {
    const { id, doc_url } = await addPost(ana, section, { file: await makePdf({ pages: 5 }) })
    await stack.jobsDone()
    await harden(doc_url, [3])
    await beginJob(stack.db, 'read-document', { documentId: doc_url })
    await stack.jobsDone()
    expect(await documentOf(ana, id)).toMatchObject({ state: 'done', picture_pages: [3], unread_pages: 0 })
    expect((await passagesOf(doc_url)).map(({ page }) => page)).toEqual([1, 2, 4, 5])
  })

  test('has a turn for each page that ends the process, and is given up after five in a row', async () => {
    const own = await addSection(stack.db, { course: 'CS 993', crn: '99301' })
    const hard = await addPost(ana, own, { file: await makePdf({ pages: 10 }) })
    const easy = await addPost(ben, own, { file: await makePdf({ pages: 200, text: page => `On ${page}.` }) })
    await stack.jobsDone()
    await harden(hard.doc_url, [3, 5, 6, 7, 8, 9])
    await breakOff(easy.doc_url, 0)
    await beginJob(stack.db, 'read-document', { documentId: hard.doc_url })
    await stack.jobsDone()
    expect(await documentOf(ana, hard.id)).toMatchObject({ state: 'failed', pages_done: 9 })
    const { rows } = await sql<{ document_id: string; page: number }>`
      select document_id, page from assistant.passages where course_id = ${own.courseId} order by serial`.execute(
      stack.db,
    )
    const place = (id: string, page: number) =>
      rows.findIndex(row => row.document_id === id && row.page === page)
    expect(rows).toHaveLength(3 + 200)
    expect(place(hard.doc_url, 4)).toBeGreaterThan(place(easy.doc_url, 50))
  })

  test('is one job, no matter how many people request it at once', async () => {
    const own = await addSection(stack.db, { course: 'CS 999', crn: '99901' })
    const post = await addPost(ana, own)
    await stack.jobsDone()
    const before = await jobsFor(post.doc_url)
    await sql`delete from assistant.documents where id = ${post.doc_url}`.execute(stack.db)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ana.call(documents.process, { params: { id: own.courseId } })),
    )
    expect(answers.every(({ status, body }) => status === 200 && body.documents === 1)).toBe(true)
    await stack.jobsDone()
    expect(await jobsFor(post.doc_url)).toBe(before + 1)
    const { body } = await ana.call(documents.process, { params: { id: own.courseId } })
    expect(body).toEqual({
      status: 'success',
      documents: 1,
      waiting: 0,
      reading: 0,
      done: 1,
      failed: 0,
      pages: 2,
      pages_done: 2,
    })
    expect(await jobsFor(post.doc_url)).toBe(before + 1)
  })

  test('isn’t found in a course that it is just leaving', async () => {
    const own = await addSection(stack.db, { course: 'CS 995', crn: '99501' })
    const next = await addSection(stack.db, { course: 'CS 994', crn: '99401' })
    const post = await addPost(ana, own)
    await addPost(ana, own)
    await stack.jobsDone()
    await sql`delete from assistant.documents where id = ${post.doc_url}`.execute(stack.db)
    const moving = await stack.db.startTransaction().execute()
    await sql`
      update posts set course_id = ${next.courseId}, section_id = ${next.sectionId} where id = ${post.id}`.execute(
      moving,
    )
    await ana.call(documents.process, { params: { id: own.courseId } })
    await moving.commit().execute()
    const { rows } = await sql`
      select from assistant.documents where id = ${post.doc_url} and course_id = ${own.courseId}`.execute(
      stack.db,
    )
    expect(rows).toEqual([])
    await ana.call(documents.process, { params: { id: next.courseId } })
    await stack.jobsDone()
    expect((await documentOf(ana, post.id)).state).toBe('done')
  })

  test('that nobody requested is read when someone requests its course', async () => {
    const own = await addSection(stack.db, { course: 'CS 998', crn: '99801' })
    const post = await addPost(ana, own)
    await stack.jobsDone()
    await sql`delete from assistant.documents where id = ${post.doc_url}`.execute(stack.db)
    expect((await documentOf(ana, post.id)).state).toBe('none')
    const { body } = await ana.call(documents.process, { params: { id: own.courseId } })
    expect(body.waiting + body.reading + body.done).toBe(1)
    await stack.jobsDone()
    expect((await documentOf(ana, post.id)).state).toBe('done')
  })

  test('is gone for everyone with its post, and its passages and words soon after', async () => {
    const file = await makePdf({ text: 'Numbats eat termites.' })
    const post = await addPost(ana, section, { name: 'Short lived', file })
    await addPost(ana, section, { file: await makePdf({ text: 'Wombats eat no termites.' }) })
    await stack.jobsDone()
    const [passage] = await passagesOf(post.doc_url)
    await ana.call(posts.remove, { query: { id: post.id } })
    expect((await ana.call(documents.passage, { params: { id: passage!.id } })).status).toBe(404)
    expect((await ana.call(documents.ofPost, { params: { id: post.id } })).status).toBe(404)
    await beginJob(stack.db, 'remove-gone-documents')
    await stack.jobsDone()
    expect(await passagesOf(post.doc_url)).toEqual([])
    const kept = await sql`select id from assistant.documents where id = ${post.doc_url}`.execute(stack.db)
    expect(kept.rows).toEqual([])
    await beginJob(stack.db, 'sweep-document-words')
    await stack.jobsDone()
    const words = await sql<{ word: string }>`
      select word from assistant.words where word in ('numbats', 'termites', 'wombats') order by word`.execute(
      stack.db,
    )
    expect(words.rows.map(({ word }) => word)).toEqual(['termites', 'wombats'])
  })

  test('that is hidden is visible only to its author', async () => {
    const operator = await stack.signIn('opal.operator')
    const post = await addPost(ana, section, { name: 'To be hidden' })
    await stack.jobsDone()
    const [passage] = await passagesOf(post.doc_url)
    await operator.call(admin.hidePost, { body: { id: post.id, reason: 'Copied from a book.' } })
    expect((await ben.call(documents.passage, { params: { id: passage!.id } })).status).toBe(404)
    expect((await ana.call(documents.passage, { params: { id: passage!.id } })).status).toBe(200)
  })
})

describe('The documents of a course', () => {
  test('are listed newest first, a page at a time, without those of a blocked person', async () => {
    const own = await addSection(stack.db, { course: 'CS 997', crn: '99701' })
    const cid = await stack.signIn('cid.blocker')
    const made = []
    for (let count = 0; count < 3; count++) made.push((await addPost(ana, own)).id)
    const { body } = await ben.call(documents.ofCourse, { params: { id: own.courseId }, query: {} })
    expect(body.documents.map(({ post_id }) => post_id)).toEqual(made.toReversed())
    expect(body.next_cursor).toBeNull()
    const older = await ben.call(documents.ofCourse, {
      params: { id: own.courseId },
      query: { cursor: made[2]! },
    })
    expect(older.body.documents.map(({ post_id }) => post_id)).toEqual([made[1], made[0]])
    await cid.call(blocks.block, { body: { username: 'ana.author' } })
    const hidden = await cid.call(documents.ofCourse, { params: { id: own.courseId }, query: {} })
    expect(hidden.body.documents).toEqual([])
    const bad = await ben.call(documents.ofCourse, { params: { id: own.courseId }, query: { cursor: 'x' } })
    expect(bad.status).toBe(422)
  })
})
