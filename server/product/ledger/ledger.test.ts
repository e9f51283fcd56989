import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { earn } from '../../../test/factories/wallets.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { available, debit, debits } from '../../../test/races/ledger.ts'
import { checkLedger } from './check.ts'
import { type Movement, post } from './post.ts'
import { withdrawn } from './postings.ts'

let stack: Stack
/**
 * With more connections than a server has, but so few that none waits for a row longer than the lock timeout.
 */
let db: Database
let tutorId: string

beforeAll(async () => {
  stack = await startStack()
  const pool = openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 20 })
  // However busy the machine is, all two hundred get their turn.
  pool.options.connectionTimeoutMillis = 0
  db = openDatabase(pool)
  await stack.signIn('tara.tutor')
  tutorId = await idOf('tara.tutor')
  await earn(stack, 'tara.tutor', 10_000)
})

afterAll(async () => {
  await db?.destroy()
  await stack?.close()
})

async function idOf(username: string): Promise<string> {
  const user = stack.db.selectFrom('users').select('id').where('username', '=', username)
  return (await user.executeTakeFirstOrThrow()).id
}

describe('the ledger', () => {
  test('pays out what an account holds and no more: of two hundred debits at once exactly a hundred', async () => {
    expect(await debits(stack, db, { calls: 200, rounds: 1 })).toEqual([{ taken: 100, left: 0 }])
    expect(await checkLedger(db)).toEqual([])
  })

  test('posts a movement once, however often and however many callers repeat it', async () => {
    const id = crypto.randomUUID()
    const at = stack.clock.now()
    await sql`insert into withdrawals (id, user_id, amount_cents, account_id, created_at)
      values (${id}, ${tutorId}, 500, 'acct_test', ${at})`.execute(db)
    const movement = withdrawn({ id, userId: tutorId, cents: 500 })
    const before = await available(db, tutorId)
    const written = await Promise.all(
      Array.from({ length: 30 }, () => db.transaction().execute(trx => post(trx, at, movement))),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(await available(db, tutorId)).toBe(before - 500)
  })

  test('refuses what doesn’t sum to zero, has only one side or none, or goes below zero', async () => {
    const wrong: [string, Movement['entries']][] = [
      ['ledger_sums_to_zero', []],
      ['ledger_sums_to_zero', [[{ kind: 'available', ownerId: tutorId }, 100]]],
      [
        'ledger_sums_to_zero',
        [
          [{ kind: 'available', ownerId: tutorId }, -100],
          [{ kind: 'payouts', ownerId: tutorId }, 99],
        ],
      ],
      [
        'ledger_not_below_zero',
        [
          [{ kind: 'frozen', ownerId: tutorId }, -1],
          [{ kind: 'available', ownerId: tutorId }, 1],
        ],
      ],
    ]
    for (const [constraint, entries] of wrong) {
      const movement: Movement = { kind: 'released', key: crypto.randomUUID(), providerRef: 'test', entries }
      const written = db.transaction().execute(trx => post(trx, stack.clock.now(), movement))
      await expect(written).rejects.toMatchObject({ constraint })
    }
    expect(await checkLedger(db)).toEqual([])
  })

  test.each(['ledger_transactions', 'ledger_entries', 'wallet_lines', 'ledger_accounts'])(
    'protects what is written: %s can be neither changed nor emptied',
    async table => {
      const name = sql.table(table)
      const column = sql.ref(
        table === 'ledger_transactions'
          ? 'kind'
          : table === 'ledger_accounts'
            ? 'balance_cents'
            : 'amount_cents',
      )
      const { rows: before } = await sql`select * from ${name} order by 1, 2`.execute(db)
      expect(before.length).toBeGreaterThan(0)
      await expect(sql`update ${name} set ${column} = ${column}`.execute(db)).rejects.toThrow()
      await expect(sql`delete from ${name}`.execute(db)).rejects.toThrow()
      await expect(sql`truncate ${name} cascade`.execute(db)).rejects.toThrow()
      expect((await sql`select * from ${name} order by 1, 2`.execute(db)).rows).toEqual(before)
    },
  )

  test('has balances that equal the sums of their entries, now and at any past moment', async () => {
    await stack.signIn('ella.earlier')
    const userId = await idOf('ella.earlier')
    const seen: { at: string; cents: number }[] = []
    for (const cents of [300, 450]) {
      // Earnings are posted as of three days before.
      await earn(stack, 'ella.earlier', cents)
      stack.clock.advance({ hours: 1 })
      await debit(stack, db, userId, 100)
      seen.push({ at: stack.clock.now().toString(), cents: await available(db, userId) })
      stack.clock.advance({ hours: 80 })
    }
    for (const { at, cents } of seen) {
      const { rows } = await sql<{ cents: number }>`
        select sum(amount_cents)::bigint as cents from ledger_entries
        join ledger_accounts on ledger_accounts.id = account_id join ledger_transactions on ledger_transactions.id = transaction_id
        where owner_id = ${userId} and ledger_accounts.kind = 'available' and at <= ${at}::timestamptz`.execute(
        db,
      )
      expect(rows[0]!.cents).toBe(cents)
    }
    expect(seen.map(({ cents }) => cents)).toEqual([200, 550])
    const { rows: drifted } = await sql`
      select from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
      where balance_cents is not null group by ledger_accounts.id having sum(amount_cents) <> balance_cents`.execute(
      db,
    )
    expect(drifted).toEqual([])
  })
})
