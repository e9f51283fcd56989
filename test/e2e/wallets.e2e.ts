import type { Page } from '@playwright/test'
import { wallets } from '#shared/api/wallets.ts'
import { accept, controlPayments, moneyDone, request, type Slot, weekOfTiles } from '../factories/bookings.ts'
import { meetIn } from '../factories/meetings.ts'
import { clockDone, closeDispute, dispute } from '../factories/money.ts'
import { makeTutor } from '../factories/tutors.ts'
import { earn } from '../factories/wallets.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { startOwn, withOwnStack } from './own-stack.ts'

/** These tests move the server's clock forward by days. */
const test = withOwnStack(startOwn)

const account = (page: Page) => page.getByRole('region', { name: 'Bank account' })
const available = (page: Page) => page.getByRole('region', { name: 'Available' })
const balance = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
/** The steps of a booking's money. */
const whereabouts = (page: Page) =>
  page.getByRole('region', { name: /^Where (the|your) money is$/ }).getByRole('listitem')
const lines = (page: Page) => page.getByRole('main').getByRole('listitem')

/** A tutor available every hour at $40, a student, and the times to book. */
async function makeWorld(stack: Stack, tutor: Person, name: string) {
  const student = await stack.signIn(`stan.${name}`)
  const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'] })
  return { student, postId, tiles: await weekOfTiles(student, postId) }
}

/** Books a meeting, pays, accepts, and lets it take place: $20.00 for its half hour. */
async function teach(stack: Stack, tutor: Person, student: Person, postId: string, tile: Slot) {
  const id = await request(stack, student, postId, tile)
  await accept(tutor, id)
  await goTo(stack, tile.start, 1)
  await meetIn(stack, id, [tutor, student])
  await goTo(stack, tile.end, 20)
  return id
}

async function goTo(stack: Stack, moment: string, minutes: number): Promise<void> {
  stack.clock.advance({
    milliseconds: Date.parse(moment) + minutes * 60_000 - stack.clock.now().epochMilliseconds,
  })
  await clockDone(stack)
}

/** The first tile that begins a while from now. */
function tileAhead(stack: Stack, tiles: readonly Slot[]): Slot {
  const from = stack.clock.now().add({ hours: 2 }).epochMilliseconds
  return tiles.find(({ start }) => Date.parse(start) >= from)!
}

async function waitForEarnings(stack: Stack): Promise<void> {
  stack.clock.advance({ hours: 49 })
  await clockDone(stack)
}

/** Fills in the form of the payment provider's stand-in. */
async function fillIn(
  page: Page,
  { ssn = '2222', bank = '000123456789' }: { ssn?: string; bank?: string | null } = {},
): Promise<void> {
  await page.getByLabel('First name').fill('Tara')
  await page.getByLabel('Last name').fill('Tutor')
  await page.getByLabel('Last four digits').fill(ssn)
  if (bank) await page.getByRole('textbox', { name: 'Bank account' }).fill(bank)
  await page.getByRole('button', { name: 'Agree and continue' }).click()
}

async function addBank(page: Page, bank?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Bank Account' }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await fillIn(page, bank ? { bank } : {})
  await expect(account(page)).toContainText('Ready')
}

