import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#shared/api/posts.ts'
import { type LocalModel, startModel } from '../../../local/model/model.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { beginJob } from '../../../test/harness/jobs.ts'
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

async function post(pages: number) {
  const file = await makePdf({ pages, text: page => `Only page ${page} tells of topic ${page * 7}.` })
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

describe('The vectors of a document', () => {
  test('are made once, however often they are asked for, and where an attempt broke off it goes on', async () => {
    const { doc_url: documentId } = await post(70)
    const all = await vectorsOf(documentId)
    expect(all).toHaveLength(70)
    for (const { length } of all) expect(length).toBeCloseTo(1)
    const before = model.embedded.length
    expect(before).toBe(70)
    for (let count = 0; count < 3; count++) await again('embed-document', { documentId })
    await again('embed-documents')
    expect(model.embedded).toHaveLength(before)
    await sql`delete from assistant.embeddings where passage_id = ${all[69]!.passage_id}`.execute(stack.db)
    await again('embed-document', { documentId })
    expect(model.embedded).toHaveLength(before + 1)
    expect(await vectorsOf(documentId)).toEqual(all)
  })

  test('are made of what was read before the model was set, or while another one was', async () => {
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

  test('go with its post', async () => {
    const { id, doc_url } = await post(1)
    expect(await vectorsOf(doc_url)).toHaveLength(1)
    await ana.call(posts.remove, { query: { id } })
    await again('remove-gone-documents')
    expect(await vectorsOf(doc_url)).toEqual([])
  })
})
