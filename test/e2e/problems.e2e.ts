import type { Page, Route } from '@playwright/test'
import { sql } from 'kysely'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { accept, freeTiles, moneyDone, request, type Slot } from '../factories/bookings.ts'
import { meetIn } from '../factories/meetings.ts'
import { failRefundOf, stopTheClock } from '../factories/money.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { startOwn, withOwnStack } from './own-stack.ts'

/** These tests move the server's clock by days, and charge a fee. */
const test = withOwnStack(() => startOwn({ PLATFORM_FEE_PERCENT: '10' }))

/** A meeting of half an hour for $20.00 and a fee of $2.00 that both attended, a minute after its end. */
async function meet(stack: Stack, tutor: Person, student: Person): Promise<string> {
  const postId = await makeTutor(stack, tutor)
  const slot = (await freeTiles(student, postId))[0] as Slot
  const id = await request(stack, student, postId, slot)
  await accept(tutor, id)
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.start)))
  await meetIn(stack, id, [tutor, student])
  stack.clock.advance({ minutes: 26 })
  await tutor.call(bookings.settle)
  await moneyDone(stack)
  return id
}

async function atServersTime(page: Page, stack: Stack): Promise<void> {
  await page.clock.install({ time: stack.clock.now().epochMilliseconds })
}

/** Comes back to the page's tab later, which reads again what is there. */
async function lookAgain(page: Page): Promise<void> {
  await page.clock.fastForward(2000)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
}

/** The numbers of a receipt's column, from the price to what remains. */
async function column(page: Page): Promise<string[]> {
  return page.getByRole('table').getByRole('cell').allInnerTexts()
}

