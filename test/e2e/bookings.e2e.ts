import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { invitations } from '#shared/api/invitations.ts'
import { live as liveCalls } from '#shared/api/live.ts'
import { cardTitle, wholeTitle } from '#shared/domain/booking-card.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import {
  accept,
  hold,
  moneyDone,
  readBooking,
  request,
  type Slot,
  weekOfTiles,
} from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { enrolIn, payPlaceIn } from '../factories/enrolments.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { held } from './held.ts'
import { makeAnswersLate } from './late-answers.ts'
import { listenFor } from './live-frames.ts'
import { leaveServerTime, tellTime } from './own-clock.ts'
import { startOwn, withOwnStack } from './own-stack.ts'
import { listen } from './told.ts'

/** These tests move the server's clock forward by days. */
const test = withOwnStack(startOwn)

/** A tutor available every hour, a student, and the tiles: $20.00 for each half hour. */
async function makeWorld(stack: Stack, name: string) {
  const [tutor, student] = [await stack.signIn(`tara.${name}`), await stack.signIn(`stan.${name}`)]
  const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'] })
  return { tutor, student, postId, tiles: await weekOfTiles(student, postId) }
}

/** The first tile that begins at least this many hours from now. */
function tileIn(stack: Stack, tiles: readonly Slot[], hours: number): Slot {
  const from = stack.clock.now().add({ minutes: hours * 60 }).epochMilliseconds
  return tiles.find(({ start }) => Date.parse(start) >= from)!
}

/** Moves the server's clock to this many minutes from a moment, and the pages' clocks with it. */
async function goTo(stack: Stack, moment: string, minutes: number, pages: readonly Page[] = []) {
  const milliseconds = Date.parse(moment) + minutes * 60_000 - stack.clock.now().epochMilliseconds
  stack.clock.advance({ milliseconds })
  for (const page of pages) await page.clock.fastForward(milliseconds)
}

const cards = (page: Page) => page.getByRole('article')
const application = (page: Page) => page.getByRole('dialog', { name: 'Meeting request' })

/** Scrolls until the whole list of upcoming meetings is loaded. */
async function scrollToEnd(page: Page) {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText('Nothing else scheduled.')).toBeVisible({ timeout: 500 })
  }).toPass()
}

