import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { controlPayments, moneyDone } from '../../../test/factories/bookings.ts'
import { reconcileDone } from '../../../test/factories/money.ts'
import { fillIn, onboard } from '../../../test/factories/wallets.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'fatal' })
})

afterAll(() => stack?.close())

afterEach(() => controlPayments(stack, 'faults/clear'))

async function started(name: string): Promise<Person> {
  const person = await stack.signIn(name)
  await person.call(wallets.create, { body: { terms: true } })
  return person
}

async function made(name: string): Promise<{ person: Person; account: string }> {
  const person = await started(name)
  return { person, account: (await person.call(payouts.create)).body.account }
}

type There = { id: string; object: { metadata: { user_id: string }; settings: object; controller: object } }

async function accountsThere(name: string): Promise<There[]> {
  const answer = await fetch(`${stack.url}/local/payments/control/state`)
  const { account } = (await answer.json()) as { account: There[] }
  const { id } = await stack.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', name)
    .executeTakeFirstOrThrow()
  return account.filter(({ object }) => object.metadata.user_id === id)
}

async function alertsOf(name: string) {
  const { rows } = await sql<{ kind: string; facts: Record<string, unknown> }>`
    select kind, facts from alerts join users on users.id = user_id
    where username = ${name} and kind like 'payout%' order by alerts.id`.execute(stack.db)
  return rows
}

describe('a payout account', () => {
  test('is created once the person agrees to the wallet’s terms, and only its owner opens and reads it', async () => {
    const tom = await stack.signIn('tom.terms')
    const refused = await tom.call(payouts.create)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Agree to the wallet’s terms and conditions first.',
    ])
    expect(await accountsThere('tom.terms')).toEqual([])
    expect((await tom.call(payouts.get)).body).toMatchObject({
      account: null,
      publishable_key: expect.stringMatching(/^pk_test_/),
      script_url: expect.stringContaining('connect.js'),
    })
    for (const call of [payouts.link, payouts.refresh]) expect((await tom.call(call)).status).toBe(404)
    expect((await tom.call(payouts.openSession, { body: {} })).status).toBe(404)

    await tom.call(wallets.create, { body: { terms: true } })
    const { account } = (await tom.call(payouts.create)).body
    expect(await accountsThere('tom.terms')).toMatchObject([
      {
        id: account,
        object: {
          country: 'US',
          default_currency: 'usd',
          business_type: 'individual',
          settings: { payouts: { schedule: { interval: 'manual' } } },
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            requirement_collection: 'stripe',
          },
        },
      },
    ])
    const { body, headers } = await tom.call(payouts.get)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.account).toMatchObject({
      id: account,
      country: 'US',
      currency: 'usd',
      holder_type: 'individual',
      state: 'new',
      bank_last4: null,
    })
    expect(body.account!.due).toContain('Your date of birth')
    expect((await tom.call(payouts.create)).body.account).toBe(account)
    expect((await stack.visitor().call(payouts.get)).status).toBe(401)
  })

  test('that fifty requests create at once is one, here and at the provider', async () => {
    const fifi = await started('fifi.fifty')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => untilFree(() => fifi.call(payouts.create))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.account)).size).toBe(1)
    expect(await accountsThere('fifi.fifty')).toHaveLength(1)
  })

  test('whose answer was lost is found again, even when its key is forgotten', async () => {
    const lou = await started('lou.lost')
    await controlPayments(stack, 'faults', { kind: 'malformed', method: 'POST', path: '/v1/accounts' })
    const lost = await lou.call(payouts.create)
    expect([lost.status, lost.problem.code]).toEqual([503, 'upstream_unavailable'])
    await made('nia.newer')
    stack.clock.advance({ hours: 30 })
    const found = await lou.call(payouts.create)
    expect((await accountsThere('lou.lost')).map(({ id }) => id)).toEqual([found.body.account])
  })

  test.each(['error_stored', 'refuse'])(
    'is created at the next try after the provider’s %s, which it repeats for the same key, and only once',
    async kind => {
      const person = await started(`stella.${kind.replace('_', '')}`)
      await controlPayments(stack, 'faults', { kind, method: 'POST', path: '/v1/accounts' })
      const failed = await Promise.all([1, 2, 3].map(() => person.call(payouts.create)))
      expect(failed.map(({ status }) => status)).toContain(503)
      const answers = await Promise.all([1, 2, 3].map(() => person.call(payouts.create)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await person.call(payouts.get)).body.account?.id).toBe(answers[0]!.body.account)
      expect(await accountsThere(`stella.${kind.replace('_', '')}`)).toHaveLength(1)
    },
  )

  test('never opens for another person, who isn’t told whether it exists', async () => {
    const { person: vera, account } = await made('vera.victim')
    const mallory = await started('mallory.thief')
    const { person: trent } = await made('trent.tutor')
    for (const person of [mallory, trent]) {
      const theirs = await person.call(payouts.openSession, { body: { account } })
      const absent = await person.call(payouts.openSession, { body: { account: 'acct_nowhere' } })
      expect([theirs.status, theirs.problem.code]).toEqual([403, 'identity_mismatch'])
      expect([absent.status, absent.problem.detail]).toEqual([403, theirs.problem.detail])
    }
    const own = await vera.call(payouts.openSession, { body: { account } })
    expect(own.body.client_secret).toMatch(/^accs_secret/)
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect((await vera.call(payouts.openSession, { body: {} })).status).toBe(200)
    const { url } = (await vera.call(payouts.link)).body
    expect(await (await fetch(url)).text()).toContain('Getting paid')
  })

  test('that the provider refuses to open isn’t reported as unreachable', async () => {
    const person = await started('rhea.refused')
    await controlPayments(stack, 'faults', { kind: 'refuse', method: 'POST', path: '/v1/accounts' })
    const { status, problem, headers } = await person.call(payouts.create)
    expect([status, problem.code, problem.detail]).toEqual([
      503,
      'upstream_unavailable',
      'Something went wrong! Stripe refused this. Contact support so that we can fix it.',
    ])
    expect(headers.get('retry-after')).toBeNull()
  })

  test('is reported as unreachable while the provider is', async () => {
    const { person } = await made('ada.away')
    const calls = {
      '/v1/account_sessions': () => person.call(payouts.openSession, { body: {} }),
      '/v1/account_links': () => person.call(payouts.link),
      '/v1/accounts/*': () => person.call(payouts.refresh),
    }
    for (const [path, ask] of Object.entries(calls)) {
      await controlPayments(stack, 'faults', { kind: 'error', path, times: '3' })
      const { status, problem } = await ask()
      expect([path, status, problem.code]).toEqual([path, 503, 'upstream_unavailable'])
    }
    expect((await person.call(payouts.refresh)).status).toBe(200)
  })
})

