import fc from 'fast-check'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { checkMoney } from '#server/product/ledger/jobs.ts'
import type { LedgerFinding } from '#shared/api/admin.ts'
import { localSecretKey } from '../../local/payments/payments.ts'
import type { Stack } from '../harness/stack.ts'
import { drain, type MoneyWorld, makeMoneyWorld, moneyOf, sequences, takeArrivals } from './sequence.ts'

type Options = { sequences: number; longest: number; seed?: number; path?: string }

/** After a sequence everything has finished: the product's money, and the model's. */
export type Compared = { said: Awaited<ReturnType<typeof moneyOf>>; due: unknown; findings: LedgerFinding[] }

/**
 * Security L-5: random sequences of everything that can happen to money, with the provider failing and its
 * webhooks late, lost, doubled and out of order in between. After each, `compare` gets everyone's money
 * according to the product and according to the model, and the findings of the ledger check. Fails with the
 * shortest failing sequence, and the seed that repeats it.
 */
export async function runSequences(
  stack: Stack,
  { sequences: runs, longest, ...replay }: Options,
  compare: (compared: Compared) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(sequences(longest), async commands => {
      const world = await makeMoneyWorld(stack)
      await fc.asyncModelRun(() => ({ model: world.model, real: world }), commands)
      compare(await settled(world))
    }),
    { numRuns: runs, endOnFailure: true, ...replay },
  )
}

async function settled(world: MoneyWorld): Promise<Compared> {
  const { stack, model } = world
  await drain(world)
  const now = stack.clock.now().epochMilliseconds
  model.tick(now)
  await takeArrivals(world)
  const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  return {
    said: await moneyOf(world),
    due: { wallet: model.wallet(now), spent: model.spent },
    findings: await checkMoney(stack.databaseUrl, stripe),
  }
}
