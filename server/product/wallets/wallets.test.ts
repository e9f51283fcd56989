import { once } from 'node:events'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallets, walletTermsVersion } from '#shared/api/wallets.ts'
import { banks } from '../../../local/payments/bank-accounts.ts'
import { moneyDone } from '../../../test/factories/bookings.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

const walletsOf = async (name: string) => {
  const { rows } = await sql<{ terms_version: string | null }>`
    select terms_version from wallets join users on users.id = user_id where username = ${name}`.execute(
    stack.db,
  )
  return rows
}

describe('a wallet', () => {
  test('is started by agreeing to its terms, whose version and time are stored; once agreed it stays so', async () => {
    const tara = await stack.signIn('tara.terms')
    expect((await tara.call(wallets.get)).body.wallet).toBeNull()
    const refused = await tara.call(wallets.create, { body: { terms: false as true } })
    expect([refused.status, refused.problem.detail]).toEqual([
      422,
      'Please agree to the terms and conditions',
    ])
    expect(await walletsOf('tara.terms')).toEqual([])
    const started = stack.clock.now()
    const made = await tara.call(wallets.create, { body: { terms: true } })
    expect(made.body.wallet).toMatchObject({ agreed: true, terms_version: walletTermsVersion })
    stack.clock.advance({ hours: 1 })
    await tara.call(wallets.create, { body: { terms: true } })
    const { agreed_at } = await stack.db
      .selectFrom('wallets')
      .innerJoin('users', 'users.id', 'user_id')
      .select('agreed_at')
      .where('username', '=', 'tara.terms')
      .executeTakeFirstOrThrow()
    expect(agreed_at).toEqual(started)
    expect((await tara.call(wallets.get)).body.wallet).toMatchObject({ agreed: true })
    const other = await tara.call(wallets.create, {
      body: { terms: true, terms_version: '1999-01' as typeof walletTermsVersion },
    })
    expect(other.status).toBe(422)
  })

  test('requested by fifty calls at once is one', async () => {
    const wilma = await stack.signIn('wilma.many')
    const ask = (n: number): Promise<{ status: number }> =>
      n % 2 ? wilma.call(wallets.createByGet) : wilma.call(wallets.create, { body: { terms: true } })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => untilFree(() => ask(n))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await walletsOf('wilma.many')).toEqual([{ terms_version: walletTermsVersion }])
  })

  test('is created by GET only when one of our pages fetches it, and then empty and without the terms', async () => {
    const gina = await stack.signIn('gina.get')
    const cookie = [...gina.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // Not with fetch, which sets these headers itself.
    const ask = async (headers: OutgoingHttpHeaders) => {
      const options = { headers: { ...headers, cookie } }
      const [answer] = (await once(
        get(new URL(wallets.createByGet.path, stack.url), options),
        'response',
      )) as [IncomingMessage]
      answer.resume()
      return [answer.statusCode, answer.headers['cache-control']]
    }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      { origin: 'https://elsewhere.example' },
    ]) {
      expect([headers, ...(await ask(headers))]).toEqual([headers, 403, 'no-store'])
    }
    expect(await walletsOf('gina.get')).toEqual([])
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    expect(await ask(own)).toEqual([200, 'no-store'])
    expect(await ask({})).toEqual([200, 'no-store'])
    expect(await walletsOf('gina.get')).toEqual([{ terms_version: null }])
  })

  test('needs a login', async () => {
    const visitor = stack.visitor()
    for (const call of [wallets.get, wallets.createByGet, wallets.transactionsFile]) {
      expect((await visitor.call(call)).status).toBe(401)
    }
    const asked = [
      await visitor.call(wallets.create, { body: { terms: true } }),
      await visitor.call(wallets.view, { query: {} }),
      await visitor.call(wallets.transactions, { query: {} }),
      await visitor.call(wallets.withdraw, {
        body: { id: crypto.randomUUID(), amount: '1.00', confirm: true },
      }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })
})

