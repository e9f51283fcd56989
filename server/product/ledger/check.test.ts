import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from './check.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

describe('the check of the ledger', () => {
  test('finds nothing where nothing was paid', async () => {
    expect(await checkLedger(stack.db)).toEqual([])
  })
})