describe('the provider’s state of an account', () => {
  test('comes with its events, and the owner learns what it means, also by email', async () => {
    const rita = await stack.signIn('rita.ready')
    const account = await onboard(stack, rita)
    const state = async () => (await rita.call(payouts.get)).body.account!
    expect(await state()).toMatchObject({
      state: 'ready',
      due: [],
      bank_name: 'STRIPE TEST BANK',
      bank_last4: '6789',
    })
    await controlPayments(stack, `accounts/${account}`, { state: 'restricted' })
    await moneyDone(stack)
    const due = ['A photo of your passport, driver’s license or ID card']
    expect(await state()).toMatchObject({ state: 'due', due })
    await controlPayments(stack, `accounts/${account}`, { state: 'enabled' })
    await moneyDone(stack)
    await controlPayments(stack, `accounts/${account}`, { state: 'checked' })
    await moneyDone(stack)
    expect(await state()).toMatchObject({ state: 'checking', due: [] })
    await controlPayments(stack, `accounts/${account}`, { state: 'rejected' })
    await moneyDone(stack)
    expect(await state()).toMatchObject({ state: 'rejected', due: [] })
    expect(await alertsOf('rita.ready')).toEqual([
      { kind: 'payouts_ready', facts: {} },
      { kind: 'payouts_stopped', facts: { closed: false, checking: false, due } },
      { kind: 'payouts_ready', facts: {} },
      { kind: 'payouts_stopped', facts: { closed: false, checking: true, due: [] } },
      { kind: 'payouts_stopped', facts: { closed: true, checking: false, due: [] } },
    ])
    await stack.jobsDone()
    const answer = await fetch(`${stack.url}/local/mail/messages?to=rita.ready@example.edu`)
    const { messages } = (await answer.json()) as { messages: { subject: string }[] }
    const subjects = messages.map(({ subject }) => subject)
    expect(subjects.filter(subject => /withdraw|Stripe|payouts/.test(subject)).toSorted()).toEqual([
      'Stripe is checking your account',
      'Stripe needs more information before it can pay you',
      'You can withdraw now',
      'You can withdraw now',
      'Your payouts have stopped',
    ])
  })

  test('is looked up after its form, without an alert for what the form already said', async () => {
    const { person: fritz } = await made('fritz.form')
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    await fillIn(stack, fritz, { ssn_last_4: '1111' })
    expect((await fritz.call(payouts.get)).body.account!.state).toBe('new')
    const { account } = (await fritz.call(payouts.refresh)).body
    expect(account).toMatchObject({ state: 'due', bank_last4: '6789' })
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    expect(await alertsOf('fritz.form')).toEqual([])
  })

  test('gives the same result in any order and any number of times', async () => {
    const ole = await stack.signIn('ole.order')
    await controlPayments(stack, 'webhooks', { mode: 'hold', copies: '3' })
    const account = await onboard(stack, ole)
    for (const state of ['restricted', 'enabled', 'restricted', 'enabled']) {
      await controlPayments(stack, `accounts/${account}`, { state })
    }
    await controlPayments(stack, 'webhooks/release', { order: 'shuffled' })
    await controlPayments(stack, 'webhooks', { mode: 'deliver', copies: '1' })
    await moneyDone(stack)
    expect((await ole.call(payouts.get)).body.account).toMatchObject({ state: 'ready' })
    expect(await alertsOf('ole.order')).toEqual([{ kind: 'payouts_ready', facts: {} }])
  })

  test('gets its turn within two hours, however many others have money in progress', async () => {
    const person = await stack.signIn('ida.idle')
    const account = await onboard(stack, person)
    // No news of these ever comes: the provider doesn't know them anymore.
    await sql`
      with busy as (
        insert into users (name, email, username)
        select 'Bea Busy', 'bea' || n || '@example.edu', 'bea.busy' || n from generate_series(1, 60) n returning id),
      accounts as (
        insert into payout_accounts (user_id, account_id, created_at, updated_at)
        select id, 'acct_of_' || id, now(), now() from busy)
      insert into withdrawals (id, user_id, amount_cents, state, account_id, transfer_id, payout_id, created_at)
      select id, id, 100, 'sent', 'acct_of_' || id, 'tr_' || id, 'po_' || id, now() from busy`.execute(
      stack.db,
    )
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    await controlPayments(stack, `accounts/${account}`, { state: 'restricted' })
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    for (let hour = 0; hour < 2; hour++) {
      // All of them get their turn before the next hour.
      for (let round = 0; round < 2; round++) await reconcileDone(stack)
      stack.clock.advance({ hours: 1 })
    }
    await reconcileDone(stack)
    // The ledger has none of them.
    await sql`delete from withdrawals where account_id like 'acct_of_%'`.execute(stack.db)
    expect((await person.call(payouts.get)).body.account).toMatchObject({ state: 'due' })
  })

  test('is found in the provider’s list, also if its webhook comes afterwards', async () => {
    const uma = await stack.signIn('uma.unheard')
    const account = await onboard(stack, uma)
    await controlPayments(stack, 'webhooks', { mode: 'hold' })
    await controlPayments(stack, `accounts/${account}`, { state: 'restricted' })
    await reconcileDone(stack)
    const state = async () => (await uma.call(payouts.get)).body.account!.state
    expect(await state()).toBe('due')
    await controlPayments(stack, 'webhooks/release')
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    await moneyDone(stack)
    expect(await state()).toBe('due')
    const { rows } = await sql`select from stripe_events where ignored is not null`.execute(stack.db)
    expect(rows).toEqual([])
  })

  test('may be that we can no longer see it', async () => {
    const dan = await stack.signIn('dan.disconnected')
    const account = await onboard(stack, dan)
    await controlPayments(stack, `accounts/${account}`, { state: 'deauthorized' })
    await moneyDone(stack)
    expect((await dan.call(payouts.get)).body.account).toMatchObject({
      state: 'rejected',
      bank_last4: '6789',
    })
    expect((await alertsOf('dan.disconnected')).at(-1)).toEqual({
      kind: 'payouts_stopped',
      facts: { closed: true, checking: false, due: [] },
    })
  })
})