describe('the balances of a wallet', () => {
  test('show its tutor’s earnings by state, with what comes next and the total of each month', async () => {
    const bea = await stack.signIn('bea.balance')
    const empty = await bea.call(wallets.view, { query: {} })
    expect(empty.body).toMatchObject({
      balances: { pending: '0.00', available: '0.00', frozen: '0.00', under_way: '0.00', paid_out: '0.00' },
      next: null,
    })
    await onboard(stack, bea)
    await earn(stack, 'bea.balance', 4000)
    await earn(stack, 'bea.balance', 2500, { waits: true })
    await withdraw(bea, 1500)
    await moneyDone(stack)
    const zone = 'Pacific/Auckland'
    const { status, body, headers } = await bea.call(wallets.view, { query: { timezone: zone } })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body.balances).toEqual({
      pending: '25.00',
      available: '25.00',
      frozen: '0.00',
      under_way: '15.00',
      paid_out: '0.00',
    })
    expect(body.next).toEqual({
      date: stack.clock.now().add({ hours: 47 }).toString({ smallestUnit: 'millisecond' }),
      amount: '25.00',
    })
    expect(body.months).toHaveLength(12)
    const monthOf = (hoursAgo: number) =>
      stack.clock
        .now()
        .subtract({ hours: hoursAgo })
        .toZonedDateTimeISO(zone)
        .toPlainDate()
        .toPlainYearMonth()
        .toString()
    const due: Record<string, number> = {}
    for (const [hours, cents] of [
      [72, 4000],
      [1, 2500],
    ] as const) {
      due[monthOf(hours)] = (due[monthOf(hours)] ?? 0) + cents
    }
    const earnedMonths = body.months.filter(({ earned }) => earned !== '0.00')
    expect(
      Object.fromEntries(earnedMonths.map(({ month, earned }) => [month, Number(earned) * 100])),
    ).toEqual(due)
    expect(body.months.at(-1)!.month).toBe(monthOf(0))
    stack.clock.advance({ hours: 49 })
    await moneyDone(stack)
    expect((await bea.call(wallets.view, { query: {} })).body.balances).toMatchObject({
      paid_out: '15.00',
      under_way: '0.00',
    })
    expect((await bea.call(wallets.view, { query: { timezone: 'Mars/Olympus' } })).status).toBe(422)
  })
})

