import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { admin } from '#shared/api/admin.ts'
import { wallets } from '#shared/api/wallets.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { moneyDone } from '../../../test/factories/bookings.ts'
import { balanceOf } from '../../../test/factories/money.ts'
import { earn } from '../../../test/factories/wallets.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkMoney } from '../ledger/jobs.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

/** Runs the statement of docs/operations.md; returns how many entries it made. */
async function payElsewhere(name: string, cents: number, reference: string): Promise<bigint | undefined> {
  const operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const statement = /^with wallet as .*?;$/ms.exec(operations)![0]
  const filled = statement.replaceAll('NAME', name).replaceAll('CENTS', `${cents}`)
  return (await sql.raw(filled.replaceAll('REFERENCE', reference)).execute(stack.db)).numAffectedRows
}

async function findings() {
  const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  return checkMoney(stack.databaseUrl, stripe)
}

describe('after what docs/operations.md tells operators to do, a wallet that can’t be paid out', () => {
  test('has no more than is left, and the books agree', async () => {
    const tutor = await stack.signIn('tara.tutor')
    await tutor.call(wallets.createByGet)
    await earn(stack, 'tara.tutor', 5000)
    expect(await payElsewhere('tara.tutor', 5001, 'check 1')).toBe(0n)
    expect(await payElsewhere('nobody', 100, 'check 1')).toBe(0n)
    expect(await payElsewhere('tara.tutor', 3000, 'check 1')).toBe(2n)
    await expect(payElsewhere('tara.tutor', 1000, 'check 1')).rejects.toThrow('duplicate key')
    expect(await balanceOf(stack, 'tara.tutor', 'available')).toBe(2000)
    const { transactions } = (await tutor.call(wallets.transactions, { query: {} })).body
    expect(transactions[0]).toMatchObject({
      ...{ amount: '30.00', type: 'debit', message: 'Settled outside Ignite', to: 'Tara Tutor' },
    })
    expect(await findings()).toEqual([])
  })

  test('isn’t below zero anymore once its owner has paid', async () => {
    const operator = await stack.signIn('opal.operator')
    await stack.signIn('tess.tutor')
    const bookingId = await earn(stack, 'tess.tutor', 2000)
    expect(await payElsewhere('tess.tutor', 2000, 'check 2')).toBe(2n)
    const gift = { bookingId, amount: '15.00', reason: 'Agreed.' }
    expect((await operator.call(admin.refundBooking, { body: gift })).status).toBe(200)
    await moneyDone(stack)
    expect(await balanceOf(stack, 'tess.tutor', 'available')).toBe(-1500)
    expect(await payElsewhere('tess.tutor', -1500, 'check 3')).toBe(2n)
    expect(await balanceOf(stack, 'tess.tutor', 'available')).toBe(0)
    expect(await findings()).toEqual([])
  })
})