async function withdrawAll(page: Page): Promise<void> {
  await available(page).getByRole('button', { name: 'Withdraw' }).click()
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Finishes the provider's payouts in progress. */
async function endPayouts(stack: Stack, outcome: 'paid' | 'failed'): Promise<void> {
  await moneyDone(stack)
  const state = await fetch(`${stack.url}/local/payments/control/state`)
  const { payout }: { payout: { id: string; object: { status: string } }[] } = await state.json()
  for (const { id, object } of payout) {
    if (object.status === 'pending' || object.status === 'in_transit') {
      await controlPayments(stack, `payouts/${id}/end`, { outcome })
    }
  }
  await moneyDone(stack)
}

test('a tutor starts a wallet, adds a bank account, teaches, and withdraws the earnings', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { page, person: tutor } = await openAs('tara.paid', { timezoneId: 'America/New_York' })
  const { student, postId, tiles } = await makeWorld(stack, tutor, 'paid')

  await test.step('the wallet is started by agreeing to its terms', async () => {
    await page.goto('/explore')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Wallet' }).click()
    await expect(page).toHaveURL(/\/profile\/wallet$/)
    await page.goto('/wallet')
    await expect(page).toHaveURL(/\/profile\/wallet\?tab=tutorBalance$/)
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6)
    await expect(page.getByRole('main')).toContainText('the law of [jurisdiction]')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start Wallet' }).click()
    await expect(page.getByRole('alert')).toContainText('Please agree to the terms and conditions')
    await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check()
    const { promise: seen, resolve: see } = Promise.withResolvers<void>()
    await page.route(`**${wallets.create.path}`, async route => {
      await seen
      await route.continue()
    })
    await page.getByRole('button', { name: 'Start Wallet' }).click()
    await expect(page.getByRole('heading', { name: 'Creating Wallet' })).toBeVisible()
    see()
    await expect(available(page)).toContainText('$0.00')
    await expect(available(page).getByRole('heading')).toBeFocused()
    await expect(available(page).getByRole('button', { name: 'Withdraw' })).toBeDisabled()
    await expectAccessible(page)
  })

  await test.step('the bank account is added in the provider’s form', async () => {
    await page.getByRole('button', { name: 'Add Bank Account' }).click()
    await expect(page.getByRole('dialog', { name: 'Add Bank Account' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByLabel('First name')).toBeVisible()
    await expectAccessible(page)
    await fillIn(page, { ssn: '1111' })
    await expect(account(page)).toContainText('Information needed')
    await expect(account(page)).toContainText('A photo of your passport, driver’s license or ID card')
    await page.getByRole('button', { name: 'Update on Stripe' }).click()
    await fillIn(page, { bank: null })
    await expect(account(page)).toContainText('Ready')
    await expect(account(page)).toContainText('ending in 6789')
    await expect(account(page).getByRole('heading')).toBeFocused()
  })

  await test.step('the bank account is changed in the provider’s form', async () => {
    await page.getByRole('button', { name: 'Change bank account' }).click()
    const change = page.getByRole('dialog', { name: 'Change bank account' })
    await change.getByRole('textbox', { name: 'Bank account' }).fill('000987654321')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(change).toContainText('Saved')
    await expectAccessible(page)
    await change.getByRole('button', { name: 'Done' }).click()
    await expect(account(page)).toContainText('ending in 4321')
    await expect(account(page).getByRole('heading')).toBeFocused()
  })

  await test.step('a meeting’s earning waits, and is then available', async () => {
    await teach(stack, tutor, student, postId, tileAhead(stack, tiles))
    await page.reload()
    await expect(balance(page, 'Pending')).toContainText('You can withdraw $20.00 starting')
    await expect(available(page)).toContainText('Nothing is available to withdraw yet.')
    await waitForEarnings(stack)
    await page.reload()
    await expect(available(page)).toContainText('$20.00')
    await expect(balance(page, 'Pending')).toContainText('$0.00')
    await expect(page.getByRole('radio', { name: /: \$20\.00$/ })).toHaveCount(1)
    await expect(page.getByRole('table', { name: 'Earnings by month' })).toContainText('$20.00')
    await expectAccessible(page)
  })

  await test.step('a finger slides over the months to read them', async () => {
    if (test.info().project.name !== 'phone') return
    const months = page.getByRole('group', { name: 'Choose a month' }).getByRole('radio')
    await months.first().scrollIntoViewIfNeeded()
    const [from, to] = await Promise.all([months.nth(2).boundingBox(), months.nth(7).boundingBox()])
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', box?: typeof from) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [],
      })
    await touch('touchStart', from)
    await touch('touchMove', to)
    await touch('touchEnd')
    await expect(months.nth(7)).toBeChecked()
  })

  await test.step('it is withdrawn once, whatever happens to the answer', async () => {
    await available(page).getByRole('button', { name: 'Withdraw' }).click()
    const amount = dialog(page).getByLabel('Amount in US dollars')
    const send = dialog(page).getByRole('button', { name: 'Withdraw' })
    await expect(amount).toHaveValue('20.00')
    await expect(dialog(page)).toContainText('You can’t undo or stop a withdrawal.')
    await expect(send).toBeDisabled()
    await amount.fill('twenty')
    await amount.blur()
    await expect(dialog(page)).toContainText('Enter an amount in dollars, such as 25 or 25.50.')
    await amount.fill('20.01')
    await expect(dialog(page)).toContainText('You have $20.00 to withdraw.')
    await amount.fill('$ 15.5')
    await dialog(page)
      .getByRole('checkbox', { name: /the withdrawal of \$15\.50 to/ })
      .check()
    await expectAccessible(page)
    // The server does it, and its answer gets lost.
    await page.route('**/api/payment/withdraw', async route => {
      await route.fetch()
      await route.abort()
    })
    await send.click()
    await expect(dialog(page).getByRole('button', { name: 'Withdrawing…' })).toBeVisible()
    await expect(dialog(page).getByRole('alert')).toContainText('We’ll only withdraw it once')
    await page.unroute('**/api/payment/withdraw')
    // Another amount would be another withdrawal.
    await expect(amount).toBeDisabled()
    await expect(amount).toHaveValue('$ 15.5')
    await page.route('**/api/payment/withdraw', route => route.fulfill({ status: 429, body: '' }), {
      times: 1,
    })
    await send.click()
    await expect(dialog(page).getByRole('button', { name: 'Withdrawing…' })).toBeVisible()
    await expect(dialog(page).getByRole('alert')).toContainText('We’ll only withdraw it once')
    // Opened again, it is the same withdrawal, also after another dialog.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Change bank account' }).click()
    await expect(page.getByRole('dialog', { name: 'Change bank account' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await available(page).getByRole('button', { name: 'Withdraw' }).click()
    await expect(amount).toBeDisabled()
    await expect(dialog(page).getByRole('alert')).toContainText('We’ll only withdraw it once')
    // The balance already shows it, and the form can still be sent again.
    await expect(page.locator('main')).toContainText('$4.50')
    await send.click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(available(page).getByRole('heading')).toBeFocused()
  })
  await test.step('which the balance shows until it has arrived', async () => {
    await moneyDone(stack)
    await page.reload()
    await expect(available(page)).toContainText('$4.50')
    await expect(balance(page, 'On the way')).toContainText('$15.50')
    await endPayouts(stack, 'paid')
    await page.reload()
    await expect(balance(page, 'Paid out')).toContainText('$15.50')
    await expect(balance(page, 'On the way')).toContainText('$0.00')
  })

  await test.step('the statement lists each of them', async () => {
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(page).toHaveURL(/tab=transactions$/)
    await expect(lines(page)).toHaveCount(2)
    await expect(lines(page).first()).toContainText('Withdrawal to your bank account')
    await expect(lines(page).first()).toContainText('−$15.50')
    await expect(lines(page).first()).toContainText('Paid out')
    await expect(lines(page).nth(1)).toContainText('+$20.00')
    await expect(lines(page).nth(1).getByRole('link', { name: 'Stan Paid' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Earnings', exact: true }).click()
    await expect(page).toHaveURL(/filter=earnings$/)
    await expect(lines(page)).toHaveCount(1)
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(/^ignite-transactions-.*\.csv$/)
    await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No refunds yet' })).toBeVisible()
  })
})

test('a failed payout is back in the wallet, and says why', async ({ stack, openAs }) => {
  const { page, person: tutor } = await openAs('tara.failed')
  const { student, postId, tiles } = await makeWorld(stack, tutor, 'failed')
  await tutor.call(wallets.create, { body: { terms: true } })
  await page.goto('/profile/wallet')
  await addBank(page, '000111111116')
  await teach(stack, tutor, student, postId, tileAhead(stack, tiles))
  await waitForEarnings(stack)
  await page.reload()
  await withdrawAll(page)
  await expect(page.getByText('$20.00 is on its way to')).toBeVisible()
  await expect(available(page)).toContainText('$0.00')
  await expect(balance(page, 'On the way')).toContainText('$20.00')
  await endPayouts(stack, 'failed')
  await page.reload()
  await expect(available(page)).toContainText('$20.00')
  await page.goto('/profile/wallet?tab=transactions&filter=withdrawals')
  const sent = lines(page).filter({ hasText: 'Withdrawal to your bank account' })
  await expect(sent).toContainText('Returned')
  await expect(sent).toContainText('We couldn’t find a bank account with the information you entered.')
  await expect(lines(page).filter({ hasText: 'Withdrawal returned' })).toContainText('+$20.00')
  await page.emulateMedia({ media: 'print' })
  await expect(lines(page).first()).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Download CSV' })).toBeHidden()
})

test('a dispute freezes a meeting’s earning; if lost, it is taken back, even below zero', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person: tutor } = await openAs('tara.disputed')
  const { student, postId, tiles } = await makeWorld(stack, tutor, 'disputed')
  await tutor.call(wallets.create, { body: { terms: true } })
  await page.goto('/profile/wallet')
  await addBank(page)
  const first = await teach(stack, tutor, student, postId, tileAhead(stack, tiles))
  await waitForEarnings(stack)
  await page.reload()

  await test.step('while it is available', async () => {
    await expect(available(page)).toContainText('$20.00')
    const id = await dispute(stack, first)
    await moneyDone(stack)
    // At once, as an alert says so.
    await expect(balance(page, 'Frozen')).toContainText('$20.00')
    await expect(available(page)).toContainText('$0.00')
    const booking = balance(page, 'Frozen').getByRole('link', { name: '$20.00 from Stan Disputed' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await expect.poll(async () => (await booking.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await booking.click()
    await expect(page.getByRole('region', { name: 'Stan’s bank is disputing this payment' })).toContainText(
      'tell us what you and Stan agreed on',
    )
    await expect(whereabouts(page).nth(1)).toContainText('With Stan’s bank')
    await expect(whereabouts(page).nth(1)).toHaveAttribute('aria-current', 'step')
    await expectAccessible(page)
    await page.goBack()
    await closeDispute(stack, id, 'lost')
    await moneyDone(stack)
    await page.reload()
    await expect(available(page)).toContainText('$0.00')
    await expect(balance(page, 'Frozen')).toHaveCount(0)
  })

  await test.step('after it was withdrawn', async () => {
    const second = await teach(stack, tutor, student, postId, tileAhead(stack, tiles))
    await waitForEarnings(stack)
    await page.reload()
    await withdrawAll(page)
    await endPayouts(stack, 'paid')
    const id = await dispute(stack, second)
    await moneyDone(stack)
    await closeDispute(stack, id, 'lost')
    await moneyDone(stack)
    await page.reload()
    await expect(available(page)).toContainText('−$20.00')
    await expect(available(page)).toContainText('a refund, a bank’s decision or a debt')
    await expect(available(page).getByRole('button', { name: 'Withdraw' })).toBeDisabled()
    await expectAccessible(page)
    await available(page).getByRole('link', { name: 'See your transactions' }).click()
    await expect(page.getByText('Your balance is below zero')).toBeVisible()
    await expect(lines(page).filter({ hasText: 'Taken back by the student’s bank' })).toHaveCount(2)
  })
})

test('failures are shown, and lose nothing', async ({ stack, openAs, expectAccessible }) => {
  const { page, person: tutor } = await openAs('tara.unlucky')
  await page.goto('/profile/wallet')

  await test.step('a wallet that isn’t created', async () => {
    await page.route('**/api/payment/wallet/create', route => route.abort())
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Start Wallet' }).click()
    await expect(page.getByRole('alert')).toContainText('Your wallet wasn’t created')
    await page.unroute('**/api/payment/wallet/create')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(available(page)).toBeVisible()
  })

  await test.step('a setup that fails', async () => {
    await page.getByRole('button', { name: 'Add Bank Account' }).click()
    await page.route('**/api/stripe/create', route => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Something went wrong!')
    await page.route('**/local/payments/connect.js', route => route.abort())
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Something went wrong!')
    await expectAccessible(page)
    await page.unroute('**/local/payments/connect.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('First name')).toBeVisible()
  })

  await test.step('a form that stays empty offers the provider’s own page, and the way back', async () => {
    await page.reload()
    await page.route('**/local/payments/connect.js', route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.StripeConnect = { init: () => new Promise(() => {}) }',
      }),
    )
    await page.clock.install()
    await page.getByRole('button', { name: 'Add Bank Account' }).click()
    await expect(page.getByRole('status', { name: 'Loading Stripe’s form' })).toBeVisible()
    await page.clock.fastForward('00:21')
    await expect(dialog(page).getByRole('alert')).toContainText('Stripe’s form isn’t responding.')
    await page.getByRole('button', { name: 'Continue at Stripe' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Getting paid' })).toBeVisible()
    await page.getByLabel('First name').fill('Tara')
    await page.getByLabel('Last name').fill('Unlucky')
    await page.getByLabel('Last four digits').fill('2222')
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await expect(page).toHaveURL(/\/profile\/wallet\?tab=tutorBalance$/)
    await moneyDone(stack)
    await page.reload()
    await expect(account(page)).toContainText('Ready')
  })

  await test.step('balances and transactions that fail to load', async () => {
    await page.route('**/api/payment/**', route => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Unable to get the wallet details')
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to load transactions. Please try again.')
    await page.unroute('**/api/payment/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'You have no transactions' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download CSV' })).toBeHidden()
  })

  await test.step('a bank account that doesn’t load, which isn’t taken for a missing one', async () => {
    await earn(stack, 'tara.unlucky', 2000)
    const failed = Promise.withResolvers<void>()
    await page.route('**/api/stripe/account', async route => {
      await failed.promise
      await route.fulfill({ status: 500, json: {} })
    })
    await page.goto('/profile/wallet')
    await expect(available(page)).toContainText('Loading your bank account…')
    failed.resolve()
    await expect(available(page)).toContainText('Your bank account didn’t load.')
    await page.unroute('**/api/stripe/account')
    await account(page).getByRole('button', { name: 'Retry' }).click()
    await expect(available(page).getByRole('button', { name: 'Withdraw' })).toBeEnabled()
  })
  expect((await tutor.call(wallets.get)).body.wallet?.agreed).toBe(true)
})
