import { expect, test } from 'vitest'
import { startStack } from '../../../test/harness/start-stack.ts'
import { runSequences } from '../../../test/money/run.ts'

test('after any sequence of money events the ledger adds up, and everyone has what a simple model says', async () => {
  const stack = await startStack({ LOG_LEVEL: 'silent', PLATFORM_FEE_PERCENT: '7.25' })
  try {
    await runSequences(stack, { sequences: 6, longest: 40 }, ({ said, due, findings }) => {
      expect(findings).toEqual([])
      expect(said).toEqual(due)
    })
  } finally {
    await stack.close()
  }
}, 240_000)