test('a student reports a problem, an operator refunds a part, and both people and the receipt say so', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { page, person: student } = await openAs('sam.student')
  const { page: tutors, person: tutor } = await openAs('tess.tutor')
  const id = await meet(stack, tutor, student)
  for (const one of [page, tutors]) await atServersTime(one, stack)

  await page.goto('/meeting?tab=passed')
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog).toContainText('Until it is settled, Tess isn’t paid.')
  await expect(dialog).toContainText(/until \w+, \w+ \d+, \d+:\d\d\s[AP]M \([^)]+\)\./)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toContainText('Choose what went wrong.')
  await expect(dialog).toContainText('Say what happened.')
  await expectAccessible(page)
  await dialog.getByLabel('The meeting was much shorter than booked').check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByLabel('Details')).toBeFocused()
  await dialog.getByLabel('Details').fill('Tess left after ten minutes.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('article')
  await expect(card).toContainText('You reported a problem. We’re looking into it.')
  await expect(card.getByRole('button', { name: 'Report a problem' })).toBeHidden()
  await expect.poll(() => card.evaluate(element => element.contains(document.activeElement))).toBe(true)
  await card.getByRole('link', { name: 'Details' }).click()
  const note = page.getByRole('region', { name: 'We’re looking into it' })
  await note.getByText('What you reported').click()
  await expect(note).toContainText('Tess left after ten minutes.')
  await expectAccessible(page)

  await tutors.goto(`/booking/${id}`)
  const told = tutors.getByRole('region', { name: 'We’re looking into it' })
  await expect(told).toContainText('What you earned from it is on hold')
  await told.getByRole('link', { name: 'Contact support' }).click()
  const contact = tutors.getByRole('dialog', { name: 'Contact Support' })
  await contact.getByLabel('Message').fill('My side of it.')
  await contact.getByRole('button', { name: 'Send' }).click()
  await expect(tutors.getByText('Thanks for writing.')).toBeVisible()
  await tutors.goto(`/booking/${id}`)
  await expect(told).toBeVisible()
  await expect(tutors.getByRole('main')).not.toContainText('ten minutes')

  const { page: desk } = await openAs('opal.operator')
  await atServersTime(desk, stack)
  await desk.goto('/admin?tab=support')
  await expect(desk.getByRole('main')).toContainText(`My side of it.\n\nBooking ${id}`, {
    useInnerText: true,
  })
  await desk.goto('/admin?tab=problems')
  const reported = desk.getByRole('article', { name: 'The meeting was much shorter than booked' })
  await expect(reported).toContainText('Tess left after ten minutes.')
  await expect(reported).toContainText('of 30 min booked')
  await reported.getByRole('button', { name: 'Settle' }).click()
  const decision = desk.getByRole('dialog', { name: 'Settle this problem' })
  await decision.getByLabel('Part of it').check()
  await decision.getByLabel('Amount').fill('23')
  await decision.getByRole('button', { name: 'Refund and settle' }).click()
  await expect(decision).toContainText('Only $22.00 is left to refund.')
  await decision.getByLabel('Amount').fill('$11')
  await expect(decision).toContainText(
    'We’ll refund $11.00 to Sam’s card. $10.00 of that comes out of Tess’s pending balance, and they keep $10.00.',
  )
  await expectAccessible(desk)
  await decision.getByLabel('Reason').fill('You were together for a third of the time.')
  await decision.getByRole('button', { name: 'Refund and settle' }).click()
  await expect(desk.getByRole('heading', { name: 'No open problems' })).toBeVisible()
  await desk.getByRole('link', { name: 'Settled' }).click()
  await expect(desk.getByRole('article')).toContainText('Settled with a partial refund')
  await expectAccessible(desk)
  await moneyDone(stack)

  for (const [one, says] of [
    [page, 'You get a partial refund.'],
    [tutors, 'They get a partial refund. You keep the rest.'],
  ] as const) {
    await one.goto(`/booking/${id}`)
    const settled = one.getByRole('region', { name: 'The problem is settled' })
    await expect(settled).toContainText(says)
    await expect(settled).toContainText('You were together for a third of the time.')
    await one.getByRole('link', { name: 'Receipt' }).click()
    await expect(one.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    await expect.poll(() => column(one)).toEqual(['$20.00', '$2.00', '$22.00', '−$11.00', '$11.00'])
    await expect(one.getByRole('table')).toContainText('A problem with the meeting was reported.')
    await expectAccessible(one)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeHidden()
  const sheet = await page.getByRole('article').boundingBox()
  expect(sheet!.width).toBeLessThanOrEqual(page.viewportSize()!.width)
})

test('an operator can still settle a problem after a colleague refunded everything meanwhile', async ({
  stack,
  openAs,
}) => {
  const student = await stack.signIn('sky.student')
  const id = await meet(stack, await stack.signIn('tea.tutor'), student)
  await student.call(bookings.reportProblem, {
    body: { bookingId: id, reason: 'conduct', details: 'Tea shouted.' },
  })
  const { page, person: operator } = await openAs('opal.operator')
  await atServersTime(page, stack)
  await page.goto('/admin?tab=problems')
  const reported = page.getByRole('article').filter({ hasText: 'Tea shouted.' })
  await reported.getByRole('button', { name: 'Settle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settle this problem' })
  await dialog.getByLabel('Everything left: $22.00').check()
  await dialog.getByLabel('Reason').fill('Nobody may shout.')
  await operator.call(admin.refundBooking, { body: { bookingId: id, amount: '22.00', reason: 'Agreed.' } })
  await dialog.getByRole('button', { name: 'Refund and settle' }).click()
  await expect(dialog).toContainText('This booking was already fully refunded.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(reported).toContainText('Refunded so far$22.00')
  await reported.getByRole('button', { name: 'Settle' }).click()
  await expect(dialog).toContainText('Nothing is left to refund.')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect(reported).toBeHidden()
  await page.getByRole('link', { name: 'Settled' }).click()
  await expect(reported).toContainText('Settled without a refund')
  await moneyDone(stack)
})

test('operators see what waits for them, and refund a booking by its number', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const tutor = await stack.signIn('tim.tutor')
  const student = await stack.signIn('sue.student')
  const id = await meet(stack, tutor, student)
  const { page, person: operator } = await openAs('opal.operator', { timezoneId: 'America/Chicago' })
  await operator.call(profiles.save, { body: { time_zone: 'Asia/Tokyo' } })
  await atServersTime(page, stack)
  await page.goto('/admin?tab=money')
  await expect(page.getByRole('region', { name: 'Refunds that failed' })).toContainText('No failed refunds')
  await page.getByRole('button', { name: 'Refund a booking…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund a booking' })
  await expect(dialog.getByLabel('Booking')).toBeFocused()
  await dialog.getByLabel('Booking').fill('the one of Monday')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toContainText('That isn’t a booking number.')
  await expectAccessible(page)
  // Another number with one digit wrong.
  await dialog.getByLabel('Booking').fill(id.replace(/.$/, last => (last === '0' ? '1' : '0')))
  await expect(dialog).toContainText('We couldn’t find that booking.')
  await expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled()
  await dialog.getByLabel('Booking').fill(id)
  for (const fact of [
    'Sue Student @sue.student',
    'Tim Tutor @tim.tutor',
    'Paid$22.00',
    'Left to refund$22.00',
  ])
    await expect(dialog).toContainText(fact)
  // All times are in the zone of the operator's profile.
  const { starts_on } = (await operator.call(admin.booking, { params: { id } })).body.booking
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', timeStyle: 'short' })
  await expect(dialog.locator('time')).toContainText(clock.format(new Date(starts_on)))
  await expect(dialog).toContainText(
    'A full refund sends $22.00 to Sue’s card. $20.00 of that comes out of what Tim earned',
  )
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('A kindness.')
  await dialog.getByLabel('Amount').fill('$22.50')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toContainText('Only $22.00 is left to refund.')
  await dialog.getByLabel('Amount').fill('2.20')
  await expect(dialog).toContainText('We’ll refund $2.20 to Sue’s card. $2.00 of that comes out of')
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/admin/bookings/refund', loseAnswer, { times: 1 })
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toContainText('It’s safe to try again. We’ll only refund it once.')
  for (const label of ['Booking', 'Amount']) await expect(dialog.getByLabel(label)).toBeDisabled()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Refund a booking…' }).click()
  await dialog.getByLabel('Booking').fill(id)
  // A reload shows what an attempt without an answer did.
  for (const fact of ['$2.20', 'Refunded by the Ignite team', 'Left to refund$19.80'])
    await expect(dialog).toContainText(fact)
  await dialog.getByLabel('Reason').fill('The rest.')
  await dialog.getByLabel('Amount').fill('19.80')
  // A refusal proves that an attempt without an answer made nothing.
  await page.route('**/api/admin/bookings/refund', route => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByLabel('Amount')).toBeDisabled()
  await operator.call(admin.refundBooking, { body: { bookingId: id, amount: '5.00', reason: 'Agreed.' } })
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toContainText('You can only refund $14.80 of this booking.')
  await expect(dialog).not.toContainText('It’s safe to try again')
  await expect(dialog).toContainText('Left to refund$14.80')
  await dialog.getByLabel('Amount').fill('14.80')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Audit log' }).click()
  for (const [reason, amount] of [
    ['A kindness.', '$2.20'],
    ['The rest.', '$14.80'],
  ] as const) {
    const entry = page.getByRole('listitem').filter({ hasText: reason })
    await expect(entry).toContainText(`@opal.operator refunded ${amount} to @sue.student`)
    await expect(entry).toContainText(id)
  }

  await sql`
    insert into ledger_checks (at, findings)
    values (now(), '[{"kind":"balance","subject":"held","text":"It is off by one cent."}]')`.execute(stack.db)
  // What runs every five minutes would try to send it.
  await stopTheClock(stack)
  await sql`
    insert into withdrawals (id, user_id, amount_cents, account_id, created_at, state_since)
    select gen_random_uuid(), id, 1234, 'acct_stuck', created_at, created_at - interval '3 days'
    from users where username = 'tim.tutor'`.execute(stack.db)
  await page.getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('region', { name: 'The ledger' })).toContainText('It is off by one cent.')
  const stuck = page.getByRole('region', { name: 'Stuck withdrawals' }).getByRole('listitem')
  await expect(stuck).toContainText('$12.34')
  await expect(stuck).toContainText('Not sent yet.')
  await expectAccessible(page)
  await sql`delete from withdrawals where account_id = 'acct_stuck'`.execute(stack.db)
  await stuck.getByRole('link', { name: '@tim.tutor' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '@tim.tutor' })).toContainText(
    'tim.tutor@example.edu',
  )
})