describe('a statement', () => {
  const messages = (transactions: { message: string }[]) => transactions.map(({ message }) => message)

  test('tells each side what moved, in the server’s words, and shows a tutor’s address only to students who paid them', async () => {
    const tess = await stack.signIn('tess.statement')
    const sid = await stack.signIn('sid.statement')
    const bookingId = await earn(stack, 'tess.statement', 3000, { topic: 'Proofs', student: 'sid.statement' })
    const forTutor = (await tess.call(wallets.transactions, { query: {} })).body.transactions
    expect(forTutor).toHaveLength(1)
    expect(forTutor[0]).toMatchObject({
      type: 'credit',
      amount: '30.00',
      of: 'wallet',
      kind: 'earned',
      message: 'Earned: Proofs',
      from: 'Sid Statement',
      to: 'Tess Statement',
      username: 'sid.statement',
      email: null,
      profile_email: null,
      booking_id: bookingId,
      withdrawal: null,
    })
    const { body, headers } = await sid.call(wallets.transactions, { query: {} })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.transactions).toMatchObject([
      {
        type: 'debit',
        amount: '30.00',
        of: 'card',
        message: 'Paid: Proofs',
        from: 'Sid Statement',
        to: 'Tess Statement',
        email: 'tess.statement@example.edu',
        profile_email: 'tess.statement@example.edu',
      },
    ])
    expect(body.transactions[0]!.transaction_id).toMatch(/^IG-[0-9A-F]{12}$/)
  })

  test('can be filtered, and paged by cursor or by offset', async () => {
    const pia = await stack.signIn('pia.pages')
    await onboard(stack, pia, banks.closed)
    for (let n = 1; n <= 5; n++) await earn(stack, 'pia.pages', 1000 + n, { topic: `Lesson ${n}` })
    await withdraw(pia, 500)
    await moneyDone(stack)
    stack.clock.advance({ hours: 49 })
    await moneyDone(stack)
    const read = async (query: object) => (await pia.call(wallets.transactions, { query })).body
    const all = await read({})
    expect(messages(all.transactions)).toEqual([
      'Withdrawal returned: The bank account is closed.',
      'Withdrawal to your bank account',
      ...[5, 4, 3, 2, 1].map(n => `Earned: Lesson ${n}`),
    ])
    expect(all.transactions[1]).toMatchObject({
      from: 'Ignite',
      to: 'Pia Pages',
      withdrawal: { state: 'failed', failure: 'The bank account is closed.' },
    })
    const paged = []
    for (let cursor: string | undefined; ; ) {
      const page = await read({ limit: 2, cursor })
      paged.push(...page.transactions)
      if (!page.next_cursor) break
      cursor = page.next_cursor
    }
    expect(paged).toEqual(all.transactions)
    const counted = []
    for (const offset of [0, 3, 6]) counted.push(...(await read({ limit: 3, offset })).transactions)
    expect(counted).toEqual(all.transactions)
    expect(messages((await read({ filter: 'withdrawals' })).transactions)).toHaveLength(2)
    expect(messages((await read({ filter: 'earnings' })).transactions)).toHaveLength(5)
    expect((await read({ filter: 'payments' })).transactions).toEqual([])
    for (const query of [{ limit: 51 }, { offset: -1 }, { filter: 'none' }, { cursor: 'elsewhere' }]) {
      const { status } = await pia.call(wallets.transactions, { query: query as object })
      expect([query, status]).toEqual([query, 422])
    }
  })

  test('is a table without formulas, in the caller’s zone', async () => {
    const fay = await stack.signIn('fay.file')
    await earn(stack, 'fay.file', 2000, {
      topic: '=HYPERLINK("https://elsewhere.example")',
      student: 'fred.formula',
    })
    await earn(stack, 'fay.file', 1234, { topic: 'Sets, maps\nand "graphs"', student: 'fred.formula' })
    await sql`update users set name = '+1 Fred' where username = 'fred.formula'`.execute(stack.db)
    const answer = await fay.fetch(`${wallets.transactionsFile.path}?timezone=Asia/Tokyo`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const day = stack.clock.now().toZonedDateTimeISO('Asia/Tokyo').toPlainDate()
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="ignite-transactions-${day}.csv"`,
    )
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
    const ended = stack.clock.now().subtract({ hours: 72 }).toZonedDateTimeISO('Asia/Tokyo')
    const when = `${ended.toPlainDate()},${ended.toPlainTime().toString({ smallestUnit: 'minute' })}`
    const [head, second, ...first] = text.split('\r\n')
    expect(head).toBe(
      '\uFEFFDate,Time (Asia/Tokyo),Transaction,Type,Amount (USD),Account,Message,From,To,Withdrawal',
    )
    expect(second).toMatch(new RegExp(`^${when},IG-\\w{12},credit,12\\.34,wallet,"Earned: Sets, maps\n`))
    expect(second).toContain('""graphs"""')
    expect(first[0]).toContain(`"Earned: =HYPERLINK(""https://elsewhere.example"")",'+1 Fred,Fay File,`)
    const paid = await (await stack.signIn('fred.formula')).fetch(wallets.transactionsFile.path)
    expect(await paid.text()).toContain(',debit,-12.34,card,')
    expect((await fay.fetch(`${wallets.transactionsFile.path}?timezone=nowhere`)).status).toBe(422)
  })
})
