import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#shared/api/posts.ts'
import { beginJob } from '../../../local/jobs.ts'
import { type LocalModel, startModel } from '../../../local/model/model.ts'
import { usualHabits } from '../../../local/model/vectors.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf, makeScan } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let model: LocalModel
let stack: Stack
let ana: Person
let section: Section

beforeAll(async () => {
  model = await startModel()
  stack = await startStack(model.vectorEnv)
  ana = await stack.signIn('ana.author')
  section = await addSection(stack.db)
})

afterAll(async () => {
  await stack?.close()
  await model?.close()
})

async function again(job: string, data: object = {}): Promise<void> {
  await beginJob(stack.db, job, data)
  await stack.jobsDone()
}

async function post(pages: number, subject = 'topic') {
  const file = await makePdf({ pages, text: page => `Only page ${page} tells of ${subject} ${page * 7}.` })
  const made = await addPost(ana, section, { file })
  await stack.jobsDone()
  return made
}

async function vectorsOf(documentId: string) {
  const { rows } = await sql<{ passage_id: string; model: string; length: number }>`
    select passage_id, model, sqrt(assistant.dot(vector, vector)) as length from assistant.embeddings
    where document_id = ${documentId} order by passage_id`.execute(stack.db)
  return rows
}

async function embeddedBy(documentId: string): Promise<string | null> {
  const { rows } = await sql<{ embedded_by: string | null }>`
    select embedded_by from assistant.documents where id = ${documentId}`.execute(stack.db)
  return rows[0]!.embedded_by
}

describe('The vectors of a document', () => {
  test('are made once, no matter how often requested, and continue where an attempt broke off', async () => {
    const { doc_url: documentId } = await post(70, 'chapter')
    const all = await vectorsOf(documentId)
    expect(all).toHaveLength(70)
    for (const { length } of all) expect(length).toBeCloseTo(1)
    const asked = () => model.embedded.filter(text => text.includes('chapter')).length
    expect(asked()).toBe(70)
    for (let count = 0; count < 3; count++) await again('embed-document', { documentId })
    await again('embed-documents')
    expect(asked()).toBe(70)
    await sql`delete from assistant.embeddings where passage_id = ${all[69]!.passage_id}`.execute(stack.db)
    await again('embed-document', { documentId })
    expect(asked()).toBe(71)
    expect(await vectorsOf(documentId)).toEqual(all)
  })

  test('are made for text that was recognized after the other pages were read', async () => {
    const scan = await addPost(ana, section, { file: await makeScan({ text: 'Mitosis divides a nucleus.' }) })
    await stack.jobsDone()
    await again('embed-documents')
    expect(await vectorsOf(scan.doc_url)).toHaveLength(1)
    expect(await embeddedBy(scan.doc_url)).toBe(await embeddedBy((await post(1)).doc_url))
  })

  test('are made for documents read before the model was set, or with another model', async () => {
    const [before, other] = [await post(1), await post(1)]
    await sql`delete from assistant.embeddings where document_id = ${before.doc_url}`.execute(stack.db)
    await sql`update assistant.embeddings set model = 'other' where document_id = ${other.doc_url}`.execute(
      stack.db,
    )
    await sql`update assistant.documents set embedded_by = null where id = ${before.doc_url}`.execute(
      stack.db,
    )
    await sql`update assistant.documents set embedded_by = 'other' where id = ${other.doc_url}`.execute(
      stack.db,
    )
    await again('embed-documents')
    for (const { doc_url } of [before, other]) {
      expect(await vectorsOf(doc_url)).toMatchObject([{ model: 'listed' }])
    }
  })

  test('are requested in batches that the provider accepts, and again when it asks us to wait', async () => {
    Object.assign(model.vectorHabits, { mostTexts: 10, busyTimes: 2 })
    const { doc_url } = await post(25)
    Object.assign(model.vectorHabits, usualHabits)
    expect(await vectorsOf(doc_url)).toHaveLength(25)
    expect(await embeddedBy(doc_url)).toBe('listed')
  })

  test('are made for the rest of the document if the provider refuses a passage', async () => {
    const file = await makePdf({
      pages: 6,
      text: page => `Page ${page} ${page === 3 ? 'vectors:refused' : 'is read'}.`,
    })
    const { doc_url } = await addPost(ana, section, { file })
    await stack.jobsDone()
    expect(await vectorsOf(doc_url)).toHaveLength(5)
    expect(await embeddedBy(doc_url)).toBe('listed')
  })

  test('are made again if the model behind the name changes', async () => {
    const { doc_url } = await post(2)
    const lengths = async () => {
      const { rows } = await sql<{ length: number }>`
        select length(signs) from assistant.embeddings where document_id = ${doc_url}`.execute(stack.db)
      return rows.map(({ length }) => length)
    }
    expect(await lengths()).toEqual([256, 256])
    model.vectorHabits.dimensions = 128
    await stack.restart()
    await again('embed-documents')
    expect(await lengths()).toEqual([128, 128])
    Object.assign(model.vectorHabits, usualHabits)
  })

  test('are deleted with the post', async () => {
    const { id, doc_url } = await post(1)
    expect(await vectorsOf(doc_url)).toHaveLength(1)
    await ana.call(posts.remove, { query: { id } })
    await again('remove-gone-documents')
    expect(await vectorsOf(doc_url)).toEqual([])
  })
})