test('operators retry a failed refund, or record how the student got it', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page } = await openAs('opal.operator')
  const tutor = await stack.signIn('tom.tutor')
  const student = await stack.signIn('sid.student')
  const postId = await makeTutor(stack, tutor)
  for (const slot of (await freeTiles(student, postId)).slice(0, 2)) {
    await failRefundOf(stack, tutor, await request(stack, student, postId, slot))
  }
  await atServersTime(page, stack)
  await page.goto('/admin?tab=money')
  const failed = page.getByRole('region', { name: 'Refunds that failed' })
  await expect(failed.getByRole('listitem')).toHaveCount(2)
  await expect(failed).toContainText('The tutor declined (charge not refundable)')
  for (const who of ['Sid Student', 'sid.student@example.edu', 'Tom Tutor'])
    await expect(failed.getByRole('listitem').first()).toContainText(who)
  // Also of somebody suspended, who has no page.
  for (const name of ['sid.student', 'tom.tutor'])
    await expect(failed.getByRole('link', { name: `@${name}` }).first()).toHaveAttribute(
      'href',
      `/admin?tab=people&text=${name}`,
    )
  await expectAccessible(page)
  await failed
    .getByRole('button', { name: /^Try again/ })
    .first()
    .click()
  await expect(page.getByText('We sent $22.00 again.')).toBeVisible()
  await expect(failed.getByRole('listitem')).toHaveCount(1)
  const heading = failed.getByRole('heading', { name: 'Refunds that failed' })
  await expect(heading).toBeFocused()

  // Nobody can be asked or told whose account is closed by now.
  await page.route('**/api/admin/money', async route => {
    const response = await route.fetch()
    const money = await response.json()
    const failed_refunds = money.failed_refunds.map((one: object) => ({ ...one, student_email: null }))
    await route.fulfill({ response, json: { ...money, failed_refunds } })
  })
  await lookAgain(page)
  await expect(failed).toContainText('This account is deleted.')
  await failed.getByRole('button', { name: /^Paid another way/ }).click()
  await expect(page.getByText('Only operators will see this')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.unroute('**/api/admin/money')
  await lookAgain(page)
  await expect(failed).toContainText('sid.student@example.edu')

  // What an operator has begun to type stays, also if a colleague was faster and the list hears of it.
  await failed.getByRole('button', { name: /^Paid another way/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Paid another way' })
  await dialog.getByLabel('How the student was paid').fill('In cash.')
  await page.route('**/api/admin/money', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), failed_refunds: [] } })
  })
  await lookAgain(page)
  await expect(page.getByText('No failed refunds')).toBeVisible()
  await expect(dialog.getByLabel('How the student was paid')).toHaveValue('In cash.')
  await page.unroute('**/api/admin/money')
  await lookAgain(page)
  await expect(page.getByText('No failed refunds')).toBeHidden()
  await dialog.getByLabel('How the student was paid').fill('')
  await dialog.getByRole('button', { name: 'The student has the money' }).click()
  await expect(dialog).toContainText('Say how the student was paid.')
  await expectAccessible(page)
  await dialog.getByLabel('How the student was paid').fill('By a bank transfer on Monday.')
  await dialog.getByRole('button', { name: 'The student has the money' }).click()
  await expect(dialog).toBeHidden()
  await expect(failed).toContainText('No failed refunds')
  await expect(heading).toBeFocused()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'By a bank transfer on Monday.' })).toContainText(
    '@opal.operator settled a refund of $22.00 another way for @sid.student',
  )
  await moneyDone(stack)
})

