import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { moneyDone } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { enrolIn, payPlaceIn } from '../factories/enrolments.ts'
import { meetIn } from '../factories/meetings.ts'
import { makeSession, planOf } from '../factories/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { eastern, goBeforeClockChange, tellTime } from './own-clock.ts'
import { startOwn, withOwnStack } from './own-stack.ts'
import { scrollsSideways } from './sideways.ts'

/** These tests move the server's clock forward by days. */
const test = withOwnStack(startOwn)

const pacific = 'America/Los_Angeles'
const london = 'Europe/London'

const getSession = async (person: Person, { id }: Pick<Session, 'id'>) =>
  (await person.call(sessions.get, { query: { id } })).body.session

/** Makes people follow a teacher, who invites them to a session. */
async function invite(teacher: Person, username: string, session: Session, people: Record<string, Person>) {
  for (const person of Object.values(people)) await person.call(follows.follow, { body: { username } })
  const { status } = await teacher.call(invitations.send, {
    body: { id: session.id, invite: Object.keys(people) },
  })
  expect(status).toBe(200)
}

/** Moves everyone's clock forward to a moment. */
async function goTo({ clock }: Stack, moment: Temporal.Instant, pages: Page[]) {
  clock.advance(clock.now().until(moment))
  for (const page of pages) await page.clock.setSystemTime(clock.now().epochMilliseconds)
}

/** How a browser in a zone writes the hours of an occurrence. */
function hoursText(start: string, end: string, timeZone: string): string {
  return [start, end]
    .map(one =>
      Temporal.Instant.from(one)
        .toZonedDateTimeISO(timeZone)
        .toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
        .replaceAll(/\s/g, ' '),
    )
    .join(' – ')
}

const unpaidCards = (page: Page) => page.getByRole('region', { name: 'Pay to join' }).getByRole('article')
const meetingCards = (page: Page) =>
  page.getByRole('region', { name: 'Your upcoming sessions' }).getByRole('article')
const liveCards = (page: Page) => page.getByRole('region', { name: 'Live now' }).getByRole('article')

/** Hides a tab or shows it again, for its page; the browser of the tests shows all. */
async function becomes(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate(next => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: next })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

async function agreeAndPay(page: Page) {
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: /^Pays 4242/ }).click()
  await expect(page).toHaveURL(/\/booking\/[\da-f-]+\?paid=1$/)
}

