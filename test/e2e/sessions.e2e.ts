import type { Page, Route } from '@playwright/test'
import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { callUrl } from '#shared/api/contract.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { meetings } from '#shared/api/meetings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { moneyDone } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { enrolIn, payPlaceIn } from '../factories/enrolments.ts'
import { meetIn } from '../factories/meetings.ts'
import { dayAhead, instantAt, makeSession, planOf, savePlan } from '../factories/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect } from './fixtures.ts'
import { held } from './held.ts'
import { eastern, goBeforeClockChange, leaveServerTime, tellTime } from './own-clock.ts'
import { startOwn, withOwnStack } from './own-stack.ts'
import { scrollsSideways } from './sideways.ts'
import { listen } from './told.ts'

/** These tests move the server's clock forward by days. */
const test = withOwnStack(startOwn)

const pacific = 'America/Los_Angeles'

/** "EST" or "EDT": the zone name in New York on a day. */
function lettersOn(date: string): string {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: eastern, plainTime: '12:00' })
  return noon.toLocaleString('en-US', { timeZoneName: 'short' }).split(' ').at(-1)!
}

const plus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()
const times = (page: Page) => page.getByRole('region', { name: /^(Next dates|When)$/ }).getByRole('listitem')
const shownId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!
const getSession = async (person: Person, id: string) =>
  (await person.call(sessions.get, { query: { id } })).body.session
const followedBy = async (person: Person) => (await person.call(follows.following, { query: {} })).body.data