test.describe('a request', () => {
  test('is accepted with remarks, which survive a lost answer, and its card changes in place', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    const { student, postId, tiles } = await makeWorld(stack, 'accepted')
    const message = 'Could we go through heaps, and then the second sheet?'
    const id = await request(stack, student, postId, tileIn(stack, tiles, 48), message)
    const { page } = await openAs('tara.accepted', { timezoneId: 'America/New_York' })
    await tellTime(stack, page)
    await page.goto('/meeting')
    const card = cards(page).first()
    await expect(card).toContainText('Waiting approval')
    await expect(card).toContainText('By: Stan Accepted')
    await expect(card).toContainText('Amount: $20.00')
    const view = card.getByRole('button', { name: 'View Application' })
    await view.focus()
    await page.keyboard.press('Enter')

    const dialog = application(page)
    await expect(dialog).toContainText(message)
    for (const fact of ['Lecture notes', '30 minutes', '$20.00', 'Eastern Time']) {
      await expect(dialog).toContainText(fact)
    }
    await expectAccessible(page)
    const [decline, agree] = ['Decline', 'Accept'].map(name => dialog.getByRole('button', { name }))
    await expect(decline!).toBeDisabled()
    await expect(agree!).toBeDisabled()
    await dialog.getByLabel('Remarks').fill('x'.repeat(251))
    await dialog.getByRole('checkbox').check()
    await expect(dialog).toContainText('251 of 250')
    await expect(dialog).toContainText('Remarks can have up to 250 characters.')
    await expect(agree!).toBeDisabled()
    await dialog.getByLabel('Remarks').fill('Bring the problem sheet.')
    await page.route('**/api/meeting/approve', route => route.abort())
    await agree!.click()
    await expect(dialog.getByRole('alert')).toContainText('We don’t know whether your answer went through.')
    await expect(dialog.getByLabel('Remarks')).toHaveValue('Bring the problem sheet.')
    await page.unroute('**/api/meeting/approve')
    await page.clock.pauseAt(stack.clock.now().add({ minutes: 5 }).epochMilliseconds)
    await agree!.click()
    const outcome = dialog.getByRole('status').filter({ hasText: 'Approved' })
    // It shows with the timers that follow its answer.
    while (!(await outcome.isVisible())) await page.clock.runFor(1)
    await page.clock.runFor(1_400)
    await expect(outcome).toBeVisible()
    await expect(page).toHaveURL(/request=/)
    await page.clock.runFor(100)
    await expect(page).not.toHaveURL(/request=/)
    await page.clock.resume()
    await expect(dialog).toHaveCount(0)
    // The focus that leaves the dialog cuts short what a screen reader says of it.
    const said = page.getByRole('listitem').filter({ hasText: 'You accepted Stan Accepted’s request.' })
    await expect(said).toBeVisible()
    await expect(card).toContainText(/In \d days/)
    await expect(view).toHaveCount(0)
    await expect(card.locator(':focus')).toHaveCount(1)
    expect(await readBooking(student, id)).toMatchObject({
      status: 'approved',
      booking_remarks: 'Bring the problem sheet.',
    })
  })

  test('is declined, leaves the pending ones, and is refunded in full', async ({ stack, openAs }) => {
    const { student, postId, tiles } = await makeWorld(stack, 'declined')
    await request(stack, student, postId, tileIn(stack, tiles, 48))
    const { page } = await openAs('tara.declined')
    await tellTime(stack, page)
    await page.goto('/meeting?filter=pending')
    await cards(page).getByRole('button', { name: 'View Application' }).click()
    await application(page).getByRole('checkbox').check()
    const outcome = application(page).getByRole('status').filter({ hasText: 'Declined' })
    // It shows for a moment only.
    await Promise.all([outcome.waitFor(), application(page).getByRole('button', { name: 'Decline' }).click()])
    await expect(page.getByText('No pending requests')).toBeVisible()
    await moneyDone(stack)

    const { page: theirs } = await openAs('stan.declined')
    await tellTime(stack, theirs)
    await theirs.goto('/meeting?tab=passed')
    await expect(cards(theirs)).toContainText('declined')
    await expect(cards(theirs)).toContainText('We refunded you $20.00.')
    await cards(theirs).getByRole('link', { name: 'Details' }).click()
    await expect(theirs.getByRole('heading', { level: 1, name: 'Tara Declined declined' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Choose another time' })).toBeVisible()
  })

  test('is answered on its own page, which has the tutor’s terms and what they earn', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    const { student, postId, tiles } = await makeWorld(stack, 'page')
    const id = await request(stack, student, postId, tileIn(stack, tiles, 48), 'Trees, please.')
    const { page } = await openAs('tara.page')
    await tellTime(stack, page)
    await page.goto(`/booking/${id}`)
    const answer = page.getByRole('region', { name: 'Your answer' })
    await expect(answer).toContainText('Trees, please.')
    await expect(answer.getByRole('button', { name: 'Decline' })).toBeDisabled()
    await expect(page.getByRole('main')).toContainText('$20.00, after the meeting')
    await expect(page.getByRole('main')).toContainText('If you decline or don’t answer before the start')
    await expect(page.getByRole('main')).not.toContainText('If the tutor cancels')
    await expectAccessible(page)
    await answer.getByLabel('Remarks').fill('Bring the sheet.')
    await answer.getByRole('checkbox').check()
    await answer.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Stan Page is booked with you' })).toBeFocused()
    await expect(answer).toHaveCount(0)
    expect(await readBooking(student, id)).toMatchObject({
      status: 'approved',
      booking_remarks: 'Bring the sheet.',
    })
  })

  test('that was answered elsewhere first shows its new state', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'slow')
    const id = await request(stack, student, postId, tileIn(stack, tiles, 48))
    const { page } = await openAs('tara.slow')
    await tellTime(stack, page)
    // Live, the dialog would change before the answer is sent.
    await page.routeWebSocket(/\/live\//, socket => socket.close())
    await page.goto(`/meeting?request=${id}`)
    const dialog = application(page)
    await dialog.getByRole('checkbox').check()
    await student.call(bookings.cancel, { body: { bookingId: id } })
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(dialog.getByRole('alert')).toContainText('it is canceled')
    await expect(dialog.getByRole('button', { name: 'Accept' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Passed' }).click()
    await expect(cards(page)).toContainText('Stan Slow canceled it.')
    expect((await readBooking(tutor, id)).status).toBe('cancelled')
  })
})

test.describe('a card', () => {
  test('shows each side its own time and the other’s, and can go into the calendar', async ({
    stack,
    openAs,
  }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'zones')
    const slot = tileIn(stack, tiles, 50)
    await accept(tutor, await request(stack, student, postId, slot))
    const clock = (zone: string) =>
      new Date(slot.start).toLocaleTimeString('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    const [west, east] = ['America/Los_Angeles', 'America/New_York'].map(
      zone => new RegExp(clock(zone).replace(/\s/g, '\\s')),
    )
    const { page } = await openAs('stan.zones', { timezoneId: 'America/Los_Angeles' })
    await tellTime(stack, page)
    await page.goto('/meeting')
    await expect(cards(page).getByRole('time')).toContainText(west!)
    await expect(cards(page).locator('p[title]').first()).toHaveAttribute('title', east!)
    const { page: theirs } = await openAs('tara.zones', { timezoneId: 'America/New_York' })
    await tellTime(stack, theirs)
    await theirs.goto('/meeting')
    await expect(cards(theirs).getByRole('time')).toContainText(east!)
    await expect(cards(theirs)).toContainText('By: Stan Zones')

    await page.getByRole('button', { name: 'Add to calendar' }).click()
    const entry = (name: string) => page.getByRole('menuitem', { name })
    await expect(entry('Google Calendar')).toHaveAttribute('href', /calendar\.google\.com.+Tara\+Zones/)
    await expect(entry('Outlook')).toHaveAttribute('href', /outlook\.live\.com/)
    const download = page.waitForEvent('download')
    await entry('Calendar file').click()
    expect((await download).suggestedFilename()).toBe('ignite-booking.ics')
  })

  test('opens the full message, says if there is none, and leads an unpaid time to Checkout or releases it', async ({
    stack,
    openAs,
  }) => {
    const { student, postId, tiles } = await makeWorld(stack, 'message')
    const message = 'Could we go through heaps,\nand then the second sheet?'
    await request(stack, student, postId, tileIn(stack, tiles, 48), message)
    await request(stack, student, postId, tileIn(stack, tiles, 50))
    const { id, url } = await hold(student, postId, tileIn(stack, tiles, 52))
    const { page } = await openAs('stan.message')
    await tellTime(stack, page)
    await page.goto('/meeting')
    await expect(cards(page).nth(1)).toContainText('No Message')
    const chip = cards(page).first().getByRole('button', { name: 'Message: Could we go through …' })
    await chip.click()
    const dialog = page.getByRole('dialog', { name: 'Message details' })
    await expect(dialog.getByText('and then the second sheet?')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chip).toBeFocused()

    const unpaid = cards(page).nth(2)
    await expect(unpaid).toContainText('held')
    await expect(unpaid).toContainText(/Held until \d/)
    await expect(unpaid.getByRole('link', { name: /Pay now \$20\.00/ })).toHaveAttribute('href', url)
    await unpaid.getByRole('button', { name: 'Give up this time' }).click()
    await expect(page.getByText('You gave up this time. You weren’t charged.')).toBeVisible()
    expect((await readBooking(student, id)).status).toBe('cancelled')

    await cards(page)
      .first()
      .getByRole('link', { name: /Tara Message/ })
      .click()
    await expect(page).toHaveURL(/\/profile\/tara\.message/)
  })

  test('follows the clock from days ahead to the end, without asking the server', async ({
    stack,
    openAs,
  }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'clock')
    const slot = tiles.find(({ start }) => {
      const there = Temporal.Instant.from(start).toZonedDateTimeISO('America/Los_Angeles')
      const noon = there.hour === 12 && there.minute === 0
      return noon && Date.parse(start) > stack.clock.now().epochMilliseconds + 48 * 3_600_000
    })!
    await accept(tutor, await request(stack, student, postId, slot))
    await goTo(stack, slot.start, -30 * 60)
    const { page } = await openAs('stan.clock', { timezoneId: 'America/Los_Angeles' })
    await tellTime(stack, page)
    await page.goto('/meeting')
    const card = cards(page).first()
    await expect(card).toContainText('In 1 day')
    await expect(card.getByText(/Join Now/)).toHaveCount(0)
    await page.route('**/api/meeting/**', route => route.abort())
    await leaveServerTime(page)

    const until = (minutes: number) => goTo(stack, slot.start, minutes, [page])
    await until(-10.9 * 60)
    await expect(card).toContainText('Today!')
    await expect(card.getByRole('button', { name: 'Join Now' })).toBeDisabled()
    await expect(card).toContainText('Opens at 11:50 AM')
    await until(-9.9)
    const join = card.getByRole('link', { name: /Join Now/ })
    await expect(join).toHaveAttribute('href', /^\/meeting\/live\//)
    await expect(card.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await until(0.1)
    await expect(join).toBeVisible()
    await expect(card.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await until(30.1)
    await expect(card.getByRole('button', { name: 'Meeting Ended' })).toBeDisabled()
    await until(13 * 60)
    await expect(card).toContainText('Meeting passed')
  })
})

test.describe('a device whose clock is off', () => {
  test('lets its person join an open meeting, and pay while a time is held', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'off')
    const slot = tileIn(stack, tiles, 2)
    await accept(tutor, await request(stack, student, postId, slot))
    await goTo(stack, slot.start, -5)
    const { page: slow } = await openAs('tara.off')
    await tellTime(stack, slow, -25)
    await slow.goto('/meeting')
    await expect(cards(slow).getByRole('link', { name: /Start Now/ })).toBeVisible()

    const { id } = await hold(student, postId, tileIn(stack, tiles, 4))
    const { page: fast } = await openAs('stan.off')
    await tellTime(stack, fast, 60)
    await fast.goto(`/booking/${id}`)
    await expect(fast.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
    await expect(fast.getByRole('link', { name: /Pay now/ })).toBeVisible()
  })
})

test.describe('canceling', () => {
  test('half a day ahead refunds half, and says so first', async ({ stack, openAs, expectAccessible }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'half')
    const slot = tileIn(stack, tiles, 14)
    const id = await request(stack, student, postId, slot)
    await accept(tutor, id)
    await goTo(stack, slot.start, -12 * 60 - 1)
    const { page } = await openAs('stan.half')
    await tellTime(stack, page)
    await page.goto('/meeting')
    const card = cards(page).first()
    const fetched = page.waitForResponse(answer => answer.url().includes(`/api/meeting/booking/${id}`))
    await card.getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
    await fetched
    await expect(dialog).toContainText('You get a full refund of $20.00.')
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    // The deadline passes, and the page doesn't know yet.
    const { release } = await held(page, '**/api/meeting/booking/*')
    await goTo(stack, slot.start, -11 * 60, [page])
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'The refund is now $10.00. Check it before you cancel.',
    )
    release()
    await expect(dialog).toContainText('You get a refund of $10.00 of the $20.00.')
    await expect(dialog).toContainText('a full refund until 12 hours before the start, then half')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(card.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Remarks').fill('I am ill.')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(page.getByText('You canceled the booking. We’re refunding $10.00 to you.')).toBeVisible()
    await expect(page.getByText('No upcoming meetings')).toBeVisible()
    await expect(page.getByText(/^Times are in/)).toBeHidden()
    // What had the focus is gone, and the body isn't a place to go on from.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    await page.getByRole('link', { name: 'Passed' }).click()
    await expect(card).toContainText('You canceled it.')
    expect(await readBooking(tutor, id)).toMatchObject({ refunded: '10.00', booking_remarks: 'I am ill.' })

    const begins = tileIn(stack, tiles, 1)
    await accept(tutor, await request(stack, student, postId, begins))
    await page.goto('/meeting')
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await goTo(stack, begins.start, 1, [page])
    await expect(dialog).toContainText('You can’t cancel this booking anymore. It has already started.')
  })

  test('as the tutor refunds everything', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'refunds')
    await accept(tutor, await request(stack, student, postId, tileIn(stack, tiles, 3)))
    const { page } = await openAs('tara.refunds')
    await tellTime(stack, page)
    await page.goto('/meeting?filter=teaching')
    await cards(page).getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
    await expect(dialog).toContainText('Stan Refunds gets a full refund of $20.00.')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(page.getByText('Nothing to teach right now')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit your hours' })).toBeVisible()
    await moneyDone(stack)
    await page.getByRole('link', { name: 'Passed' }).click()
    await expect(cards(page)).toContainText('You canceled it. We refunded Stan Refunds $20.00.')
  })
})

test.describe('the list', () => {
  test('loads six at a time, says where it ends, and keeps its place after an answer', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { student, postId, tiles } = await makeWorld(stack, 'many')
    for (const slot of tiles.slice(60, 68)) await request(stack, student, postId, slot)
    const { page } = await openAs('tara.many')
    await tellTime(stack, page)
    const first = page.waitForResponse('**/api/meeting/bookings/list')
    await page.goto('/meeting')
    expect((await (await first).json()).bookings).toHaveLength(6)
    await scrollToEnd(page)
    await expect(cards(page)).toHaveCount(8)
    await expectAccessible(page)

    const last = cards(page).last()
    const view = last.getByRole('button', { name: 'View Application' })
    await view.evaluate(button => button.scrollIntoView({ block: 'center' }))
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await view.click()
    await application(page).getByRole('checkbox').check()
    await application(page).getByRole('button', { name: 'Accept' }).click()
    await expect(last).toContainText(/In \d days?|Today!/)
    await expect(last.locator(':focus')).toHaveCount(1)
    await expect(cards(page)).toHaveCount(8)
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5)
  })

  test('keeps to the filter of its address', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'filter')
    await accept(tutor, await request(stack, student, postId, tileIn(stack, tiles, 48)))
    await request(stack, student, postId, tileIn(stack, tiles, 50))
    const { page } = await openAs('stan.filter')
    await tellTime(stack, page)
    await page.goto('/meeting')
    await expect(cards(page)).toHaveCount(2)
    const kinds = page.getByRole('navigation', { name: 'Meetings by kind' })
    await expect(kinds.getByRole('link')).toHaveText(['All', 'Pending', 'Teaching', 'Attending'])
    await expect(page.getByText('Passed')).toHaveCount(1)
    await kinds.getByRole('link', { name: 'Pending' }).click()
    await expect(page).toHaveURL(/\/meeting\?filter=pending$/)
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText('Waiting approval')
    await kinds.getByRole('link', { name: 'Attending' }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(/In \d days/)
    await kinds.getByRole('link', { name: 'Teaching' }).click()
    await expect(page.getByText('Nothing to teach right now')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set your rate' })).toBeVisible()
    await page.getByRole('link', { name: 'Passed' }).click()
    await expect(page).toHaveURL(/\/meeting\?tab=passed$/)
    await expect(page.getByText('No past meetings yet')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/meeting\?filter=teaching$/)
  })

  test('has bookings and sessions by time, live ones first, and follows what the other side does', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { tutor, student, tiles } = await makeWorld(stack, 'one')
    const { id: postId } = await addPost(tutor, await addSection(stack.db), {
      name: 'Everything about balanced search trees',
    })
    const [live, later] = [tileIn(stack, tiles, 3), tileIn(stack, tiles, 60)]
    await accept(tutor, await request(stack, student, postId, live))
    const waiting = await request(stack, student, postId, later, 'Heaps, please.')
    const topic = wholeTitle((await readBooking(student, waiting)).topic)
    const start = Temporal.Instant.from(live.start).add({ hours: 20 }).toZonedDateTimeISO('UTC')
    const hour = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString({ smallestUnit: 'minute' })
    const session = await makeSession(stack, tutor, {
      title: 'Open office hour',
      rate: '',
      starts_on: start.toPlainDate().toString(),
      start_time: hour(start),
      end_time: hour(start.add({ hours: 1 })),
    })
    await enrolIn(session, student)
    await goTo(stack, live.start, -5)
    const { page } = await openAs('stan.one')
    await tellTime(stack, page)
    await page.goto('/explore')
    const strip = page.getByRole('region', { name: 'Next up' })
    const join = strip.getByRole('link', { name: /^\d+:\d\d [AP]M · Join with Tara One/ })
    await expect(join).toBeVisible()
    // On a tablet, what there is to answer stands right below it.
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 820, height: 1180 })
    expect((await join.boundingBox())!.height).toBeGreaterThanOrEqual(24)
    await page.setViewportSize(size)
    await goTo(stack, live.start, 4, [page])
    await page.goto('/meeting')
    const now = page.getByRole('region', { name: 'Live now' })
    await expect(now.getByRole('article')).toHaveCount(1)
    await expect(now.getByRole('link', { name: /^Join Now/ })).toBeVisible()
    await expect(cards(page)).toHaveCount(3)
    await expect(cards(page).nth(1)).toContainText('Open office hour')
    await expect(cards(page).nth(2)).toContainText('Waiting approval')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Live now',
      'Upcoming meetings',
    ])
    await expect(cards(page).getByRole('heading', { level: 3 })).toHaveCount(3)
    await expectAccessible(page)
    const title = cards(page).nth(2).getByRole('heading')
    await expect(title.getByText(topic, { exact: true })).toBeVisible()
    await expect(title.getByText(cardTitle(topic), { exact: true })).toBeHidden()
    await page.setViewportSize({ width: 300, height: 900 })
    await expect(title.getByText(cardTitle(topic), { exact: true })).toBeVisible()
    await expect(title.getByText(topic, { exact: true })).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
    await accept(tutor, waiting)
    // Long before the list is asked for again by itself.
    await expect(cards(page).nth(2)).not.toContainText('Waiting approval', { timeout: 20_000 })
    await page.goto('/explore')
    // A browser without windows can't show whether it opens one or a tab.
    await page.evaluate(() => {
      window.open = (...how) => {
        Object.assign(window, { opened: how })
        return null
      }
    })
    await strip.getByRole('link', { name: /^Live now · Join with Tara One/ }).click()
    const address = expect.stringMatching(/^\/meeting\/live\//)
    const opened = await page.evaluate(() => Reflect.get(window, 'opened'))
    expect(opened).toEqual([address, '_blank', expect.stringMatching(/popup,.*width=\d+,height=\d+/)])
  })

  test('goes on after bookings that all have a session’s card', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'places')
    for (const [start_time, end_time] of [
      ['10:00', '11:00'],
      ['12:00', '13:00'],
    ] as const) {
      const session = await makeSession(stack, tutor, {
        start_time,
        end_time,
        repeat: true,
        repeat_days: [...weekdays],
      })
      for (const n of [0, 1, 2]) await payPlaceIn(stack, session, student, n)
    }
    await request(stack, student, postId, tiles.at(-1)!)
    const { page } = await openAs('stan.places')
    await tellTime(stack, page)
    await page.goto('/meeting')
    await scrollToEnd(page)
    await expect(cards(page)).toHaveCount(7)
    await expect(cards(page).last()).toContainText('Waiting approval')
  })

  test('shows what the other side did before its page had a live connection', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'early')
    const id = await request(stack, student, postId, tileIn(stack, tiles, 48))
    const { page } = await openAs('stan.early')
    await tellTime(stack, page)
    const accepted = Promise.withResolvers<void>()
    await page.route(`**${liveCalls.ticket.path}`, async route => {
      await accepted.promise
      await route.continue()
    })
    await page.goto('/meeting')
    await expect(cards(page)).toContainText('Waiting approval')
    await accept(tutor, id)
    accepted.resolve()
    await expect(cards(page)).not.toContainText('Waiting approval')
  })

  test('shows what the other side did while the person read a document', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'reads')
    const id = await request(stack, student, postId, tileIn(stack, tiles, 48))
    const { page } = await openAs('stan.reads')
    await tellTime(stack, page)
    const heard = listenFor(page)
    await page.goto('/meeting')
    await heard('alerts_unread')
    await cards(page).getByRole('heading').getByRole('link').click()
    await page.getByRole('link', { name: 'View Document' }).click()
    await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
    await accept(tutor, id)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.goBack()
    await expect(cards(page)).toContainText(/In \d days/)
  })

  test('shows an error and retries', async ({ stack, openAs }) => {
    const { page } = await openAs('nora.broken')
    await tellTime(stack, page)
    await page.route('**/api/meeting/bookings/list', route => route.fulfill({ status: 500, body: '' }))
    await page.goto('/meeting')
    await expect(page.getByRole('alert')).toContainText('some error happened')
    await page.unroute('**/api/meeting/bookings/list')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No upcoming meetings')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Find a tutor' })).toBeVisible()
  })
})