test('people in three zones are invited, pay, meet across a clock change, and leave a moved place', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  test.slow()
  const wednesday = goBeforeClockChange(stack)
  for (const crn of ['20101', '20102', '20103']) await addSection(stack.db, { crn })
  const { page: teaching, person: tess } = await openAs('tess.teacher', { timezoneId: eastern })
  const { page, person: lena } = await openAs('lena.losangeles', { timezoneId: pacific })
  const { page: abroad, person: euan } = await openAs('euan.england', { timezoneId: london })
  const pages = [teaching, page, abroad]
  for (const [person, time_zone] of [
    [tess, eastern],
    [lena, pacific],
    [euan, london],
  ] as const) {
    await person.call(profiles.save, { body: { time_zone } })
  }
  for (const one of pages) await tellTime(stack, one)
  const plan = {
    title: 'Heaps, tries and everything else that the midterm asks for',
    description: `Last week’s sheet, together. ${'Bring your own attempts. '.repeat(6)}`.trim(),
    starts_on: wednesday,
    start_time: '16:00',
    end_time: '17:30',
    rate: '20.00',
    repeat: true,
    repeat_days: ['wed' as const],
    crns: ['20101', '20102', '20103'],
  }
  const session = await makeSession(stack, tess, plan)
  await invite(tess, 'tess.teacher', session, { 'lena.losangeles': lena, 'euan.england': euan })
  const [first] = session.upcoming

  await test.step('an invitation shows on the feed, and is accepted in tiles or a list', async () => {
    const strip = page.getByRole('region', { name: 'Next up' })
    await page.route(`**${invitations.received.path}*`, async route => {
      const { data } = await (await route.fetch()).json()
      const twelve = Array.from({ length: 12 }, (_, n) => ({ ...data[0], id: `${n}` }))
      await route.fulfill({ json: { data: twelve, next_cursor: 'more' } })
    })
    await page.goto('/meeting')
    await expect(page.getByRole('link', { name: /^Invitations/ })).toHaveText('Invitations12+ waiting')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(strip.getByRole('link', { name: '12+ invitations to answer' })).toBeVisible()
    await page.unroute(`**${invitations.received.path}*`)
    await page.goto('/explore')
    await strip.getByRole('link', { name: 'Tess Teacher invited you to a session' }).click()
    await expect(page.getByRole('heading', { name: 'Your Invitations' })).toBeVisible()
    await expect(page.getByText('Accept to Enrol')).toBeVisible()
    const card = page.getByRole('article', { name: /^Heaps/ })
    for (const fact of ['Tess Teacher', '1:00 PM – 2:30 PM', '$20 an hour', 'Last week’s sheet']) {
      await expect(card).toContainText(fact)
    }
    await expectAccessible(page)
    await page.getByText('List', { exact: true }).click()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()
    await expect(card).toContainText('Tess Teacher')
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('No invitations found.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your Invitations' })).toBeFocused()
    await page.getByRole('button', { name: 'Pay to join' }).click()
  })

  await test.step('each next occurrence is a card, and one of them is paid', async () => {
    await expect(page.getByRole('heading', { name: 'Your learning enrollments' })).toBeVisible()
    await expect(unpaidCards(page)).toHaveCount(3)
    const card = unpaidCards(page).first()
    await expect(card.getByRole('heading')).toHaveText('Heaps, tries and everything else that the midterm…')
    for (const fact of ['Repeated Session', '1:00 PM – 2:30 PM', 'Tess Teacher', '20102', '+1 more']) {
      await expect(card).toContainText(fact)
    }
    await expect(card.locator('p[title]').first()).toHaveAttribute(
      'title',
      /^For Tess Teacher: Wed, .* 4:00 PM/,
    )
    // Both zones' clocks change between the two.
    await expect(unpaidCards(page).nth(1)).toContainText('1:00 PM – 2:30 PM')
    await expectAccessible(page)
    await card.getByRole('button', { name: /^Pay \$30 to join/ }).click()
    const summary = page.getByRole('dialog', { name: 'Order Summary' })
    for (const fact of ['$20 an hour × 1 h 30 min', '$30.00 USD', 'full refund', 'Tess Teacher']) {
      await expect(summary).toContainText(fact)
    }
    await expect(summary.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
    await expectAccessible(page)
    await agreeAndPay(page)
    await moneyDone(stack)
    await page.goto('/meeting?tab=enrollments')
    await expect(unpaidCards(page)).toHaveCount(2)
    await expect(meetingCards(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Upcoming' }).click()
    const pay = page.getByRole('article').getByRole('button', { name: /^Pay \$30 to join/ })
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(pay).toHaveCount(2)
    await page.getByRole('link', { name: 'Pending' }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(pay).toHaveCount(2)
    await page.getByRole('link', { name: 'Attending' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(pay).toHaveCount(0)
  })

  await test.step('another student pays on the page of the session, in their own time zone', async () => {
    await abroad.goto(`/sessions/${session.id}`)
    await abroad.getByRole('button', { name: 'Enroll', exact: true }).click()
    const times = abroad.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
    await expect(times).toContainText(
      session.upcoming.map(({ starts_at, ends_at }) => hoursText(starts_at, ends_at, london)),
    )
    await times
      .first()
      .getByRole('button', { name: /^Pay \$30 to join/ })
      .click()
    await agreeAndPay(abroad)
    await moneyDone(stack)
    await abroad.goto(`/sessions/${session.id}`)
    await expect(times.first()).toContainText('You have a place.')
  })

  await test.step('they meet: the teacher starts, the students join', async () => {
    await teaching.goto('/meeting?filter=teaching')
    await expect(teaching.getByRole('article').first()).toContainText('2 expected')
    await expect(teaching.getByRole('article').first().getByRole('link', { name: /Now/ })).toHaveCount(0)
    await goTo(stack, Temporal.Instant.from(first!.starts_at).subtract({ minutes: 5 }), pages)
    for (const one of [teaching, page]) await one.goto('/meeting?tab=enrollments')
    await expect(
      liveCards(teaching)
        .first()
        .getByRole('link', { name: /^Start Now/ }),
    ).toBeVisible()
    await expectAccessible(teaching)
    await expect(unpaidCards(page)).not.toHaveCount(0)
    const join = page
      .getByRole('main')
      .getByRole('article')
      .first()
      .getByRole('link', { name: /^Join Now/ })
    await expect(join).toHaveAttribute('href', `/meeting/live/${first!.id}`)
    await page.goto(`/meeting/live/${first!.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(plan.title)
    const people = page.getByRole('list', { name: 'People' })
    for (const name of ['Tess Teacher', 'Lena Losangeles', 'Euan England']) {
      await expect(people).toContainText(name)
    }
    await page.goto('/meeting?tab=enrollments')
    stack.clock.advance({ minutes: 5 })
    await meetIn(stack, first!.id, [tess, lena])
    await goTo(stack, stack.clock.now().add({ hours: 2 }), pages)
    await tess.call(bookings.settle)
    await page.getByRole('link', { name: 'Passed', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'All passed meetings' })).toBeVisible()
    await expect(page.getByText('They exist in history')).toBeVisible()
    await expect(page.getByRole('article')).toContainText('completed')
    await expectAccessible(page)
    await teaching.goto('/meeting?tab=passed')
    await expect(teaching.getByRole('article')).toContainText('1 of 2 attended')
    await expect(teaching.getByRole('article')).toContainText('Meeting passed')
    await expect(teaching.getByRole('button', { name: 'Session Ended' })).toBeDisabled()
    await expectAccessible(teaching)
    await page.getByRole('link', { name: 'Enrollments', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Your learning enrollments' })).toBeVisible()
  })

  await test.step('a moved place shows the old and the new time, and is left with a full refund', async () => {
    const now = await getSession(lena, session)
    const placeId = await payPlaceIn(stack, now, lena)
    const { version } = await getSession(tess, session)
    const { status } = await tess.call(sessions.update, {
      body: {
        id: session.id,
        plan: { ...planOf(stack, { ...plan, start_time: '18:00', end_time: '19:30' }), version },
      },
    })
    expect(status).toBe(200)
    await page.goto('/meeting?tab=enrollments')
    const card = meetingCards(page).first()
    await expect(card).toContainText(/Moved from Wed, .*, 1:00 PM to Wed, .*, 3:00 PM/)
    await expectAccessible(page)
    await expect(card).toContainText('If you can’t make it, we’ll refund you in full.')
    const seen: string[] = []
    page.on('request', request => {
      if (request.url().endsWith(bookings.seeMove.path)) seen.push(request.postDataJSON().bookingId)
    })
    const fetched = page.waitForResponse(answer => answer.url().includes(`${sessions.get.path}?id=`))
    await card.getByRole('link', { name: /^Heaps/ }).hover()
    await fetched
    expect(seen).toEqual([])
    // In a tab that nobody looks at.
    await becomes(page, 'hidden')
    await card.getByRole('link', { name: /^Heaps/ }).click()
    await expect(page.getByText(/3:00 PM – 4:30 PM/).last()).toBeVisible()
    await page.evaluate(() => fetch('/health/live'))
    expect(seen).toEqual([])
    await becomes(page, 'visible')
    await expect.poll(() => seen).toEqual([placeId])
    await expect(page.getByText(/^Moved from Wed, .*, 1:00 PM$/)).toBeVisible()
    await page.getByRole('link', { name: /^Details of/ }).click()
    await expect(page.getByRole('main')).toContainText(
      /Tess moved it from Wed, .*, 1:00 PM\. If you can’t make it, we’ll refund you in full\./,
    )
    await expectAccessible(page)
    await page.goBack()
    await page.goBack()
    await card.getByRole('button', { name: 'Give up your place' }).click()
    const dialog = page.getByRole('dialog', { name: 'Give up your place?' })
    await expect(dialog).toContainText('You’ll get a full refund of $30.00, and you’ll stay enrolled.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Give up your place' }).click()
    await expect(page.getByText('You gave up your place. We’re refunding $30.00 to you.')).toBeVisible()
    await expect(meetingCards(page)).toHaveCount(0)
    await expect(unpaidCards(page).first()).toContainText('3:00 PM – 4:30 PM')
    await moneyDone(stack)
    await page.getByRole('link', { name: 'Passed', exact: true }).last().click()
    const left = page.getByRole('article').filter({ hasText: 'You canceled it. We refunded you $30.00.' })
    await expect(left).toBeVisible()
    await expect(left.getByText('No Message')).toHaveCount(0)
  })

  await test.step('a deleted session stays in its teacher’s history, without links to its page', async () => {
    await teaching.goto('/meeting?tab=passed')
    const card = teaching.getByRole('article')
    await expect(card.getByRole('link', { name: 'Students' })).toBeVisible()
    expect((await tess.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    await teaching.reload()
    await expect(card).toContainText('1 of 2 attended')
    await expect(card.getByRole('link')).toHaveCount(0)
  })
})

test('the last place goes to one person, and a free session is joined at once', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { crn } = await addSection(stack.db, { crn: '20201' })
  const teacher = await stack.signIn('fred.full')
  const faster = await stack.signIn('fay.faster')
  const { page, person } = await openAs('sam.slower', { timezoneId: eastern })
  await person.call(profiles.save, { body: { time_zone: eastern } })
  await tellTime(stack, page)
  const paid = await makeSession(stack, teacher, { title: 'One on graphs', capacity: 1, crns: [crn] })

  await page.goto(`/search?crn=${crn}`)
  const strip = page.getByRole('region', { name: 'Upcoming sessions' })
  await strip.getByRole('link', { name: 'One on graphs' }).click()
  await expect(page.getByText('One-time Session')).toBeVisible()
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('Enrolled', { exact: true })).toBeVisible()
  await page.goto('/meeting?tab=enrollments')
  await expect(unpaidCards(page)).toContainText('One-time Session')
  await unpaidCards(page)
    .getByRole('button', { name: /^Pay \$30 to join/ })
    .click()
  const summary = page.getByRole('dialog', { name: 'Order Summary' })
  await summary.getByRole('checkbox').check()
  await payPlaceIn(stack, paid, faster)
  await summary.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(summary.getByRole('alert')).toContainText(/place|full/i)
  await expect(summary.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(unpaidCards(page).getByRole('button', { name: /^Full/ })).toBeDisabled()
  await expect(unpaidCards(page)).toContainText('Full')
  await expectAccessible(page)

  const start = stack.clock.now().add({ minutes: 6 }).toZonedDateTimeISO(eastern)
  const hour = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString({ smallestUnit: 'minute' })
  const free = await makeSession(stack, teacher, {
    title: 'Open office hour',
    rate: '',
    starts_on: start.toPlainDate().toString(),
    start_time: hour(start),
    end_time: hour(start.add({ hours: 1 })),
  })
  await enrolIn(free, person)
  await page.goto('/meeting?tab=enrollments')
  const card = liveCards(page).filter({ hasText: 'Open office hour' })
  await expect(card).toContainText('Free')
  await expect(card.getByRole('link', { name: /^Join Now/ })).toHaveAttribute(
    'href',
    `/meeting/live/${free.upcoming[0]!.id}`,
  )
  await expect(page.getByText('Pay $')).toHaveCount(0)
  await page.goto('/explore')
  await expect(page.getByRole('region', { name: 'Next up' })).toContainText('Open office hour with Fred Full')
  // What is cut short there doesn't make the page wider.
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await scrollsSideways(page)).toBe(false)
  await page.setViewportSize(size)

  await page.route('**/api/sessions/user/invite*', route => route.fulfill({ status: 500, body: '' }))
  await page.goto('/meeting?tab=invitations')
  await expect(page.getByRole('heading', { name: /^Error: / })).toBeVisible()
  await page.unroute('**/api/sessions/user/invite*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No invitations found.')).toBeVisible()

  const answered = Promise.withResolvers<void>()
  await page.route('**/api/sessions/enrollment/**', async route => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Enrollments', exact: true }).click()
  const loading = page.getByText('All your enrollments would appear here...')
  await expect(loading).toBeVisible()
  answered.resolve()
  await expect(unpaidCards(page)).toHaveCount(1)
  await expect(loading).toHaveCount(0)
})

test('a hold is paid later, and an invitation declined, on a phone @phone', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const teacher = await stack.signIn('theo.thumbs')
  const { page, person } = await openAs('phil.phone')
  await tellTime(stack, page)
  await page.goto('/meeting?tab=enrollments')
  await expect(page.getByText('Your enrolled courses will appear here')).toBeVisible()
  await expectAccessible(page)
  const session = await makeSession(stack, teacher, { title: 'Proofs' })
  const other = await makeSession(stack, teacher, { title: 'Sets', start_time: '15:00', end_time: '16:00' })
  await invite(teacher, 'theo.thumbs', other, { 'phil.phone': person })
  await enrolIn(session, person)
  await page.reload()
  await unpaidCards(page).getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('dialog', { name: 'Order Summary' })).toContainText('$30.00 USD')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
  await page.goto('/meeting?tab=enrollments')
  await expect(unpaidCards(page)).toContainText('Held for you, not paid')
  // A release with other terms, which the button doesn't show.
  await sql`update bookings set student_terms_version = 'agreed before'`.execute(stack.db)
  await unpaidCards(page)
    .getByRole('button', { name: /^Continue to payment/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
  const agreed = await stack.db.selectFrom('bookings').select('student_terms_version').execute()
  expect(new Set(agreed.map(({ student_terms_version: version }) => version))).toEqual(
    new Set(['agreed before']),
  )
  await page.goto('/meeting?tab=enrollments')
  await unpaidCards(page)
    .getByRole('link', { name: /^Give up/ })
    .click()
  await expect(page.getByRole('button', { name: 'Give up this place' })).toBeVisible()
  await test.step('a hold that ended meanwhile isn’t begun anew, and the person reads why', async () => {
    const bookingId = new URL(page.url()).pathname.split('/').at(-1)!
    await page.goto('/meeting?tab=enrollments')
    await page.route(
      `**${payments.bookSession.path}`,
      async route => {
        await person.call(bookings.cancel, { body: { bookingId, unpaid: true } })
        await route.continue()
      },
      { times: 1 },
    )
    await unpaidCards(page)
      .getByRole('button', { name: /^Continue to payment/ })
      .click()
    // For a few seconds, perhaps before the list is fetched again.
    await expect(page.getByText('Your hold expired. Choose the time again.')).toBeVisible()
    await expect(unpaidCards(page).getByRole('button', { name: /^Pay/ })).toBeVisible()
  })
  await page.goto('/meeting?tab=invitations')
  const card = page.getByRole('article', { name: 'Sets' })
  await expect(card).toContainText('Theo Thumbs')
  await expectAccessible(page)
  expect(await scrollsSideways(page)).toBe(false)
  await card.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('No invitations found.')).toBeVisible()
  expect((await person.call(enrolments.unpaid, { query: {} })).body.data).toHaveLength(1)
})