test('the rest of what waits under Money shows without the stuck withdrawals', async ({ openAs }) => {
  const { page } = await openAs('opal.operator')
  const path = `**${admin.stuckWithdrawals.path}`
  await page.route(path, route => route.fulfill({ status: 404, body: '' }))
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Money' }).click()
  const stuck = page.getByRole('region', { name: 'Stuck withdrawals' })
  await expect(stuck).toContainText('The stuck withdrawals didn’t load')
  await expect(page.getByRole('region', { name: 'Open disputes' })).toBeVisible()
  await page.unroute(path)
  await stuck.getByRole('button', { name: 'Retry' }).click()
  await expect(stuck).toContainText('No stuck withdrawals')
})

test('an order adds up from the tutor’s price and the platform’s fee', async ({ stack, openAs }) => {
  const { page, person } = await openAs('sol.student')
  const postId = await makeTutor(stack, await stack.signIn('tia.tutor'))
  const { start, end } = (await freeTiles(person, postId))[0]!
  await atServersTime(page, stack)
  await page.goto(`/ignite/${postId}?${new URLSearchParams({ book: 'summary', from: start, to: end })}`)
  const drawer = page.getByRole('dialog')
  const sums = drawer.getByRole('definition').filter({ hasText: /^\$[\d.]+( USD)?$/ })
  await expect(sums).toHaveText(['$20.00', '$2.00', '$22.00 USD'])
  await drawer.getByRole('checkbox', { name: /and to pay \$22\.00/ }).check()
  await drawer.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Pay $22.00' })).toBeVisible()
})