test.describe('the room', () => {
  test('shows who is there, and having met completes the meeting', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'met')
    const slot = tileIn(stack, tiles, 2)
    const id = await request(stack, student, postId, slot)
    await accept(tutor, id)
    await goTo(stack, slot.start, -30)
    const { page } = await openAs('stan.met')
    await tellTime(stack, page)
    await page.goto('/meeting')
    await expect(cards(page)).toContainText('Opens at')
    await goTo(stack, slot.start, -8, [page])
    const opened = page.context().waitForEvent('page')
    await cards(page)
      .getByRole('link', { name: /Join Now/ })
      .click()
    const room = await opened
    expect(await room.evaluate(() => window.opener)).toBeNull()
    await tellTime(stack, room)
    await room.reload()
    const person = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(person(room, 'Stan Met')).toContainText('In the lobby')
    await expect(person(room, 'Tara Met')).toContainText('Not in the call yet')
    await expect(room.getByRole('timer')).toHaveText('Starts in 8 minutes')
    await expectAccessible(room)
    await room.getByRole('button', { name: 'Ask to be let in' }).click()
    await expect(room.getByText('Waiting room')).toBeVisible()

    const { page: theirs } = await openAs('tara.met')
    await tellTime(stack, theirs)
    await theirs.goto(`/meeting/live/${id}`)
    await expect(person(theirs, 'Stan Met')).toContainText('Waiting to get in')
    await theirs.getByRole('button', { name: 'Join the meeting' }).click()
    await theirs.getByRole('button', { name: 'Admit' }).click()
    for (const one of [room, theirs]) await expect(one.getByRole('toolbar', { name: 'Call' })).toBeVisible()
    // A stay is saved every few seconds. The job that judges the meeting may come before that after a leap of the clock.
    await goTo(stack, slot.start, 20)
    const stays = sql<{ saved: number }>`
      select count(*)::int as saved from attendances where booking_id = ${id}
        and left_at > ${slot.start}::timestamptz + interval '15 minutes'`
    await expect.poll(async () => (await stays.execute(stack.db)).rows).toEqual([{ saved: 2 }])
    await goTo(stack, slot.start, 46)
    for (const one of [room, theirs]) {
      await expect(one.getByRole('heading', { name: 'The meeting is over' })).toBeVisible()
      await expect(one.getByRole('region', { name: 'Attendance' })).toContainText('You')
    }
    const again = await stack.signIn('stan.met')
    await again.call(bookings.settle)
    await page.goto('/meeting?tab=passed')
    await expect(cards(page)).toContainText('completed')
    expect((await readBooking(again, id)).refunded).toBeNull()
  })

  test('that only one person came to is missed, and refunded', async ({ stack, openAs }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'missed')
    const slot = tileIn(stack, tiles, 2)
    const id = await request(stack, student, postId, slot)
    await accept(tutor, id)
    await goTo(stack, slot.start, 5)
    const { page } = await openAs('stan.missed')
    await tellTime(stack, page)
    await page.goto(`/meeting/live/${id}`)
    await expect(page.getByRole('timer')).toHaveText('Ends in 25 minutes')
    await goTo(stack, slot.end, 1, [page])
    await student.call(bookings.settle)
    await moneyDone(stack)
    await page.goto('/meeting?tab=passed')
    await expect(cards(page)).toContainText('missed')
    await expect(cards(page)).toContainText('It didn’t happen. We refunded you $20.00.')
  })

  test('says why it is closed, and opens automatically', async ({ stack, openAs, expectAccessible }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'ahead')
    const slot = tileIn(stack, tiles, 2)
    const id = await request(stack, student, postId, slot)
    const { page } = await openAs('stan.ahead')
    await tellTime(stack, page)
    await page.goto(`/meeting/live/${id}`)
    await expect(page.getByText('Tara Ahead hasn’t answered your request.')).toBeVisible()
    await accept(tutor, id)
    await goTo(stack, slot.start, -60, [page])
    await expect(page.getByText('Not open yet')).toBeVisible()
    await expectAccessible(page)
    await goTo(stack, slot.start, -9, [page])
    await expect(page.getByRole('button', { name: 'Ask to be let in' })).toBeVisible()

    const { page: strange } = await openAs('otto.ahead')
    await strange.goto(`/meeting/live/${id}`)
    await expect(strange.getByRole('heading', { name: 'You can’t join this meeting' })).toBeVisible()
    await strange.getByRole('button', { name: 'Close' }).click()
    await expect(async () =>
      expect(strange.isClosed() || strange.url().endsWith('/meeting')).toBe(true),
    ).toPass()
  })
})

