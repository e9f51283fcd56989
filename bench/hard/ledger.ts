import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { checkLedger } from '#server/product/ledger/check.ts'
import { wallets } from '#shared/api/wallets.ts'
import type { Person } from '../../test/harness/person.ts'
import { type Stack, startStackOn } from '../../test/harness/stack.ts'
import { debits } from '../../test/races/ledger.ts'
import { percentile } from '../lib/measure.ts'
import { onPostgres, onStack } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

export const ledgerTargets: Record<string, Target> = {
  'L-4': {
    asks: '200 debits at once of a wallet that holds 100, 50 rounds: exactly 100 get through',
    run: run => onStack({}, stack => fiftyRounds(stack, run)),
  },
  'L-6': {
    asks: '1,000,000 entries: the check takes 10 s at most, and the p99 of a statement is at most 3 times that at 1,000',
    run: run => onPostgres(url => million(url, run)),
  },
}

async function fiftyRounds(stack: Stack, { count, report }: Run): Promise<void> {
  const db = openDatabase(openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 40 }))
  try {
    const rounds = await debits(stack, db, { calls: 200, rounds: count(50) })
    const right = rounds.filter(({ taken, left }) => taken === 100 && left === 0).length
    const figures = `${right} of ${rounds.length} rounds let exactly 100 through and left nothing`
    report({ what: '200 debits', figures, kept: right === rounds.length })
  } finally {
    await db.destroy()
  }
}

/** The number of entries of a paid, earned and released booking. */
const entriesOfBooking = 7
const callsOfPass = 200

async function million(url: string, { count, report }: Run): Promise<void> {
  const sizes = { small: 1_000, large: count(1_000_000) }
  const env = { LOG_LEVEL: 'fatal' }
  const [small, large] = [await startStackOn(url, env), await startStackOn(url, env)]
  try {
    const [few, many] = [await small.signIn('holder'), await large.signIn('holder')]
    await fill(small.db, Math.round(sizes.small / entriesOfBooking))
    await fill(large.db, Math.round(sizes.large / entriesOfBooking))
    const start = performance.now()
    const findings = await checkLedger(large.db)
    const seconds = (performance.now() - start) / 1000
    report({
      what: `the check of ${sizes.large} entries`,
      figures: `${seconds.toFixed(1)} s (≤ 10), ${findings.length} findings`,
      kept: seconds <= 10 && findings.length === 0,
    })
    const ratios: number[] = []
    for (let pass = 0; pass < 6; pass++) {
      const [less, more] = [await p99(few), await p99(many)]
      // The first warms both up.
      if (pass > 0) ratios.push(more / less)
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]!
    report({
      what: `the p99 of a statement's first page against that at ${sizes.small}`,
      figures: `${ratio.toFixed(2)} times (≤ 3), passes ${ratios.map(one => one.toFixed(2)).join(', ')}`,
      kept: ratio <= 3,
    })
  } finally {
    await small.close()
    await large.close()
  }
}

async function p99(person: Person): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < callsOfPass; n++) {
    const start = performance.now()
    const { status } = await person.call(wallets.transactions, { query: {} })
    if (status !== 200) throw new Error(`The statement answered ${status}`)
    times.push(performance.now() - start)
  }
  return percentile(times, 0.99)
}

const written = [
  'bookings',
  'payments',
  'ledger_accounts',
  'ledger_transactions',
  'ledger_entries',
  'wallet_lines',
]
const tutors = 1_000

/**
 * Half-hour bookings that were paid, earned and released, with all their rows; every tenth is the holder's.
 */
async function fill(db: Database, bookings: number): Promise<void> {
  await sql`
    insert into users (name, email, username, welcomed_at)
    select 'Filler ' || n, 'filler' || n || '@example.edu', 'filler' || n, now() from generate_series(1, ${tutors}) n`.execute(
    db,
  )
  await db.transaction().execute(async trx => {
    for (const table of written) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`
      create temp table made on commit drop as
      select uuidv7() as booking, uuidv7() as payment, uuidv7() as held, uuidv7() as paid, uuidv7() as earned,
        uuidv7() as released, now() - interval '3 days' - n * interval '1 hour' as at, student.id as student,
        case when n % 10 = 0 then holder.id else tutor.id end as tutor
      from generate_series(1, ${bookings}::int) n
        join users tutor on tutor.username = 'filler' || (1 + n % ${tutors})
        join users student on student.username = 'filler' || (1 + (n + 1) % ${tutors})
        join users holder on holder.username = 'holder'`.execute(trx)
    await sql`
      insert into bookings (id, topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents, fee_cents,
        refund_policy, held_until, student_agreed_at, created_at)
      select booking, 'Notes', tutor, student, at, at + interval '30 minutes', 'completed', 4000, 2000, 200, '{}', at, at, at
      from made`.execute(trx)
    await sql`
      insert into payments (id, booking_id, amount_cents, state, payment_intent_id, created_at, paid_at)
      select payment, booking, 2200, 'paid', 'pi_' || payment, at, at from made`.execute(trx)
    await sql`
      insert into earnings (booking_id, tutor_id, amount_cents, available_at, state)
      select booking, tutor, 2000, at, 'available' from made`.execute(trx)
    await sql`
      insert into ledger_accounts (id, kind, booking_id, balance_cents) select held, 'held', booking, 0 from made`.execute(
      trx,
    )
    await sql`
      insert into ledger_accounts (kind, owner_id, balance_cents)
      select kind, tutor, case kind when 'available' then 2000 * count(*) else 0 end
      from made cross join (values ('pending'), ('available')) kinds (kind) group by kind, tutor`.execute(trx)
    await sql`
      insert into ledger_transactions (id, kind, key, booking_id, at)
      select paid, 'paid', 'paid:' || payment, booking, at from made
      union all select earned, 'earned', 'earned:' || booking, booking, at from made
      union all select released, 'released', 'released:' || booking, booking, at from made`.execute(trx)
    await sql`
      insert into ledger_entries (transaction_id, account_id, amount_cents)
      select entry.* from made
        join ledger_accounts provider on provider.kind = 'provider'
        join ledger_accounts fees on fees.kind = 'platform_fees'
        join ledger_accounts pending on pending.kind = 'pending' and pending.owner_id = tutor
        join ledger_accounts available on available.kind = 'available' and available.owner_id = tutor
        cross join lateral (values
          (paid, provider.id, -2200), (paid, held, 2200),
          (earned, held, -2200), (earned, pending.id, 2000), (earned, fees.id, 200),
          (released, pending.id, -2000), (released, available.id, 2000)) entry`.execute(trx)
    await sql`
      insert into wallet_lines (transaction_id, person_id, of, amount_cents, counterpart_id)
      select paid, student, 'card', -2200, tutor from made
      union all select earned, tutor, 'wallet', 2000, student from made`.execute(trx)
    for (const table of written) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
  await sql`analyze`.execute(db)
}
