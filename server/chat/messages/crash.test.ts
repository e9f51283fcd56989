import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../local/ports.ts'
import { type KillableStack, killableStack } from '../../../test/harness/killable-stack.ts'
import { runTraffic } from '../../../test/traffic/chat.ts'

let stack: KillableStack
let port: number

beforeAll(async () => {
  port = await freePort()
  stack = await killableStack({ publicUrl: `http://127.0.0.1:${port}` })
})
afterAll(() => stack?.close())

// `npm run hard -- A-9` has the full figures: ten thousand messages, a hundred cuts.
test('no message is lost, doubled or out of order when connections break and one of two servers dies', async () => {
  const outcome = await runTraffic(stack, port, { pairs: 4, messages: 160, cuts: 4 })
  expect(outcome).toMatchObject({ sent: 160, stored: 160, lost: 0, doubled: 0, disordered: 0 })
  expect(outcome.reconnects).toBeGreaterThanOrEqual(16)
}, 300_000)
