import type { Page } from '@playwright/test'
import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { controlPayments, freeTiles, hold, moneyDone, pay, type Slot, zone } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { leaveServerTime, tellTime } from './own-clock.ts'
import { listen } from './told.ts'

/**
 * The day that the picker's tests use: the tab of the day after tomorrow, whose tiles `freeTiles` returns.
 */
const dayAfterTomorrow = 2

const clock = (iso: string, timeZone = zone) =>
  Temporal.Instant.from(iso)
    .toZonedDateTimeISO(timeZone)
    .toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replaceAll(/\s/g, ' ')

function dayOf(iso: string): string {
  const day = Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDate()
  return day.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
}

const tileName = ({ start, end }: Slot, state: string) =>
  `${dayOf(start)}, ${clock(start)} to ${clock(end)}, ${state}`

const tileOf = (page: Page, slot: Slot, state = 'free') =>
  page.getByRole('button', { name: tileName(slot, state), exact: true })

const drawerOf = (page: Page) => page.getByRole('dialog')

/** A tutor in New York with a post, and the tiles that a student in Los Angeles finds there. */
async function offer(stack: Stack, name: string, student: Person, rate = '40.00') {
  const tutor = await stack.signIn(name)
  const postId = await makeTutor(stack, tutor, { rate })
  return { tutor, postId, tiles: await freeTiles(student, postId, dayAfterTomorrow) }
}

async function openPicker(page: Page, postId: string): Promise<void> {
  await page.goto(`/ignite/${postId}`)
  await page.getByRole('link', { name: /^Book Session with/ }).click()
  await page.getByRole('tab').nth(dayAfterTomorrow).click()
}

async function pick(page: Page, slots: Slot[]): Promise<void> {
  for (const slot of slots) await tileOf(page, slot).click()
}

async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check()
}

/** From the picker to the provider's page. */
async function checkOut(page: Page, slots: Slot[], message = ''): Promise<void> {
  await pick(page, slots)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^Message to/).fill(message)
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
}

