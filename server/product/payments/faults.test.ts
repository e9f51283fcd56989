import { expect, test } from 'vitest'
import { startStack } from '../../../test/harness/start-stack.ts'
import { payThroughFaults } from '../../../test/money/faults.ts'

/** `npm run hard -- K-4` does the same with thousands of payments. */
test('whatever the provider does, each payment is one charge and one booking, is refunded in full, or never happened', async () => {
  const stack = await startStack({ LOG_LEVEL: 'silent' })
  try {
    const outcome = await payThroughFaults(stack, { attempts: 30, laps: 1, hangsMs: 50 })
    expect(outcome).toMatchObject({ wrong: [], unmet: 0 })
    expect(outcome.charges).toBe(outcome.booked + outcome.givenBack)
  } finally {
    await stack.close()
  }
}, 180_000)
