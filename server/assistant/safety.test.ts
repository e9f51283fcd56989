import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LocalModel, startModel } from '../../local/model/model.ts'
import { askAcross } from '../../test/assistant/borders.ts'
import { askAboutHostile } from '../../test/assistant/hostile.ts'
import { addSection } from '../../test/factories/catalog.ts'
import { hostileDocuments } from '../../test/factories/hostile-documents.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { startStack } from '../../test/harness/start-stack.ts'

let model: LocalModel
let stack: Stack

beforeEach(async () => {
  model = await startModel()
  stack = await startStack({ ...model.env, AI_TOKENS_PER_DAY: '100000000' })
})

afterEach(async () => {
  await stack?.close()
  await model?.close()
})

test('A hostile document, read by a model that obeys it, forges no source, changes nothing, and reveals nothing about anyone else', async () => {
  const documents = await hostileDocuments()
  const { sources, faults } = await askAboutHostile(stack, model, await addSection(stack.db), documents)
  expect(faults).toEqual([])
  expect(sources).toBeGreaterThan(documents.length)
}, 120_000)

test('From the moment a person may not open something, nothing they or their model get contains it', async () => {
  const section = await addSection(stack.db, { course: 'BIO 999', crn: '55501' })
  const size = { users: 5, documents: 3, queries: 30 }
  const { reached, crossed, crossedLater, unanswered } = await askAcross(stack, model, section, size)
  expect({ crossed, crossedLater, unanswered }).toEqual({ crossed: [], crossedLater: [], unanswered: 0 })
  expect(reached).toBeGreaterThan(20)
}, 120_000)