test('a student in Los Angeles books 90 minutes with a tutor in New York, pays, and is accepted', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { page, person } = await openAs('journey-student', { timezoneId: zone })
  const { tutor, postId, tiles } = await offer(stack, 'journey-tutor', person)
  const [first, second, third] = tiles as [Slot, Slot, Slot]
  await page.clock.install()
  await openPicker(page, postId)
  const drawer = drawerOf(page)
  await expect(drawer).toContainText('Journey Tutor’s schedule')
  await expect(drawer).toContainText('Times are in Pacific Time.')
  await expect(drawer).toContainText('$40 an hour')
  await expect(page.getByRole('tab')).toHaveCount(7)
  await expect(drawer).toContainText('Please select a slot!')
  await expect(drawer).toContainText('Please select slots!')
  // The same tile in the tutor's time.
  await expect(tileOf(page, first)).toHaveAttribute('title', /^9:00\sAM – 9:30\sAM for Journey Tutor/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(drawer.getByRole('alert').filter({ hasText: 'No slot has been selected' })).toBeVisible()

  await pick(page, [first])
  await expect(drawer).toContainText('1 slot selected')
  await page.getByRole('radio', { name: '1 hour' }).check()
  await expect(drawer).toContainText('Please select slots!')
  await page.getByRole('radio', { name: '30 mins' }).check()
  await pick(page, [first, second, third])
  await expect(drawer).toContainText('3 slots selected')
  await expect(drawer).toContainText('$60.00')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused()
  for (const fact of [
    'Lecture notes',
    dayOf(first.start),
    '90 minutes',
    '$40 an hour × 90 minutes',
    '$60.00 USD',
  ]) {
    await expect(drawer).toContainText(fact)
  }
  await expect(drawer).toContainText(`${clock(first.start)} – ${clock(third.end)} Pacific Time`)
  await expect(drawer).toContainText('9:00 AM – 10:30 AM Eastern Time')
  await expect(drawer).toContainText('until 12 hours before the start')
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
  await expect(proceed).toBeDisabled()
  await expect(proceed).toHaveAccessibleDescription('Agree to the terms above to continue.')
  await expectAccessible(page)

  // A reload keeps everything that is in the address.
  await page.reload()
  await expect(drawer).toContainText('$60.00 USD')
  await page.getByLabel('Message to Journey').fill('Please bring the proofs.')
  await agree(page)
  await proceed.click()
  await page.getByRole('button', { name: /^Pays 4242/ }).click()

  await expect(page).toHaveURL(/\/booking\/[\da-f-]+\?paid=1$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for Journey Tutor' })).toBeVisible()
  await expect(page.getByText('Waiting approval')).toBeVisible()
  await expect(page.getByText('Please bring the proofs.')).toBeVisible()
  // Above what there is to do, not only in the order below.
  await expect(page.getByRole('main').locator('header')).toContainText(
    `${clock(first.start)} – ${clock(third.end)}`,
  )
  const whereabouts = page.getByRole('region', { name: 'Where your money is' }).getByRole('listitem')
  await expect(whereabouts.first()).toContainText('$60.00')
  await expect(whereabouts.nth(1)).toContainText('Now: Held by Ignite')
  await expectAccessible(page)

  await moneyDone(stack)
  const [asked] = (await tutor.call(bookings.asTutor, { query: { offset: 0 } })).body.bookings
  expect(asked).toMatchObject({ status: 'requested', starts_on: first.start, ends_on: third.end })
  await tutor.call(bookings.approve, { body: { bookingId: asked!.id, terms: true } })
  // The page refetches by itself.
  await page.clock.fastForward('00:20')
  await expect(
    page.getByRole('heading', { level: 1, name: 'You’re booked with Journey Tutor' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${clock(first.start)} – ${clock(third.end)}`)
  await expectAccessible(page)

  const { page: teaching } = await openAs('journey-tutor', { timezoneId: 'America/New_York' })
  await teaching.goto(page.url())
  await expect(teaching.getByRole('heading', { name: 'Journey Student is booked with you' })).toBeVisible()
  await expect(teaching.getByRole('main')).toContainText('9:00 AM – 10:30 AM Eastern Time')
})

test('a failed card, and a Checkout left for later, keep the time until it is paid or released', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('abandoning', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'waiting-tutor', person)
  const [slot] = tiles as [Slot]
  await tellTime(stack, page)
  await openPicker(page, postId)
  await checkOut(page, [slot], 'Heaps, please.')
  await page.getByRole('button', { name: /^Is declined/ }).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await page.getByRole('link', { name: 'Cancel and go back' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Pay to send your request' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Pay now/ }).click()
  await expect(page.getByRole('heading', { name: 'Pay $20.00' })).toBeVisible()
  // The tile is gray even for its holder, so the picker explains it.
  await page.goto(`/ignite/${postId}?book=time`)
  await expect(drawerOf(page)).toContainText('You’re holding')
  // Back from the Checkout leads to the order, which has what was written then.
  await page.goto(
    `/ignite/${postId}?${new URLSearchParams({ book: 'summary', from: slot.start, to: slot.end })}`,
  )
  await expect(page.getByLabel('Message to Waiting')).toHaveValue('Heaps, please.')
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(page.getByText('Heaps, please.')).toBeVisible()
  await page.goto(`/ignite/${postId}?book=time`)
  await page.getByRole('link', { name: 'Pay or give it up' }).click()
  await page.getByRole('button', { name: 'Give up this time' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You gave up this time' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You weren’t charged')
  await page.getByRole('link', { name: 'Choose another time' }).click()
  await page.getByRole('tab').nth(dayAfterTomorrow).click()
  await expect(tileOf(page, slot)).toBeVisible()
})

test('a screen reader hears that a held time ends soon, and that it has ended', async ({ stack, openAs }) => {
  const { page, person } = await openAs('slow-payer', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'patient-tutor', person)
  const { id } = await hold(person, postId, tiles[0]!)
  await tellTime(stack, page)
  await page.goto(`/booking/${id}`)
  await expect(page.getByRole('timer')).toBeVisible()
  await leaveServerTime(page)
  const told = await listen(page)
  await page.clock.fastForward('25:05')
  await expect.poll(told).toEqual(['We’ll release your time in less than 5 minutes unless you pay.'])
  await page.clock.fastForward('00:10')
  await page.clock.fastForward('03:50')
  await expect
    .poll(async () => (await told()).slice(1))
    .toEqual(['We’ll release your time in less than a minute unless you pay.'])
  await page.clock.fastForward('01:00')
  await expect.poll(async () => (await told()).slice(2)).toEqual(['Your hold expired.'])
})

test('a student who gives up a time that was paid meanwhile can read why it stays booked', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('unaware-payer', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'unaware-tutor', person)
  const { id, url } = await hold(person, postId, tiles[0]!)
  await tellTime(stack, page)
  await page.goto(`/booking/${id}`)
  await page.route(
    `**${bookings.cancel.path}`,
    async route => {
      await pay(url)
      await moneyDone(stack)
      await route.continue()
    },
    { times: 1 },
  )
  const giveUp = page.getByRole('button', { name: 'Give up this time' })
  await expect(giveUp).toBeVisible()
  // It goes after four seconds, which a busy machine may take between two looks: so time stands until it is seen.
  await page.clock.pauseAt(stack.clock.now().add({ minutes: 1 }).epochMilliseconds)
  const answer = page.waitForResponse(`**${bookings.cancel.path}`)
  await giveUp.click()
  // The call itself would soon count as lost in the page's time.
  await answer
  const told = page.getByText('You’ve already paid for this.')
  while (!(await told.isVisible())) await page.clock.runFor(50)
  await page.clock.resume()
  await expect(giveUp).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'All meetings' })).toBeVisible()
})

test('times that couldn’t be refreshed stay, and a screen reader hears that', async ({ stack, openAs }) => {
  const { page, person } = await openAs('stale-student', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'stale-tutor', person)
  await openPicker(page, postId)
  await expect(tileOf(page, tiles[0]!)).toBeVisible()
  const told = await listen(page)
  await page.route(`**${schedules.tiles.path}*`, route => route.fulfill({ status: 500, body: '' }))
  await expect
    .poll(told, { timeout: 20_000 })
    .toContainEqual(expect.stringContaining('We couldn’t refresh these times.'))
  await expect(tileOf(page, tiles[0]!)).toBeVisible()
})

test('a browser that knows neither person’s time zone shows every page in the device’s', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('old-browser', { timezoneId: zone })
  const { tutor, postId, tiles } = await offer(stack, 'unknown-zone', person)
  await tutor.call(profiles.save, { body: { time_zone: 'America/New_York' } })
  await person.call(profiles.save, { body: { time_zone: 'Asia/Kathmandu' } })
  const [booked, free] = tiles as [Slot, Slot]
  const { id } = await hold(person, postId, booked)
  await page.addInitScript(() => {
    const unknown = ['America/New_York', 'Asia/Kathmandu']
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(target, [locales, options]) {
        if (unknown.includes(options?.timeZone)) throw new RangeError('Invalid time zone specified')
        return new target(locales, options)
      },
    })
  })
  await page.goto('/profile/unknown-zone')
  await expect(page.getByRole('main')).toContainText('Times are in Pacific Time.')
  await page.goto(`/booking/${id}`)
  await expect(page.getByRole('main')).toContainText('Pacific Time')
  await expect(page.getByRole('main')).toContainText(clock(booked.start))
  await expect(page.getByRole('main')).not.toContainText('For the tutor')
  await page.goto('/meeting')
  await expect(page.getByRole('main')).toContainText('Times are in Pacific Time.')
  await expect(page.getByRole('main')).toContainText(clock(booked.start))
  await openPicker(page, postId)
  await pick(page, [free])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(drawerOf(page)).toContainText('Pacific Time')
  await expect(drawerOf(page)).toContainText(clock(free.start))
  await expect(drawerOf(page)).not.toContainText('For the tutor')
})

test('a student who only claims to have paid sees what the provider says, and later what the tutor says', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('claiming', { timezoneId: zone })
  const { tutor, postId, tiles } = await offer(stack, 'unpaid-tutor', person)
  const { id, url } = await hold(person, postId, tiles[0]!)
  await page.clock.install()
  await page.goto(`/booking/${id}?paid=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Checking your payment…' })).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  // The page's patience begins only after it is drawn.
  await expect(async () => {
    await page.clock.fastForward('00:20')
    await expect(heading).toHaveText('We haven’t heard of your payment yet', { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('main')).not.toContainText('Pay now')
  await pay(url)
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for Unpaid Tutor' })).toBeVisible()
  const stranger = await openAs('curious')
  await stranger.page.goto(`/booking/${id}`)
  await expect(stranger.page.getByText('We couldn’t find that booking')).toBeVisible()
  await expect(stranger.page.getByText('Check which account you’re signed in with.')).toBeVisible()
  await stranger.page.getByRole('link', { name: 'All meetings' }).click()
  await expect(stranger.page.getByRole('heading', { level: 1, name: 'Meetings' })).toBeVisible()

  await moneyDone(stack)
  await tutor.call(bookings.reject, { body: { bookingId: id, remarks: 'I am away.', terms: true } })
  await moneyDone(stack)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid Tutor declined' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('I am away.')
  await expect(page.getByRole('main')).toContainText('We refunded you $20.00')
})

test('a time that someone else takes turns gray in the open picker, and can’t be booked from the summary', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('slow-chooser', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'wanted-tutor', person)
  const [first, second, third] = tiles as [Slot, Slot, Slot]
  const quicker = await stack.signIn('quick-chooser')
  const drawer = drawerOf(page)
  await openPicker(page, postId)
  await pick(page, [first, second, third])
  await expect(drawer).toContainText('3 slots selected')

  await test.step('in the picker, it leaves the selection', async () => {
    await hold(quicker, postId, second)
    await expect(tileOf(page, second, 'booked')).toBeVisible()
    await expect(drawer).toContainText('1 slot selected')
    await expect(drawer).toContainText('A time you chose is no longer available.')
    await expect(tileOf(page, first, 'selected')).toHaveAttribute('aria-pressed', 'true')
    await tileOf(page, second, 'booked').click({ force: true })
    await expect(drawer).toContainText('1 slot selected')
  })

  await test.step('between the summary and the payment, it leads back to the picker', async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await agree(page)
    await hold(quicker, postId, first)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expect(page.getByText('Look like this post is already booked')).toBeVisible()
    await page.getByRole('button', { name: 'Choose another time' }).click()
    await expect(tileOf(page, first, 'booked')).toBeVisible()
    await checkOut(page, [third])
  })
})

test('two tabs that book the same time pay at the same Checkout, once', async ({ stack, openAs }) => {
  const { page, person } = await openAs('two-tabs', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'tabbed-tutor', person)
  const [slot] = tiles as [Slot]
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await openPicker(tab, postId)
    await pick(tab, [slot])
    await tab.getByRole('button', { name: 'Continue' }).click()
    await agree(tab)
  }
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Pay $20.00' })).toBeVisible()
  await expect(other).toHaveURL(page.url())
  await page.getByRole('button', { name: /^Pays 4242/ }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for Tabbed Tutor' })).toBeVisible()
  const { body } = await person.call(bookings.asStudent, { query: { offset: 0 } })
  expect(body.bookings).toHaveLength(1)
})

test('a failure on the way to Checkout is shown, and loses nothing', async ({ stack, openAs }) => {
  const { page, person } = await openAs('haggling', { timezoneId: zone })
  const { tutor, postId, tiles } = await offer(stack, 'dearer-tutor', person)
  await openPicker(page, postId)
  await pick(page, tiles.slice(0, 2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Message to Dearer').fill('Kept')
  await agree(page)
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
  const retry = page.getByRole('button', { name: 'Retry' })

  await test.step('a changed price needs a new agreement', async () => {
    await tutor.call(profiles.save, { body: { hourly_rate: '55.00' } })
    await proceed.click()
    await expect(page.getByText('The price has changed from $40.00 to $55.00.')).toBeVisible()
    await expect(proceed).toBeDisabled()
    await expect(page.getByLabel('Message to Dearer')).toHaveValue('Kept')
    await agree(page)
  })

  await test.step('a Checkout that can’t be created can be retried', async () => {
    await page.route('**/api/payment/bookslot', route => route.abort(), { times: 1 })
    await proceed.click()
    await expect(page.getByText(/can’t reach Ignite/)).toBeVisible()
    await controlPayments(stack, 'faults', { kind: 'error', path: '/v1/checkout/sessions', times: '10' })
    await retry.click()
    await expect(page.getByText(/Unable to get the checkout url/)).toBeVisible()
    await expect(page.getByLabel('Message to Dearer')).toHaveValue('Kept')
    await controlPayments(stack, 'faults/clear')
    const meetings = await page.context().newPage()
    await meetings.goto('/meeting')
    await meetings.getByRole('link', { name: /^Pay now/ }).click()
    await expect(meetings.getByRole('button', { name: 'Pay now' })).toBeVisible()
    await meetings.close()
  })

  await test.step('the client never goes to a Checkout on another site', async () => {
    const elsewhere = 'https://checkout.stripe.com.evil.example/pay'
    await page.route(
      '**/api/payment/bookslot',
      async route => {
        const response = await route.fetch()
        const answer: Record<string, string> = await response.json()
        await route.fulfill({ response, json: { ...answer, url: elsewhere } })
      },
      { times: 1 },
    )
    const answered = page.waitForResponse('**/api/payment/bookslot')
    await retry.click()
    expect(await (await answered).json()).toMatchObject({ url: elsewhere })
    await expect(page.getByText(/Unable to get the checkout url/)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/ignite/${postId}`))
  })

  await retry.click()
  await expect(page.getByRole('heading', { name: 'Pay $55.00' })).toBeVisible()

  await test.step('a held time keeps its price, and leads to where it can be given up', async () => {
    const [earlier] = await freeTiles(person, postId, 1)
    await hold(person, postId, earlier!)
    await tutor.call(profiles.save, { body: { hourly_rate: '50.00' } })
    const [from, to] = [tiles[0]!.start, tiles[1]!.end]
    await page.goto(`/ignite/${postId}?${new URLSearchParams({ book: 'summary', from, to })}`)
    await agree(page)
    await proceed.click()
    await expect(page.getByText('You’re already holding this time for $55.00.')).toBeVisible()
    await page.getByRole('link', { name: 'Pay or give it up' }).click()
    await expect(page.getByRole('button', { name: 'Give up this time' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`${clock(from)} – ${clock(to)}`)
  })
})

test('the picker is used with keys alone', async ({ stack, openAs }) => {
  const { page, person } = await openAs('by-keys', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'keyed-tutor', person)
  const [first, second, third] = tiles as [Slot, Slot, Slot]
  await page.goto(`/ignite/${postId}`)
  await page.getByRole('link', { name: /^Book Session with/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused()
  await page.getByRole('tab').first().waitFor()
  while (!(await page.getByRole('tab', { selected: true }).evaluate(tab => tab === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Home')
  for (let day = 0; day < dayAfterTomorrow; day++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab').nth(dayAfterTomorrow)).toBeFocused()
  while (!(await tileOf(page, first).evaluate(tile => tile === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(tileOf(page, third, 'selected')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(tileOf(page, third, 'selected')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tileOf(page, first, 'selected')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tileOf(page, tiles.at(-1)!)).toBeFocused()
  // One press of Tab leaves the tiles: next come the two ways to continue.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Back to posts' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused()
  await expect(drawerOf(page)).toContainText(`${clock(first.start)} – ${clock(third.end)}`)
  await expect(tileOf(page, second)).toHaveCount(0)
})

test('Back and Escape close what they opened, and the slot can be changed', async ({ stack, openAs }) => {
  const { page, person } = await openAs('back-and-forth', { timezoneId: zone })
  const { postId, tiles } = await offer(stack, 'patient-tutor', person)
  await openPicker(page, postId)
  await pick(page, tiles.slice(0, 2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Change the slot' }).click()
  await expect(tileOf(page, tiles[0]!, 'selected')).toBeVisible()
  await expect(drawerOf(page)).toContainText('2 slots selected')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible()
  await page.goBack()
  await expect(drawerOf(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/ignite/${postId}`)
  await page.goForward()
  await expect(drawerOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawerOf(page)).toHaveCount(0)

  await test.step('an order that closes stays what it is until it is gone', async () => {
    const [{ start, end }] = tiles as [Slot]
    await page.goto(`/ignite/${postId}?${new URLSearchParams({ book: 'summary', from: start, to: end })}`)
    await expect(drawerOf(page)).toContainText('$20.00 USD')
    await page.evaluate(() => {
      const announced: (string | null)[] = []
      Object.assign(window, { announced })
      new MutationObserver(() => {
        // The order keeps an empty alert for its agreement, which says nothing.
        for (const alert of document.querySelectorAll('[role="alert"]:not(:empty)'))
          announced.push(alert.textContent)
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('Escape')
    await expect(drawerOf(page)).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(window, 'announced'))).toEqual([])
  })

  await page.goto(`/ignite/${postId}?book=summary`)
  await expect(page.getByRole('heading', { name: 'No slot has been selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose a time' }).click()
  await page.getByRole('link', { name: 'Back to posts' }).click()
  await expect(page).toHaveURL('/explore')
})

test.describe('where nothing can be booked', () => {
  test('a person’s own post has no button, and shows only their schedule', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('own-tutor', { timezoneId: zone })
    const postId = await makeTutor(stack, person)
    await page.goto(`/ignite/${postId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Book Session/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Your schedule as students see it' }).click()
    const drawer = drawerOf(page)
    await expect(drawer).toContainText('You can’t book yourself.')
    await expect(drawer.getByText('Booked', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
    const [tile] = await freeTiles(person, postId, dayAfterTomorrow)
    await page.getByRole('tab').nth(dayAfterTomorrow).click()
    await expect(tileOf(page, tile!)).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
  })

  test('a tutor without a rate or hours gets an explanation', async ({ stack, openAs }) => {
    const { page } = await openAs('disappointed', { timezoneId: zone })
    const tutor = await stack.signIn('free-tutor')
    const postId = await makeTutor(stack, tutor, { ranges: [] })
    await page.goto(`/ignite/${postId}?book=time`)
    await expect(drawerOf(page)).toContainText('No Schedule')
    await tutor.call(profiles.save, { body: { hourly_rate: null } })
    await page.goto(`/ignite/${postId}?book=time`)
    await expect(drawerOf(page)).toContainText('doesn’t offer paid meetings right now')
    // Also under the drawer, which hides the page's links from everyone.
    await expect(page.getByRole('link', { name: /^Book Session/, includeHidden: true })).toHaveCount(0)

    const nobody = await stack.signIn('no-tutor')
    await nobody.call(profiles.save, { body: { hourly_rate: '30.00' } })
    const { id } = await addPost(nobody, await addSection(stack.db))
    await page.goto(`/ignite/${id}?book=time`)
    await expect(drawerOf(page)).toContainText('hasn’t set their hours yet')
  })
})

test('a full day, or one too short for an hour, gets an explanation', async ({ stack, openAs }) => {
  const { page, person } = await openAs('short-of-luck', { timezoneId: zone })
  const tutor = await stack.signIn('brief-tutor')
  const postId = await makeTutor(stack, tutor, { ranges: ['12:00 - 12:30'] })
  const [only] = await freeTiles(person, postId, dayAfterTomorrow)
  await hold(await stack.signIn('luckier'), postId, only!)
  await openPicker(page, postId)
  await expect(tileOf(page, only!, 'booked')).toBeVisible()
  await expect(drawerOf(page)).toContainText('Everything on this day is booked.')
  await page.getByRole('radio', { name: '1 hour' }).check()
  await expect(drawerOf(page)).toContainText('No Schedule')
  await page.getByRole('radio', { name: '30 mins' }).check()
  await drawerOf(page)
    .getByRole('button', { name: /^Go to/ })
    .click()
  await expect(page.getByRole('tab').nth(dayAfterTomorrow + 1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: /, free$/ })).toHaveCount(1)
})

test('a browser without Temporal books as well', async ({ stack, openAs }) => {
  const { page, person } = await openAs('older-browser', { timezoneId: zone })
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Temporal')
  })
  const { postId, tiles } = await offer(stack, 'timeless-tutor', person)
  await openPicker(page, postId)
  await checkOut(page, tiles.slice(0, 1))
  await page.getByRole('button', { name: /^Pays 4242/ }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for Timeless Tutor' })).toBeVisible()
  expect(await page.evaluate(() => typeof Temporal)).toBe('object')
})
