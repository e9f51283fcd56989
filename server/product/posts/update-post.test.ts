import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { analytics } from '#shared/api/analytics.ts'
import { type CallInput, callUrl } from '#shared/api/contract.ts'
import { documents } from '#shared/api/documents.ts'
import { files } from '#shared/api/files.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { search } from '#shared/api/search.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf, makePng } from '../../../test/factories/documents.ts'
import { addPost, uploadThumbnail } from '../../../test/factories/posts.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section
let lab: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
  lab = await addSection(stack.db, {
    course: 'CHEM 12',
    courseTitle: 'Organic Chemistry',
    crn: '20777',
    title: 'Lab',
  })
})

afterAll(() => stack?.close())

type Change = CallInput<typeof posts.update>['body']

function update(person: Person, id: string, body: Change) {
  return person.call(posts.update, { params: { id }, body })
}

async function seenBy(person: Person, id: string): Promise<PostCard> {
  return (await person.call(posts.get, { params: { id } })).body.post
}

async function pageOf(person: Person, fileKey: string): Promise<number | null> {
  return (await person.call(reading.position, { query: { fileKey } })).body.data.page_number
}

describe('editing a post', () => {
  test('changes what the call names and nothing else, for everyone and in the search', async () => {
    const post = await addPost(ana, section, { name: 'Hepas', details: 'Week 6.' })
    const { status, body } = await update(ana, post.id, { post_name: '  Heaps and treaps ' })
    expect(status).toBe(200)
    expect(body.post).toEqual({ ...post, post_name: 'Heaps and treaps' })
    expect(await seenBy(ben, post.id)).toMatchObject({ post_name: 'Heaps and treaps', details: 'Week 6.' })
    const found = await ben.call(search.posts, { query: { text: 'treaps' } })
    expect(found.body.posts.map(({ id }) => id)).toEqual([post.id])
    const before = await ben.call(search.posts, { query: { text: 'hepas' } })
    expect(before.body).toMatchObject({ corrected: 'heaps', posts: [{ id: post.id }] })
  })

  test('with nothing to change changes nothing', async () => {
    const post = await addPost(ana, section)
    expect((await update(ana, post.id, {})).body.post).toEqual(post)
  })

  test('moves it to another course and CRN, and the assistant finds it there', async () => {
    const post = await addPost(ana, section)
    await stack.jobsDone()
    const { body } = await update(ana, post.id, {
      course_id: `${lab.courseId}-CHEM 12 Organic Chemistry`,
      crn: '20777-Lab',
    })
    expect(body.post).toMatchObject({ course_id: lab.courseId, crn: '20777', doc_url: post.doc_url })
    const { body: studied } = await ben.call(documents.ofCourse, {
      params: { id: String(lab.courseId) },
      query: {},
    })
    expect(studied.documents.map(({ post_id }) => post_id)).toContain(post.id)
    const { rows } =
      await sql`select distinct course_id from assistant.passages where document_id = ${post.doc_url}`.execute(
        stack.db,
      )
    expect(rows).toEqual([{ course_id: lab.courseId }])
  })

  test('leaves the term alone when the CRN is sent as it was, though a later term uses it again', async () => {
    const post = await addPost(ana, section)
    await addSection(stack.db, { term: 'Spring 2027', startsOn: '2027-01-11' })
    const { body } = await update(ana, post.id, {
      course_id: String(section.courseId),
      crn: section.crn,
      details: 'Again.',
    })
    expect(body.post.term).toBe(post.term)
  })

  test('moves it to the same CRN of another term', async () => {
    const named = { crn: '50505', course: 'CS 205' }
    const early = await addSection(stack.db, named)
    const late = await addSection(stack.db, { ...named, term: 'Spring 2027', startsOn: '2027-01-11' })
    const post = await addPost(ana, late)
    for (const { courseId, crn, sectionId } of [early, late, early]) {
      const change = { course_id: courseId, crn, section_id: sectionId }
      const { body } = await update(ana, post.id, change)
      expect(body.post.section_id).toBe(sectionId)
    }
    const { body } = await update(ana, post.id, { section_id: late.sectionId })
    expect(body.post.term).toBe('Spring 2027')
  })

  test('by two at once keeps what both changed', async () => {
    const post = await addPost(ana, section)
    const answers = await Promise.all([
      update(ana, post.id, { post_name: 'Trees' }),
      update(ana, post.id, { details: 'All of them.' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await seenBy(ana, post.id)).toMatchObject({ post_name: 'Trees', details: 'All of them.' })
  })

  test('doesn’t show a hidden post again', async () => {
    const operator = await stack.signIn('opal.operator')
    const post = await addPost(ana, section)
    await operator.call(admin.hidePost, { body: { id: post.id, reason: 'An exam that is still running.' } })
    expect((await update(ana, post.id, { post_name: 'Harmless' })).status).toBe(200)
    expect((await ben.call(posts.get, { params: { id: post.id } })).status).toBe(404)
  })

  test.each<[string, Change, string]>([
    ['an empty topic', { post_name: ' ' }, 'body.post_name'],
    ['a topic of 121 characters', { post_name: 'x'.repeat(121) }, 'body.post_name'],
    ['details of 2001 characters', { details: 'x'.repeat(2001) }, 'body.details'],
    ['a CRN that its course doesn’t have', { crn: '99999' }, 'body.crn'],
    ['a section that isn’t of its course and CRN', { section_id: 2_000_000_000 }, 'body.crn'],
    ['another course without a CRN of it', { course_id: '1000000' }, 'body.crn'],
    ['a course that is no number', { course_id: 'Data Structures' }, 'body.course_id'],
    ['a document without its name', { doc_url: 'some-key' }, 'body.doc_name'],
  ])('refuses %s at its field, and changes nothing', async (_, fault, path) => {
    const post = await addPost(ana, section)
    const { status, problem } = await update(ana, post.id, { details: 'Changed.', ...fault })
    expect(status).toBe(422)
    expect(problem.errors?.map(error => error.path)).toEqual([path])
    expect(await seenBy(ana, post.id)).toEqual(post)
  })

  test('of somebody else is refused as if it didn’t exist, and their upload stays theirs', async () => {
    const post = await addPost(ana, section)
    const key = await uploadDocument(ben)
    const { status, problem } = await update(ben, post.id, { doc_url: key, doc_name: 'mine.pdf' })
    expect([status, problem.code]).toEqual([404, 'not_found'])
    expect(await seenBy(ana, post.id)).toEqual(post)
    const own = await addPost(ben, section)
    expect((await update(ben, own.id, { doc_url: key, doc_name: 'mine.pdf' })).status).toBe(200)
  })
})

describe('replacing a post’s document', () => {
  test('keeps its address, date, saves and views, and says which version it is', async () => {
    const before = await addPost(ana, section)
    await ben.call(posts.save, { body: { post_id: before.id, notes: 'for the exam' } })
    await ben.call(analytics.reportView, { body: { documentId: before.id } })
    const { status, body } = await update(ana, before.id, {
      doc_url: await uploadDocument(ana, await makePdf({ pages: 4 })),
      doc_name: 'corrected.pdf',
    })
    expect(status).toBe(200)
    expect(body.post).toMatchObject({
      id: before.id,
      date: before.date,
      doc_name: 'corrected.pdf',
      pages: 4,
      version: 2,
    })
    expect(body.post.version_date).not.toBeNull()
    expect(body.post.doc_url).not.toBe(before.doc_url)
    expect(await seenBy(ben, before.id)).toMatchObject({ saved: true, notes: 'for the exam', version: 2 })
    const views = await ana.call(analytics.views, { query: { documentId: before.id } })
    expect(views.body.data).toEqual({ totalViews: 1, uniqueViews: 1 })
  })

  test('keeps the page of a reader if the new version has it; others begin anew', async () => {
    const before = await addPost(ana, section, { file: await makePdf({ pages: 10 }) })
    const cem = await stack.signIn('cem')
    await ben.call(reading.keepPosition, { body: { fileKey: before.doc_url, pageNumber: 3 } })
    await cem.call(reading.keepPosition, { body: { fileKey: before.doc_url, pageNumber: 4 } })
    const { body } = await update(ana, before.id, {
      doc_url: await uploadDocument(ana, await makePdf({ pages: 3 })),
      doc_name: 'shorter.pdf',
    })
    expect(await pageOf(ben, body.post.doc_url)).toBe(3)
    expect(await pageOf(cem, body.post.doc_url)).toBe(null)
  })

  test('deletes the old one: nobody reads it anymore, and the store has nothing left of it', async () => {
    await stack.jobsDone()
    const empty = await storedObjects(stack.storageDir)
    const before = await addPost(ana, section, { picture: await makePng() })
    const key = await uploadDocument(ana, await makePdf({ pages: 3 }))
    const { body } = await update(ana, before.id, { doc_url: key, doc_name: 'second.pdf' })
    for (const person of [ana, ben]) {
      expect((await person.call(files.download, { body: { key: before.doc_url } })).status).toBe(404)
      expect((await person.call(files.download, { body: { key: body.post.doc_url } })).status).toBe(200)
    }
    await stack.jobsDone()
    const twoPagesAndPicture = empty.length + 2
    expect(await storedObjects(stack.storageDir)).toHaveLength(twoPagesAndPicture)
    const firstPage = await ben.fetch(callUrl(files.showFirstPage, { params: { key: body.post.doc_url } }))
    expect(firstPage.status).toBe(200)
    await firstPage.body?.cancel()
    await ana.call(posts.remove, { query: { id: before.id } })
    await stack.jobsDone()
    expect(await storedObjects(stack.storageDir)).toEqual(empty)
  })

  test('lets the assistant read the new one and forget the old one', async () => {
    const before = await addPost(ana, section, {
      file: await makePdf({ pages: 2, text: 'Sandstone erodes.' }),
    })
    await stack.jobsDone()
    const { body } = await update(ana, before.id, {
      doc_url: await uploadDocument(ana, await makePdf({ pages: 3, text: 'Granite endures.' })),
      doc_name: 'second.pdf',
    })
    const { rows: lost } =
      await sql`select gone from assistant.documents where id = ${before.doc_url}`.execute(stack.db)
    expect(lost).toEqual([{ gone: true }])
    await stack.jobsDone()
    const { body: read } = await ben.call(documents.ofPost, { params: { id: before.id } })
    expect(read.document).toMatchObject({ doc_url: body.post.doc_url, state: 'done', pages_done: 3 })
    const { rows } = await sql<{ text: string }>`
      select text from assistant.passages where document_id = ${body.post.doc_url} limit 1`.execute(stack.db)
    expect(rows[0]!.text).toContain('Granite endures.')
  })

  test('by a picture draws the picture’s thumbnail; a chosen thumbnail wins', async () => {
    const before = await addPost(ana, section)
    expect(before.thumb_url).toBeNull()
    const { body: drawn } = await update(ana, before.id, {
      doc_url: await uploadDocument(ana, await makePng(), 'image/png'),
      doc_name: 'board.png',
    })
    expect(drawn.post).toMatchObject({ kind: 'image', pages: 1 })
    expect(drawn.post.thumb_url).not.toBeNull()
    const { body: chosen } = await update(ana, before.id, {
      thumb_url: await uploadThumbnail(ana, await makePng()),
    })
    expect(chosen.post).toEqual({ ...drawn.post, thumb_url: chosen.post.thumb_url })
    expect(chosen.post.thumb_url).not.toBe(drawn.post.thumb_url)
    const shown = async (url: string) => (await ben.fetch(url)).status
    expect(await shown(chosen.post.thumb_url!)).toBe(200)
    expect(await shown(drawn.post.thumb_url!)).toBe(404)
  })

  test('clicked twice makes one new version', async () => {
    const before = await addPost(ana, section)
    const body = { doc_url: await uploadDocument(ana), doc_name: 'second.pdf' }
    const answers = await Promise.all([update(ana, before.id, body), update(ana, before.id, body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await seenBy(ana, before.id)).toMatchObject({ version: 2 })
    await stack.jobsDone()
    const { doc_url } = await seenBy(ben, before.id)
    const { body: link } = await ben.call(files.download, { body: { key: doc_url } })
    expect((await fetch(link.url)).status).toBe(200)
  })

  test('by two documents at once keeps one of them and nothing of the other', async () => {
    await stack.jobsDone()
    const empty = await storedObjects(stack.storageDir)
    const before = await addPost(ana, section)
    const keys = [await uploadDocument(ana), await uploadDocument(ana)]
    const answers = await Promise.all(
      keys.map(doc_url => update(ana, before.id, { doc_url, doc_name: 'new.pdf' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await seenBy(ana, before.id)).toMatchObject({ version: 3 })
    await stack.jobsDone()
    const documentAndFirstPage = empty.length + 2
    expect(await storedObjects(stack.storageDir)).toHaveLength(documentAndFirstPage)
    await ana.call(posts.remove, { query: { id: before.id } })
  })

  test('while the post is deleted leaves neither', async () => {
    const before = await addPost(ana, section)
    const doc_url = await uploadDocument(ana)
    const [edited, deleted] = await Promise.all([
      update(ana, before.id, { doc_url, doc_name: 'new.pdf' }),
      ana.call(posts.remove, { query: { id: before.id } }),
    ])
    expect(deleted.status).toBe(200)
    expect([200, 404]).toContain(edited.status)
    expect((await ana.call(posts.get, { params: { id: before.id } })).status).toBe(404)
  })

  test.each(['of another post', 'that was replaced', 'of a deleted post'])(
    'refuses a document %s, and changes nothing',
    async which => {
      const post = await addPost(ana, section)
      const other = await addPost(ana, section)
      if (which === 'that was replaced') {
        await update(ana, other.id, { doc_url: await uploadDocument(ana), doc_name: 'new.pdf' })
      }
      if (which === 'of a deleted post') await ana.call(posts.remove, { query: { id: other.id } })
      const { status, problem } = await update(ana, post.id, {
        doc_url: other.doc_url,
        doc_name: 'taken.pdf',
      })
      expect([status, problem.code]).toEqual(
        which === 'of another post' ? [409, 'conflict'] : [404, 'not_found'],
      )
      expect(await seenBy(ana, post.id)).toEqual(post)
    },
  )

  test('refuses a file that isn’t what it says, and keeps the old one', async () => {
    const post = await addPost(ana, section)
    const { status, problem } = await update(ana, post.id, {
      doc_url: await uploadDocument(ana, Buffer.from('not a document')),
      doc_name: 'new.pdf',
      post_name: 'Changed',
    })
    expect([status, problem.code]).toEqual([422, 'broken_file'])
    expect(await seenBy(ana, post.id)).toEqual(post)
  })
})