test('a weekly session is planned, filled, moved and deleted, by people in different zones across a clock change', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const wednesday = goBeforeClockChange(stack)
  await addSection(stack.db)
  const { page: theirs, person: fran } = await openAs('fran.follower', { timezoneId: pacific })
  const { page, person: olga } = await openAs('olga.owner', { timezoneId: eastern })
  await olga.call(profiles.save, { body: { hourly_rate: '20', time_zone: eastern } })
  await fran.call(profiles.save, { body: { time_zone: pacific } })
  await fran.call(follows.follow, { body: { username: 'olga.owner' } })
  for (const one of [page, theirs]) await tellTime(stack, one)

  await test.step('the form shows what is missing, keeps what is typed and previews the result', async () => {
    await page.goto('/explore')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New Session' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New Session' })).toBeFocused()
    await page.getByRole('button', { name: 'Create Session' }).click()
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is required.')
    await expect(page.getByLabel('Title')).toBeFocused()
    await expect(page.getByLabel('Start time')).toHaveAccessibleDescription('Choose when it starts.')

    await page.getByLabel('Title').fill('Heaps before the midterm')
    await page.getByLabel('Description').fill('Last week’s sheet, together.')
    await page.getByLabel('Date').fill(wednesday)
    await page.getByLabel('Start time').fill('16:00')
    await page.getByLabel('End time').fill('15:30')
    await expect(page.getByText('Lasts 23 h 30 min, until the next day.')).toBeVisible()
    await expect(page.getByLabel('End time')).toHaveAccessibleDescription(/at most 8 h/)
    await page.getByLabel('End time').fill('17:30')
    await page.getByRole('checkbox', { name: 'Repeats every week' }).check()
    const onWednesday = page.getByRole('checkbox', { name: 'Wednesday' })
    await expect(onWednesday).toBeChecked()
    await onWednesday.uncheck()
    await expect(onWednesday).toHaveAccessibleDescription('Choose at least one weekday.')
    await onWednesday.check()
    await page.getByLabel('Rate per hour').fill('$20')
    await expect(page.getByText('$20 an hour × 1 h 30 min, from each student.')).toBeVisible()
    await page.getByLabel('Skip a day').fill(plus(wednesday, 1))
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await expect(page.getByLabel('Skip a day')).toHaveAccessibleDescription(/There’s no session on this day/)
    await page.getByLabel('Skip a day').fill(plus(wednesday, 14))
    await page.getByRole('button', { name: 'Create Session' }).click()
    await expect(page.getByLabel('Skip a day')).toHaveAccessibleDescription(
      /^Press “Skip” to leave out this day/,
    )
    await expect(page.getByLabel('Skip a day')).toBeFocused()
    await page.getByLabel('Skip a day').press('Enter')
    await expect(page.getByRole('list', { name: 'Days skipped' }).getByRole('listitem')).toHaveCount(1)
    await page.getByLabel('Add a class').fill('10432')
    await page.getByRole('option', { name: /10432/ }).click()

    const hours = '4:00 PM – 5:30 PM'
    const letters = [0, 7, 21].map(days => lettersOn(plus(wednesday, days)))
    expect(new Set(letters).size).toBe(2)
    await expect(times(page)).toContainText(letters.map(() => hours))
    await expect(page.getByText('$30.00')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Heaps before the midterm')
    await expect(times(page)).toContainText(letters.map(() => hours))
    await page.getByRole('button', { name: 'Create Session' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Heaps before the midterm' })).toBeVisible()
    await expect(times(page)).toContainText(letters.map(zone => `${hours} ${zone}`))
    await expect(page.getByText('10432')).toBeVisible()
  })
  const id = shownId(page)

  await test.step('followers are invited once, and answer in their own time', async () => {
    await page.getByRole('link', { name: /Enrolled students/ }).click()
    await expect(page.getByRole('dialog', { name: 'Enrolled students' })).toContainText(
      'No students enrolled yet.',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Invite Followers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Followers' })
    const told = await listen(page)
    await dialog.getByRole('searchbox').fill('nobody')
    await expect(dialog).toContainText('No followers found matching your search')
    await expect.poll(told).toContain('No followers found matching your search')
    const search = await held(page, '**/api/follow/user**')
    await dialog.getByRole('searchbox').fill('fran')
    await expect.poll(() => search.asked.length).toBe(1)
    await expect(dialog.getByText('No followers found matching your search')).toBeHidden()
    await expect(dialog.getByRole('status', { name: 'Loading people' })).toBeVisible()
    search.release()
    await expect.poll(told).toContain('1 person')
    // An answer that says nothing, as from a proxy.
    const proxy = { status: 502, contentType: 'text/html', body: '' }
    await page.route('**/api/sessions/invite', route => route.fulfill(proxy))
    await dialog.getByRole('button', { name: 'Invite Fran Follower' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to send invites. Please try again.')
    await page.unroute('**/api/sessions/invite')
    await dialog.getByRole('button', { name: 'Invite Fran Follower' }).click()
    await expect(page.getByText('Successfully invited Fran Follower.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Invited Fran Follower' })).toBeDisabled()
    await page.route('**/api/sessions/invite/sent*', route => route.fulfill({ status: 500, json: {} }))
    await dialog.getByRole('link', { name: 'Invited' }).click()
    await expect(dialog.getByText('Failed to fetch invited users. Please try again.')).toBeVisible()
    await page.unroute('**/api/sessions/invite/sent*')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('button', { name: /^Withdraw/ })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await theirs.goto(`/sessions/${id}`)
    await expect(theirs.getByText('Olga Owner invited you.')).toBeVisible()
    await expect(times(theirs)).toContainText(['1:00 PM – 2:30 PM', '1:00 PM – 2:30 PM', '1:00 PM – 2:30 PM'])
    await expect(times(theirs).first().locator('[title]')).toHaveAttribute(
      'title',
      /^For Olga Owner: Wed, .* 4:00 PM – 5:30 PM E/,
    )
    await theirs.getByRole('button', { name: 'Enroll', exact: true }).click()
    await expect(theirs.getByText('Enrolled', { exact: true })).toBeVisible()
    await expectAccessible(theirs)
    await page.reload()
    await page.getByRole('link', { name: /Enrolled students/ }).click()
    await expect(page.getByRole('dialog', { name: 'Enrolled students' })).toContainText('Fran Follower')
    await page.keyboard.press('Escape')
  })

  await test.step('a change of time shows who has paid, and the old and new times', async () => {
    await payPlaceIn(stack, await getSession(fran, id), fran)
    await page.getByRole('button', { name: 'Edit description' }).click()
    const description = page.getByRole('textbox', { name: 'Description' })
    // An input method has this Escape.
    await description.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
    await description.fill('Last week’s sheet, and the week before’s.')
    await description.press('Escape')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(description).toHaveValue('Last week’s sheet, and the week before’s.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // Its field has the same words until they are saved.
    await expect(description).toHaveCount(0)
    await expect(page.getByText('and the week before’s.')).toBeVisible()
    await page.reload()
    const places = page.getByRole('region', { name: 'Paid places' })
    await expect(places).toContainText('1 of 3 paid')
    await expect(places.getByRole('listitem').getByRole('listitem')).toContainText(['Fran Follower'])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByText('1 person already paid.')).toBeVisible()
    await page.getByLabel('Start time').fill('18:00')
    await page.getByLabel('End time').fill('19:30')
    const notice = page.getByRole('status').filter({ hasText: '1 person already paid' })
    await expect(notice).toContainText(/Wed, .*4:00 PM – 5:30 PM Wed, .*6:00 PM – 7:30 PM/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Session' }).click()
    await expect(page.getByText('Your session is saved.')).toBeVisible()
    await expect(times(page).first()).toContainText('6:00 PM – 7:30 PM')
    await theirs.reload()
    await expect(times(theirs).first()).toContainText('3:00 PM – 4:30 PM')
    await expect(times(theirs).first()).toContainText('You have a place.')
    const details = times(theirs)
      .first()
      .getByRole('link', { name: /^Details/ })
    await expect(details).toHaveAttribute('href', /^\/booking\//)
  })

  await test.step('one occurrence is skipped, and then the session is deleted with full refunds', async () => {
    const lists = (url: URL) => url.pathname === sessions.occurrences.path
    await page.route(lists, route => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The attendance didn’t load' })).toBeVisible()
    const unpaid = page.getByRole('alert').filter({ hasText: 'The paid places didn’t load' })
    await expect(unpaid).toBeVisible()
    const skip = page.getByRole('dialog', { name: 'Skip this date?' })
    await times(page).nth(1).getByRole('button', { name: /^Skip/ }).click()
    await expect(skip).toContainText('Anyone who already paid gets a full refund.')
    await skip.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const unknown = page.getByRole('status').filter({ hasText: 'We couldn’t load who already paid.' })
    await unknown.getByRole('button', { name: 'Retry' }).click()
    await expect(unknown).toBeVisible()
    // A way back inside of the app would fetch once more by itself, perhaps after nothing fails anymore.
    await page.goto(`/sessions/${id}`)
    await expect(unpaid).toBeVisible()
    await page.unroute(lists)
    await unpaid.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Paid places' })).toContainText('1 of 3 paid')

    await times(page).nth(1).getByRole('button', { name: /^Skip/ }).click()
    await skip.getByRole('button', { name: 'Skip it' }).click()
    await expect(page.getByText(/^You skipped .+[AP]M\.$/)).toBeVisible()
    expect((await getSession(olga, id)).skipped_days).toEqual([plus(wednesday, 7), plus(wednesday, 14)])
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this session?' })
    await expect(dialog).toContainText('Already paid: 1 person. They’ll get a full refund.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Appears quite empty here')).toBeVisible()
    await moneyDone(stack)
  })
})

test('a free session fills up, and a person who leaves makes room', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const owner = await stack.signIn('frieda.free')
  const { id, upcoming } = await makeSession(stack, owner, {
    title: 'Open office hour',
    rate: '',
    capacity: 1,
    location: 'Library, room 214',
  })
  const { page } = await openAs('fiona.first')
  const { page: late } = await openAs('lars.late')
  for (const one of [page, late]) await tellTime(stack, one)
  await page.goto(`/sessions/${id}`)
  await expect(page.getByText('It’s free.')).toBeVisible()
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('You’re enrolled in “Open office hour”.')).toBeVisible()
  await expect(times(page)).toContainText('You’re in.')

  await page.goto('/meeting?tab=enrollments')
  const mine = page.getByRole('article', { name: 'Open office hour' })
  await expect(mine).toContainText('Library, room 214')
  await mine.getByRole('button', { name: 'Add to calendar' }).click()
  await expect(page.getByRole('menuitem', { name: /\.ics/ })).toHaveAttribute(
    'href',
    /^\/api\/sessions\/occurrence\/[\da-f-]+\/calendar$/,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expectAccessible(page)
  await test.step('while it takes place, no button enters a call', async () => {
    await leaveServerTime(page)
    await page.clock.setSystemTime(upcoming[0]!.starts_at)
    await page.reload()
    await expect(mine).toContainText('Today!')
    await expect(mine.getByText(/Join Now/)).toHaveCount(0)
    await page.goto('/explore')
    await expect(page.getByRole('region', { name: 'Next up' })).toContainText(
      /Now: Today, .+Open office hour/,
    )
    await page.clock.setSystemTime(stack.clock.now().epochMilliseconds)
  })
  await page.goto(`/sessions/${id}`)

  await late.goto('/profile/frieda.free')
  const card = late.getByRole('article', { name: 'Open office hour' })
  for (const fact of ['Free', 'Library, room 214', '1 student', 'No CRNs Added.']) {
    await expect(card).toContainText(fact)
  }
  await card.getByRole('link', { name: 'Open office hour' }).click()
  await expect(late.getByRole('button', { name: 'Full' })).toBeDisabled()
  await expect(late.getByText('This session is full. Check back in case someone leaves.')).toBeVisible()
  await expectAccessible(late)

  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Enrolled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Enroll', exact: true })).toBeVisible()
  await late.reload()
  await late.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(late.getByText('Enrolled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('This session is full.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Full' })).toBeDisabled()
})

test('an invitation to a full session says that it is full, to its owner and to who is invited', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person: owner } = await openAs('fil.full')
  const { page: theirs, person: invited } = await openAs('ira.invited')
  const session = await makeSession(stack, owner, { title: 'Small group', rate: '', capacity: 1 })
  await invited.call(follows.follow, { body: { username: 'fil.full' } })
  const first = await stack.signIn('fay.first')
  await enrolIn(session, first)
  for (const one of [page, theirs]) await tellTime(stack, one)
  await page.goto(`/sessions/${session.id}?show=invite`)
  const dialog = page.getByRole('dialog', { name: 'Invite Followers' })
  await expect(dialog).toContainText('People you invite can’t enroll until someone leaves.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Invite Ira Invited' }).click()
  await expect(dialog.getByRole('button', { name: 'Invited Ira Invited' })).toBeVisible()

  await theirs.goto('/meeting?tab=invitations')
  await expect(theirs.getByRole('button', { name: 'Full Small group' })).toBeDisabled()
  await expectAccessible(theirs)
  await first.call(enrolments.leave, { body: { id: session.id } })
  await theirs.reload()
  await theirs.getByRole('button', { name: 'Accept Small group' }).click()
  await expect(theirs.getByText('You’re enrolled in “Small group”.')).toBeVisible()
})

test('its owner follows an enrolled student, which shows at once', async ({ stack, openAs }) => {
  const { page, person: owner } = await openAs('freya.follows')
  const session = await makeSession(stack, owner, { rate: '' })
  await enrolIn(session, await stack.signIn('stig.student'))
  await tellTime(stack, page)
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('link', { name: /Enrolled students/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Enrolled students' })
  await dialog.getByRole('button', { name: 'Follow Stig Student' }).click()
  await expect(dialog.getByRole('button', { name: /^Following Stig Student/ })).toBeVisible()
  await expect.poll(async () => (await followedBy(owner)).length).toBe(1)
  await dialog.getByRole('button', { name: /^Following Stig Student/ }).click()
  await expect(dialog.getByRole('button', { name: 'Follow Stig Student' })).toBeVisible()
  await expect.poll(async () => (await followedBy(owner)).length).toBe(0)
})

test('its owner reads what a price means for people who are enrolled for free', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person: owner } = await openAs('pia.priced')
  const session = await makeSession(stack, owner, { rate: '' })
  await enrolIn(session, await stack.signIn('fred.forfree'))
  await tellTime(stack, page)
  await page.goto(`/sessions/${session.id}/edit`)
  const notice = page.getByText('1 person is enrolled for free.')
  await expect(page.getByRole('heading', { name: 'Edit session' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.getByRole('radio', { name: 'Paid' }).click()
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Free' }).click()
  await expect(notice).toHaveCount(0)
})

test('its owner reads what a change of its times means for people who are enrolled for free', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person: owner } = await openAs('mona.moved')
  const session = await makeSession(stack, owner, {
    repeat: true,
    repeat_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    repeat_until: dayAhead(stack, 30, 'Etc/UTC'),
    rate: '',
    timezone: 'Etc/UTC',
  })
  await enrolIn(session, await stack.signIn('finn.forfree'))
  await tellTime(stack, page)
  const dates = (url: URL) => url.pathname === sessions.occurrences.path
  await page.route(dates, route => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/sessions/${session.id}/edit`)
  const unknown = page.getByRole('status').filter({ hasText: 'We couldn’t load the dates.' })
  await expect(unknown).toContainText('we’ll let everyone who is enrolled know')
  await page.unroute(dates)
  await unknown.getByRole('button', { name: 'Retry' }).click()
  await expect(unknown).toHaveCount(0)
  const notice = page.getByRole('status').filter({ hasText: '1 person is enrolled.' })
  await expect(notice).toHaveCount(0)
  await page.getByLabel('Start time').fill('09:30')
  await expect(notice).toContainText('Once you save, we’ll let them know.')
  await expect(notice.getByRole('listitem').first()).toHaveText(/10:00 AM – 11:00 AM .+ 9:30 AM – 11:00 AM$/)
  await expect(notice.getByRole('listitem').last()).toHaveText(/^And \d+ more dates\.$/)
  await expectAccessible(page)
  await page.getByLabel('Start time').fill('10:00')
  await expect(notice).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Repeats every week' }).uncheck()
  await expect(notice.getByRole('listitem').nth(1)).toHaveText(/10:00 AM – 11:00 AM Canceled$/)
  await expect(notice.getByText('New:')).toHaveCount(0)
  await page.getByLabel('Date', { exact: true }).fill(dayAhead(stack, 100, 'Etc/UTC'))
  await expect(notice.getByRole('listitem').last()).toHaveText(/^New: .+ 10:00 AM – 11:00 AM$/)
  await expectAccessible(page)
})

test('its owner reads whom restoring a skipped date tells', async ({ stack, openAs, expectAccessible }) => {
  const { page, person: owner } = await openAs('bess.backagain')
  const daily = { repeat: true, repeat_days: [...weekdays], timezone: 'Etc/UTC' }
  const free = await makeSession(stack, owner, { ...daily, rate: '' })
  const paid = await makeSession(stack, owner, { ...daily, start_time: '14:00', end_time: '15:00' })
  const student = await stack.signIn('stu.skipped')
  for (const session of [free, paid]) {
    await enrolIn(session, student)
    await owner.call(sessions.skip, { body: { occurrence_id: session.upcoming[1]!.id } })
  }
  await tellTime(stack, page)
  await page.goto(`/sessions/${free.id}/edit`)
  const enrolled = page.getByRole('status').filter({ hasText: '1 person is enrolled.' })
  await expect(enrolled).toHaveCount(0)
  await page.getByRole('button', { name: /^Don’t skip/ }).click()
  await expect(enrolled).toContainText('Once you save, we’ll let them know.')
  await expect(enrolled.getByRole('listitem')).toHaveText(/^Restored: .+ 10:00 AM – 11:00 AM$/)
  await expectAccessible(page)

  await page.goto(`/sessions/${paid.id}/edit`)
  const back = page.getByRole('status').filter({ hasText: 'You’re restoring a skipped date.' })
  await expect(back).toHaveCount(0)
  await page.getByRole('button', { name: /^Don’t skip/ }).click()
  await expect(back).toContainText('we’ll let people who lost a place know, and they can pay for it again.')
  await expect(back.getByRole('listitem')).toHaveText(/^Restored: .+ 2:00 PM – 3:00 PM$/)
  await page.getByRole('radio', { name: 'Free' }).click()
  await expect(back).toContainText('we’ll let everyone who is enrolled know.')
})

test('a session keeps the paid places that it was given before calls had their limit', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('ola.older')
  const { id } = await makeSession(stack, person, { title: 'Queues', capacity: 3 })
  await sql`update sessions set capacity = 50 where id = ${id}`.execute(stack.db)
  await tellTime(stack, page)
  const largest = page.waitForResponse(response => response.url().endsWith(meetings.limits.path))
  await page.goto(`/sessions/${id}/edit`)
  await (await largest).finished()
  await expect(page.getByText('from 1 to 50.')).toBeVisible()
  await expect(page.getByLabel('Capacity')).toHaveValue('50')
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  await page.getByLabel('Title').fill('Queues and stacks')
  await page.getByRole('button', { name: 'Save Session' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Queues and stacks' })).toBeVisible()
  expect((await getSession(person, id)).capacity).toBe(50)
})

test('its owner reads whom a new date tells once nothing is to come, and who is enrolled can leave after a question', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person: owner } = await openAs('bea.begun')
  const { page: enrolled, person: student } = await openAs('luc.leaves')
  const plan = { timezone: 'Etc/UTC', rate: '' }
  const session = await makeSession(stack, owner, { ...plan, title: 'Stacks' })
  await enrolIn(session, student)
  stack.clock.advance(stack.clock.now().until(session.starts_at).add({ minutes: 5 }))
  for (const one of [page, enrolled]) await tellTime(stack, one)
  await page.goto(`/sessions/${session.id}/edit`)
  const notice = page.getByRole('status').filter({ hasText: '1 person is enrolled.' })
  await expect(page.getByRole('heading', { name: 'Edit session' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.getByLabel('Date', { exact: true }).fill(dayAhead(stack, 3, 'Etc/UTC'))
  await expect(notice).toContainText('we’ll let them know. The meeting in progress stays as it is.')
  await expect(notice.getByRole('listitem')).toHaveText(/^New: .+ 10:00 AM – 11:00 AM$/)
  await page.getByRole('button', { name: 'Discard' }).click()
  stack.clock.advance({ hours: 2 })
  for (const one of [page, enrolled]) await one.clock.setSystemTime(stack.clock.now().epochMilliseconds)
  await page.reload()
  await page.getByLabel('Date', { exact: true }).fill(dayAhead(stack, 3, 'Etc/UTC'))
  await expect(notice).toContainText('Once you save, we’ll let them know.')
  await expect(notice).not.toContainText('in progress')

  await enrolled.goto(`/sessions/${session.id}`)
  const leave = enrolled.getByRole('button', { name: 'Leave', exact: true })
  const question = enrolled.getByRole('dialog', { name: 'Leave this session?' })
  await leave.click()
  await expect(question).toContainText('You’ll keep the meetings that you came to or paid for')
  await expectAccessible(enrolled)
  await question.getByRole('button', { name: 'Stay enrolled' }).click()
  await expect(question).toHaveCount(0)
  await expect(enrolled.getByText('Enrolled', { exact: true })).toBeVisible()
  await leave.click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(enrolled.getByText('You left “Stacks”.')).toBeVisible()
  await expect(enrolled.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('its owner can still follow people after looking for followers to invite', async ({ stack, openAs }) => {
  const { page, person: owner } = await openAs('ines.invites')
  const session = await makeSession(stack, owner, { rate: '' })
  const follower = await stack.signIn('fia.faithful')
  await follower.call(follows.follow, { body: { username: 'ines.invites' } })
  await enrolIn(session, follower)
  await tellTime(stack, page)
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('link', { name: 'Invite Followers' }).click()
  await expect(page.getByRole('dialog')).toContainText('Fia Faithful')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: /Enrolled students/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Fia Faithful' }).click()
  await expect(page).toHaveURL(/\/profile\/fia\.faithful$/)
  await page.getByRole('button', { name: 'Follow back Fia Faithful' }).click()
  await expect(page.getByRole('button', { name: /^Following Fia Faithful/ })).toBeVisible()
  await expect.poll(async () => (await followedBy(owner)).length).toBe(1)
})

test('its owner sees who came, and for how long', async ({ stack, openAs, expectAccessible }) => {
  const { page, person: owner } = await openAs('otto.owner')
  const session = await makeSession(stack, owner, { title: 'Graphs', rate: '' })
  const [came, stayedAway] = [await stack.signIn('cara.came'), await stack.signIn('axel.away')]
  for (const person of [came, stayedAway]) await enrolIn(session, person)
  await (await stack.signIn('ida.invited')).call(follows.follow, { body: { username: 'otto.owner' } })
  await owner.call(invitations.send, { body: { id: session.id, invite: ['ida.invited'] } })
  const [occurrence] = session.upcoming
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(occurrence!.starts_at)))
  await tellTime(stack, page)
  await page.goto(`/sessions/${session.id}`)
  await expect(page.getByRole('link', { name: /^Start Now/ })).toHaveAttribute(
    'href',
    `/meeting/live/${occurrence!.id}`,
  )
  const missing: string[] = []
  page.on('response', answer => answer.status() === 404 && missing.push(answer.url()))
  await page.goto(`/meeting/live/${occurrence!.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Graphs' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'People' })).toContainText('Cara Came')
  await expectAccessible(page)
  expect(missing).toEqual([])
  await page.goto(`/sessions/${session.id}`)
  await meetIn(stack, occurrence!.id, [owner, came], 3)
  stack.clock.advance({ hours: 2 })
  // Due work is also done when somebody requests it.
  expect((await owner.call(bookings.settle)).status).toBe(200)
  await page.reload()
  const attendance = page.getByRole('region', { name: 'Attendance' })
  await expect(attendance).toContainText('1 of 2 attended')
  const stays = attendance.getByRole('listitem').getByRole('listitem')
  await expect(stays.filter({ hasText: 'Cara Came' })).toContainText('3 min')
  await expect(stays.filter({ hasText: 'Axel Away' })).toContainText('Didn’t join')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sent invitations' }).click()
  const sent = page.getByRole('dialog', { name: 'Sent invitations' })
  await expect(sent).toContainText('Ida Invited')
  await expect(sent.getByRole('link', { name: 'Invite', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/sessions/${session.id}`)

  await page.getByRole('link', { name: 'Repeat this session' }).click()
  await expect(page.getByText('Copied from “Graphs”.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Graphs')
  await expect(page.getByLabel('Start time')).toHaveValue(session.start_time)
  await expectAccessible(page)
  await page.getByLabel('Date').fill(dayAhead(stack, 5))
  await page.getByRole('button', { name: 'Create Session' }).click()
  await expect(page.getByText('Your session is scheduled.')).toBeVisible()
  expect(shownId(page)).not.toBe(session.id)

  await page.getByRole('link', { name: 'Your sessions' }).click()
  const over = page.getByRole('article', { name: 'Graphs' }).filter({ hasText: 'Over' })
  await expect(over).toContainText('Free')
})

async function draftHeaps(stack: Stack, page: Page): Promise<void> {
  await tellTime(stack, page)
  await page.goto('/sessions/create')
  await page.getByLabel('Title').fill('Heaps')
  await page.getByLabel('Description').fill('Only heaps.')
  await page.getByLabel('Date').fill(dayAhead(stack, 3))
  await page.getByLabel('Start time').fill('18:00')
  await page.getByLabel('End time').fill('19:00')
}

test('a session whose answer is lost is planned once', async ({ stack, openAs }) => {
  const { page, person } = await openAs('lars.lost')
  await draftHeaps(stack, page)
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(`**${sessions.create.path}`, loseAnswer, { times: 1 })
  await page.getByRole('button', { name: 'Create Session' }).click()
  await expect(page.getByText(/We can’t reach Ignite/)).toBeVisible()
  await page.getByRole('button', { name: 'Create Session' }).click()
  await expect(page.getByText('Your session is scheduled.')).toBeVisible()
  expect((await person.call(sessions.own, { query: {} })).body.sessions).toHaveLength(1)
})

test('a person who goes on while a session is planned stays where they went', async ({ stack, openAs }) => {
  const { page, person } = await openAs('gail.goes')
  await draftHeaps(stack, page)
  const plans = await held(page, `**${sessions.create.path}`)
  await page.getByRole('button', { name: 'Create Session' }).click()
  await expect.poll(() => plans.asked).toHaveLength(1)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeVisible()
  plans.release()
  await expect(page.getByText('Your session is scheduled.')).toBeVisible()
  await page.evaluate(() => fetch('/health/live'))
  await expect(page).toHaveURL(/\/search/)
  expect((await person.call(sessions.own, { query: {} })).body.sessions).toHaveLength(1)
})

test('a person who moves to another time zone takes a session along', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('mia.moves', { timezoneId: pacific })
  await person.call(profiles.save, { body: { time_zone: pacific } })
  const { id, starts_on } = await makeSession(stack, person, { title: 'Sorting' })
  await tellTime(stack, page)
  await page.goto(`/sessions/create?like=${id}`)
  await expect(page.getByText('Your time zone is Pacific Time (Los Angeles).')).toBeVisible()
  await page.goto(`/sessions/${id}/edit`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Times are in Eastern Time.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.reload()
  await expect(preview).toContainText('Times are in Pacific Time.')
  await expect(preview).toContainText('10:00 AM')
  await page.getByRole('button', { name: 'Save Session' }).click()
  await expect(page.getByText('Your session is saved.')).toBeVisible()
  expect(await getSession(person, id)).toMatchObject({
    time_zone: pacific,
    starts_at: instantAt(starts_on, '10:00', pacific),
  })
})

test('a save from another window isn’t overwritten unseen', async ({ stack, openAs, expectAccessible }) => {
  const { page, person } = await openAs('wanda.windows')
  const { id, version } = await makeSession(stack, person, { title: 'Sorting' })
  await tellTime(stack, page)
  await page.goto(`/sessions/${id}/edit`)
  await page.getByLabel('Title').fill('Sorting, slowly')
  const plan = { ...planOf(stack, { title: 'Sorting, fast' }), version }
  await person.call(sessions.update, { body: { id, plan } })
  const save = page.getByRole('button', { name: 'Save Session' })
  const told = page.getByText('This session has changed since you opened it.')
  const instead = page.getByRole('button', { name: 'Save mine instead' })
  await save.click()
  await expect(told).toBeInViewport()
  await expect(page.getByLabel('Title')).toHaveValue('Sorting, slowly')
  // Saving again isn't an answer, with the button or with the Enter key.
  for (const again of [() => save.click(), () => page.getByLabel('Title').press('Enter')]) {
    // The answer may be here before the form has taken it, and until then it sends nothing.
    await expect(save).not.toHaveAttribute('aria-busy')
    const answered = page.waitForResponse(response => response.url().endsWith(sessions.update.path))
    await again()
    expect((await answered).status()).toBe(409)
    await expect(instead).toBeVisible()
  }
  expect((await getSession(person, id)).title).toBe('Sorting, fast')
  await expectAccessible(page)
  await instead.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sorting, slowly' })).toBeVisible()
})

test('a description from another window isn’t overwritten unseen', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('wendy.windows')
  const session = await makeSession(stack, person, { title: 'Sorting' })
  const { id } = session
  await tellTime(stack, page)
  await page.goto(`/sessions/${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('button', { name: 'Edit description' }).click()
  await description.fill('Sorting by hand.')
  await savePlan(stack, person, session, { title: 'Sorting, slowly' })
  await save.click()
  await expect(page.getByText('Sorting by hand.')).toBeVisible()
  await expect(description).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Sorting, slowly' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit description' }).click()
  await description.fill('Sorting by heap.')
  await person.call(sessions.update, { body: { id, editedDescription: 'Sorting by merging.' } })
  await save.click()
  await expect(
    page.getByText('You changed the description on another device or in another tab:'),
  ).toBeVisible()
  await expect(page.getByText('Sorting by merging.')).toBeVisible()
  await expect(description).toHaveValue('Sorting by heap.')
  expect((await getSession(person, id)).description).toBe('Sorting by merging.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(description).toHaveCount(0)
  expect((await getSession(person, id)).description).toBe('Sorting by heap.')
})

test('a description that is refused for another reason than its version says so, and isn’t sent again', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('remy.refused')
  const { id } = await makeSession(stack, person)
  await tellTime(stack, page)
  await page.goto(`/sessions/${id}`)
  let sent = 0
  await page.route(
    url => url.pathname === sessions.update.path,
    route => {
      sent++
      return route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'conflict', detail: 'It can’t be changed now.' }),
      })
    },
  )
  await page.getByRole('button', { name: 'Edit description' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Sorting by heap.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('It can’t be changed now.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Sorting by heap.')
  expect(sent).toBe(1)
})

test('a save over another one says why it is refused, and isn’t asked about again', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('bella.busy')
  const { id, version, starts_on } = await makeSession(stack, person, { title: 'Sorting' })
  await makeSession(stack, person, { title: 'Graphs', start_time: '14:00', end_time: '15:00' })
  await tellTime(stack, page)
  await page.goto(`/sessions/${id}/edit`)
  await page.getByLabel('Start time').fill('14:30')
  await page.getByLabel('End time').fill('15:30')
  await savePlan(stack, person, { id, version, starts_on }, { title: 'Sorting, fast' })
  const save = page.getByRole('button', { name: 'Save Session' })
  const told = page.getByText('This session has changed since you opened it.')
  await save.click()
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page.getByText('You have a booking or another session at that time')).toBeInViewport()
  await expect(told).toBeHidden()
  await expect(save).toBeFocused()
  await page.getByLabel('Start time').fill('15:00')
  await page.getByLabel('End time').fill('16:00')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sorting' })).toBeVisible()
  expect(await getSession(person, id)).toMatchObject({ title: 'Sorting', start_time: '15:00' })
})

test('what was typed over an older version of a session is kept, and not taken for a change of the newer one', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('dina.drafts')
  const { id, version } = await makeSession(stack, person, { title: 'Sorting' })
  await tellTime(stack, page)
  await page.goto(`/sessions/${id}/edit`)
  await page.getByLabel('Title').fill('Sorting, slowly')
  const plan = { ...planOf(stack, { title: 'Sorting, fast' }), version }
  await person.call(sessions.update, { body: { id, plan } })
  // The page refetches by itself.
  const refetched = page.waitForResponse(response => response.url().includes(sessions.get.path))
  await page.clock.fastForward('00:31')
  await (await refetched).finished()
  await expect(page.getByLabel('Title')).toHaveValue('Sorting, slowly')
  const save = page.getByRole('button', { name: 'Save Session' })
  const told = page.getByText('This session has changed since you opened it.')
  await save.click()
  await page.getByRole('button', { name: 'See the newer one' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sorting, fast' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sorting, slowly')
  await expect(told).toBeInViewport()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Sorting, slowly')
  await expect(told).toBeInViewport()
  const answered = page.waitForResponse(response => response.url().endsWith(sessions.update.path))
  await save.click()
  expect((await answered).status()).toBe(409)

  await test.step('a person who discards it goes on from the newer version', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await expect(page.getByLabel('Title')).toHaveValue('Sorting, fast')
    await expect(told).toBeHidden()
    await undo.click()
    await expect(page.getByLabel('Title')).toHaveValue('Sorting, slowly')
    await expect(told).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByLabel('Title').fill('Sorting, faster')
    await save.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sorting, faster' })).toBeVisible()
  })
})

test('someone else’s session can’t be changed, and a missing one says so', async ({ stack, openAs }) => {
  const owner = await stack.signIn('petra.private')
  const { id } = await makeSession(stack, owner)
  const { page, person } = await openAs('sly.stranger')
  await page.goto(`/sessions/${id}/edit`)
  await expect(page.getByText('This session isn’t here anymore')).toBeVisible()
  await page.goto('/sessions/nothing')
  await expect(page.getByText('This session isn’t here anymore')).toBeVisible()
  await page.goto(`/sessions/${id}`)
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  expect((await person.call(enrolments.ofSession, { query: { id } })).status).toBe(404)
})

test('a session is planned and found on a phone @phone', async ({ stack, openAs, expectAccessible }) => {
  const { page, person } = await openAs('pia.phone')
  await tellTime(stack, page)
  await page.goto('/profile?tab=sessions')
  await expect(page.getByText('Appears quite empty here')).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New Session' }).click()
  await page.getByLabel('Title').fill('Proofs by induction, with many examples of every kind')
  await page.getByLabel('Description').fill('From dominoes to trees.')
  await page.getByLabel('Date').fill(dayAhead(stack, 3))
  await page.getByLabel('Start time').fill('18:00')
  await page.getByLabel('End time').fill('19:00')
  await page.getByRole('checkbox', { name: 'Repeats every week' }).check()
  for (const day of ['Monday', 'Saturday']) await page.getByRole('checkbox', { name: day }).check()
  await page.getByText('In person').click()
  await page.getByRole('textbox', { name: 'Location' }).fill('Room 7')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Session' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Proofs/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Your sessions' }).click()
  const card = page.getByRole('article', { name: /^Proofs/ })
  await expect(card).toContainText('Monday')
  await expect(card).toContainText('0 students')
  await expectAccessible(page)
  expect(await scrollsSideways(page)).toBe(false)
  expect((await person.call(sessions.own, { query: {} })).body.sessions).toHaveLength(1)
})

test('the closed room of a session doesn’t ask again for a booking that there is none of', async ({
  stack,
  openAs,
}) => {
  const { page, person: owner } = await openAs('olga.early')
  const session = await makeSession(stack, owner, { title: 'Graphs', rate: '' })
  const [occurrence] = session.upcoming
  await tellTime(stack, page)
  const asked = { room: 0, booking: 0 }
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname === meetings.credentials.path) asked.room++
    if (pathname === callUrl(bookings.get, { params: { id: occurrence!.id }, query: {} })) asked.booking++
  })
  await page.goto(`/meeting/live/${occurrence!.id}`)
  await expect(page.getByText('Not open yet')).toBeVisible()
  const before = { ...asked }
  await page.clock.runFor(200_000)
  await expect.poll(() => asked.room).toBeGreaterThan(before.room)
  expect(asked.booking).toBe(before.booking)
})