test.describe('the feed', () => {
  test('shows the next meeting, links to it, and can be dismissed until tomorrow', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { tutor, student, postId, tiles } = await makeWorld(stack, 'next')
    await accept(tutor, await request(stack, student, postId, tileIn(stack, tiles, 30)))
    await request(stack, student, postId, tileIn(stack, tiles, 40))
    const { page } = await openAs('tara.next')
    await tellTime(stack, page)
    await makeAnswersLate(page)
    const strip = page.getByRole('region', { name: 'Next up' })
    await test.step('says so if it didn’t load, and can be retried', async () => {
      const calls = (url: URL) => url.pathname === bookings.next.path
      const invited = (url: URL) => url.pathname === invitations.received.path
      for (const some of [calls, invited]) {
        await page.route(some, route => route.fulfill({ status: 500, body: '' }))
      }
      await page.goto('/explore')
      const failed = page.getByRole('status').filter({ hasText: 'Your next meetings didn’t load' })
      await expect(failed).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('next-up'))).toBeNull()
      await page.unroute(calls)
      const told = await listen(page)
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
      await expect(strip).toContainText('with Stan Next')
      await expect(strip).toContainText('The rest didn’t load.')
      await expect.poll(told).toContain('Some of your next meetings didn’t load.')
      await expectAccessible(page)
      await page.unroute(invited)
      await strip.getByRole('button', { name: 'Retry' }).click()
      await expect(strip).not.toContainText('didn’t load')
    })
    await expect(strip).toContainText('with Stan Next')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await expectAccessible(page)
    await strip.getByRole('link', { name: 'Stan Next requested a meeting' }).click()
    await expect(application(page)).toBeVisible()
    await page.goto('/explore')
    await strip.getByRole('button', { name: 'Hide for today' }).click()
    await expect(strip).toHaveCount(0)
    const asked: string[] = []
    page.on('request', sent => asked.push(new URL(sent.url()).pathname))
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(asked).not.toContain(bookings.next.path)
    await expect(strip).toHaveCount(0)
  })
})
