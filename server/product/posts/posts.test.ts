import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePng } from '../../../test/factories/documents.ts'
import { addPost, uploadThumbnail } from '../../../test/factories/posts.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
})

afterAll(() => stack?.close())

function newPost(key: string) {
  return {
    post_name: 'Heaps and priority queues',
    details: 'Week 6, with the proofs.',
    crn: section.crn,
    course_id: section.courseId,
    doc_url: key,
    doc_name: 'week-6.pdf',
  }
}

describe('posting a document', () => {
  test('shows the post to its author with every field, and to others without the author’s email', async () => {
    const { body } = await ana.call(posts.create, { body: newPost(await uploadDocument(ana)) })
    expect(body.post).toMatchObject({
      post_name: 'Heaps and priority queues',
      crn: '10432',
      course_id: section.courseId,
      course_subject: 'CS 201 Data Structures',
      school: 'Riverbend State University',
      term: 'Fall 2026',
      doc_name: 'week-6.pdf',
      kind: 'pdf',
      username: 'ana',
      email: 'ana@example.edu',
      is_owner: true,
      saved: false,
      hourly_rate: null,
    })
    const seen = await ben.call(posts.get, { params: { id: body.post.id } })
    expect(seen.body.post).toMatchObject({ email: null, user_id: null, is_owner: false, username: 'ana' })
  })

  test('accepts the course as id-subject and the CRN as crn-title', async () => {
    const { status } = await ana.call(posts.create, {
      body: {
        ...newPost(await uploadDocument(ana)),
        course_id: `${section.courseId}-CS 201 Data Structures`,
        crn: `${section.crn}-Data Structures I`,
      },
    })
    expect(status).toBe(200)
  })

  test('files it under the chosen section, though a later term uses its CRN again', async () => {
    const named = { crn: '40404', course: 'CS 204' }
    const chosen = await addSection(stack.db, named)
    const later = await addSection(stack.db, { ...named, term: 'Spring 2027', startsOn: '2027-01-11' })
    const post = async (section_id?: number) => {
      const { crn, courseId: course_id } = chosen
      const body = { ...newPost(await uploadDocument(ana)), crn, course_id, section_id }
      return (await ana.call(posts.create, { body })).body.post
    }
    expect(await post(chosen.sectionId)).toMatchObject({ section_id: chosen.sectionId, term: 'Fall 2026' })
    expect(await post()).toMatchObject({ section_id: later.sectionId, term: 'Spring 2027' })
  })

  test('refuses a section of another course or CRN, at the CRN', async () => {
    const lab = await addSection(stack.db, { crn: '10433', title: 'Lab' })
    const elsewhere = await addSection(stack.db, { school: 'Summit College', crn: section.crn })
    const body = newPost(await uploadDocument(ana))
    for (const { sectionId: section_id } of [lab, elsewhere]) {
      const { status, problem } = await ana.call(posts.create, { body: { ...body, section_id } })
      expect([status, problem.errors]).toEqual([422, [{ path: 'body.crn', message: 'No crn found' }]])
    }
  })

  test('clicked twice, makes one post', async () => {
    const body = newPost(await uploadDocument(ana))
    const [first, second] = await Promise.all([
      ana.call(posts.create, { body }),
      ana.call(posts.create, { body }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.post.id).toBe(first.body.post.id)
  })

  test('refuses the thumbnail of another post', async () => {
    const thumb_url = await uploadThumbnail(ana, await makePng())
    const post = async () => {
      const body = { ...newPost(await uploadDocument(ana)), thumb_url }
      return ana.call(posts.create, { body })
    }
    expect((await post()).status).toBe(200)
    const { status, problem } = await post()
    expect([status, problem.detail]).toEqual([
      409,
      'This file was used for another post or has been deleted. Upload it again.',
    ])
  })

  test('goes along with a section that an import moves to another course while the document is checked', async () => {
    const { crn, courseId: course_id, sectionId } = await addSection(stack.db, { crn: '20202' })
    const other = await addSection(stack.db, { crn: '30303', course: 'CS 202' })
    const body = { ...newPost(await uploadDocument(ana)), crn, course_id }
    const checked = await pauseAt(stack.databaseUrl, 'lock table files in share mode')
    const posted = ana.call(posts.create, { body })
    await checked.reached()
    await sql`update sections set course_id = ${other.courseId} where id = ${sectionId}`.execute(stack.db)
    await checked.release()
    expect((await posted).body.post.course_id).toBe(other.courseId)
  })

  test('refuses a CRN that the course doesn’t have, at its field, and keeps the upload for the next try', async () => {
    const body = newPost(await uploadDocument(ana))
    const refused = await ana.call(posts.create, { body: { ...body, crn: '99999' } })
    expect(refused.status).toBe(422)
    expect(refused.problem).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'body.crn', message: 'No crn found' }],
    })
    expect((await ana.call(posts.create, { body })).status).toBe(200)
  })

  test('refuses someone else’s upload as if it didn’t exist', async () => {
    const { status, problem } = await ben.call(posts.create, { body: newPost(await uploadDocument(ana)) })
    expect([status, problem.code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['an empty topic', { post_name: '   ' }, 'body.post_name'],
    ['a topic of 121 characters', { post_name: 'x'.repeat(121) }, 'body.post_name'],
    ['a topic with a control character', { post_name: 'Heaps\u0000' }, 'body.post_name'],
    ['a topic that is written backwards', { post_name: 'notes\u202efdp.exe' }, 'body.post_name'],
    ['empty details', { details: '' }, 'body.details'],
    ['details of 2001 characters', { details: 'x'.repeat(2001) }, 'body.details'],
    ['a course that is no number', { course_id: 'Data Structures' }, 'body.course_id'],
  ])('refuses %s at its field', async (_, fault, path) => {
    const { status, problem } = await ana.call(posts.create, { body: { ...newPost('some-key'), ...fault } })
    expect(status).toBe(422)
    expect(problem.errors?.map(error => error.path)).toContain(path)
  })

  test('counts an emoji of several code units as one character', async () => {
    const body = { ...newPost(await uploadDocument(ana)), post_name: '📚'.repeat(120) }
    expect((await ana.call(posts.create, { body })).status).toBe(200)
  })
})

