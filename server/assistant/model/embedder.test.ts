import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { type LocalModel, startModel } from '../../../local/model/model.ts'
import { leastSettings } from '../../../test/harness/settings.ts'
import { createEmbedder } from './embedder.ts'

let model: LocalModel

beforeAll(async () => {
  model = await startModel()
})

afterAll(() => model?.close())

test.each([
  ['broken', 'the provider answered 502'],
  ['short', 'the provider left out a vector'],
  ['refused', 'the provider answered 400: too_much'],
])(
  'a failure to make vectors names what is wrong, and reveals nothing of the texts: %s',
  async (fault, message) => {
    const config = loadConfig({ ...leastSettings, ...model.vectorEnv })
    const embedder = (await createEmbedder(config))!
    const signal = AbortSignal.timeout(60_000)
    const failure = await embedder
      .embed([`what only its readers may know vectors:${fault}`], signal)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ModelFailure', message })
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('only its readers')
  },
)