describe('the feed', () => {
  test('pages from the newest to the oldest without repeating or missing a post while others are posted', async () => {
    const reader = await stack.signIn('reader')
    for (let index = 0; index < 14; index++) await addPost(ana, section, { name: `Feed ${index}` })
    const first = await reader.call(posts.list, { query: { offset: 0 } })
    await addPost(ana, section, { name: 'Posted meanwhile' })
    const second = await reader.call(posts.list, { query: { offset: first.body.posts.length } })
    const byCursor = await reader.call(posts.list, { query: { offset: 0, cursor: first.body.next_cursor! } })
    const ids = [...first.body.posts, ...second.body.posts].map(post => post.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(second.body.posts.map(post => post.id)).toEqual(byCursor.body.posts.map(post => post.id))
    expect(first.body.posts[0]!.post_name).toBe('Feed 13')
    expect(second.body.posts[0]!.post_name).toBe('Feed 1')
  })

  test('ends: past its end it is empty, and the last page has no cursor', async () => {
    const { status, body } = await ana.call(posts.list, { query: { offset: 9_000 } })
    expect([status, body.posts, body.next_cursor]).toEqual([200, [], null])
  })

  test.each([['offset=-1'], ['offset=10001'], ['offset=1.5'], ['offset=x'], ['cursor=x']])(
    'refuses %s',
    async query => {
      const response = await ana.fetch(`${posts.list.path}?${query}`)
      expect(response.status).toBe(422)
      await response.body?.cancel()
    },
  )

  test('of followed people contains only their posts, and needs a login', async () => {
    const [fan, bob] = [await stack.signIn('fan'), await stack.signIn('bob')]
    await sql`insert into follows (follower_id, followed_id)
      select f.id, b.id from users f, users b where f.username = 'fan' and b.username = 'bob'`.execute(
      stack.db,
    )
    const post = await addPost(bob, section, { name: 'By Bob' })
    const { body } = await fan.call(posts.list, { query: { type: 'following' } })
    expect(body.posts.map(({ id }) => id)).toEqual([post.id])
    const { status } = await stack.visitor().call(posts.list, { query: { type: 'following' } })
    expect(status).toBe(401)
  })

  test('of one person finds the name in any case', async () => {
    await addPost(ben, section)
    const { body } = await stack.visitor().call(posts.ofPerson, { query: { username: 'BEN' } })
    expect(body.posts.every(post => post.username === 'ben')).toBe(true)
    expect(body.posts.length).toBeGreaterThan(0)
  })
})

describe('saving a post', () => {
  test('shows on the card, keeps its notes when saved again without any, and can be undone', async () => {
    const post = await addPost(ana, section)
    await ben.call(posts.save, { body: { post_id: post.id, notes: 'for the exam' } })
    await ben.call(posts.save, { body: { post_id: post.id } })
    expect((await ben.call(posts.get, { params: { id: post.id } })).body.post.saved).toBe(true)
    const { rows } = await sql`select notes from saved_posts where post_id = ${post.id}`.execute(stack.db)
    expect(rows).toEqual([{ notes: 'for the exam' }])
    await ben.call(posts.unsave, { query: { id: post.id } })
    expect((await ben.call(posts.get, { params: { id: post.id } })).body.post.saved).toBe(false)
  })

  test('for someone else is refused', async () => {
    const post = await addPost(ana, section)
    const { status, problem } = await ben.call(posts.save, {
      body: { post_id: post.id, user_id: 'ana@example.edu' },
    })
    expect([status, problem.code]).toEqual([403, 'identity_mismatch'])
  })
})

describe('deleting a post', () => {
  test('removes it from every list at once and its objects from the store soon after', async () => {
    await stack.jobsDone()
    const before = await storedObjects(stack.storageDir)
    const post = await addPost(ana, section)
    expect((await storedObjects(stack.storageDir)).length).toBeGreaterThan(before.length)
    const { status } = await ana.call(posts.remove, { query: { id: post.id, key: post.doc_url } })
    expect(status).toBe(200)
    expect((await ben.call(posts.get, { params: { id: post.id } })).status).toBe(404)
    const { body } = await ben.call(posts.list, { query: {} })
    expect(body.posts.map(({ id }) => id)).not.toContain(post.id)
    await stack.jobsDone()
    expect(await storedObjects(stack.storageDir)).toEqual(before)
  })

  test('leaves nothing in a backup that the page about takedowns doesn’t find', async () => {
    await stack.jobsDone()
    const before = await storedObjects(stack.storageDir)
    const uploaded = await uploadDocument(ana, await makePng(), 'image/png')
    const { id, doc_url: key } = (await ana.call(posts.create, { body: newPost(uploaded) })).body.post
    // Also the small picture of its page.
    const shown = await ben.fetch(callUrl(files.showPage, { params: { key }, query: { page: 1 } }))
    expect(shown.status).toBe(200)
    const operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const statement = /^ +with own as .*?;$/ms.exec(operations)![0].replaceAll('…', id)
    const { rows } = await sql.raw<{ key: string }>(statement).execute(stack.db)
    const found = rows.map(({ key }) => key.split('/').at(-1)!)
    const stored = (await storedObjects(stack.storageDir)).filter(name => !before.includes(name))
    // The document, its thumbnail, the picture of its first page and the small one.
    expect(stored).toHaveLength(4)
    expect(found).toEqual(expect.arrayContaining(stored))
    // A backup may also have what was uploaded, of which the store keeps only an empty marker.
    expect(found.filter(name => !stored.includes(name))).toContain(uploaded)
  })

  test('with keys of another post is refused and deletes nothing', async () => {
    const [post, another] = [await addPost(ana, section), await addPost(ana, section)]
    const { status, problem } = await ana.call(posts.remove, { query: { id: post.id, key: another.doc_url } })
    expect([status, problem.code]).toEqual([422, 'invalid'])
    expect((await ana.call(posts.get, { params: { id: post.id } })).status).toBe(200)
  })

  test('of someone else is refused as if it didn’t exist', async () => {
    const post = await addPost(ana, section)
    expect((await ben.call(posts.remove, { query: { id: post.id } })).status).toBe(404)
    expect((await ana.call(posts.get, { params: { id: post.id } })).status).toBe(200)
  })
})
