import { bookings } from '#shared/api/bookings.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { controlPayments } from '../factories/bookings.ts'
import { addSection, type Section } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { leaveServerTime, tellTime } from './own-clock.ts'

const always = ['00:00 - 00:00']

/** A tutor who is always free; a post only if there is a section. */
async function addTutor({ signIn }: Stack, name: string, rate: string, section?: Section) {
  const person = await signIn(name)
  await person.call(profiles.save, { body: { hourly_rate: rate, description: 'Every proof has a picture.' } })
  const schedule = {
    mon: always,
    tue: always,
    wed: always,
    thu: always,
    fri: always,
    sat: always,
    sun: always,
  }
  await person.call(schedules.save, { body: { schedule, timezone: 'UTC' } })
  if (section) await addPost(person, section)
  return person
}

/** A zone in which it is between 3 and 4 PM, so that all of the evening is ahead. */
function afternoonZone({ clock }: Stack): string {
  const ahead = 15 - clock.now().toZonedDateTimeISO('UTC').hour
  const offset = ahead > 12 ? ahead - 24 : ahead
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

test('a tutor for a course tonight under $40: one click from the list to the order summary, and on to pay', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const course = { course: 'FND 210', courseTitle: 'Finding Rivers', crn: '41210' }
  const section = await addSection(stack.db, course)
  await addTutor(stack, 'ida.inexpensive', '38.00', section)
  await addTutor(stack, 'cole.costly', '60.00', section)
  await addTutor(stack, 'owen.other', '20.00')
  const { page, person } = await openAs('finn.finder', { timezoneId: afternoonZone(stack) })
  await page.goto('/explore')
  await page.getByRole('main').getByRole('link', { name: 'Find a tutor' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tutors' })).toBeFocused()

  await page.getByRole('combobox', { name: 'Course' }).fill('FND 2')
  await page.getByRole('option', { name: /Finding Rivers/ }).click()
  await expect(page).toHaveURL(/course=/)
  await page.getByRole('link', { name: 'Tonight' }).click()
  await expect(page).toHaveURL(/when=tonight/)
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('article') })).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Price' }).selectOption('Up to $40 an hour')
  await expect(page).toHaveURL(/\/tutors\?course=\d+&when=tonight&most=40$/)
  const list = page.getByRole('list', { name: 'Tutors', exact: true })
  await expect(list.getByRole('article')).toHaveCount(1)
  const ida = list.getByRole('article', { name: 'Ida Inexpensive' })
  await expect(ida).toContainText('$38 an hour')
  await expect(ida).toContainText('Every proof has a picture.')
  await expect(ida).toContainText('FND 210')
  const tile = ida.getByRole('link', { name: /^Today, 5:00\sPM to 5:30\sPM, with Ida Inexpensive$/ })
  await expect(ida.getByRole('link', { name: /, with Ida/ }).first()).toHaveAccessibleName(/5:00\sPM to/)
  await expectAccessible(page)

  await tile.click()
  const drawer = page.getByRole('dialog', { name: 'Order Summary' })
  await expect(drawer).toContainText('Finding Rivers')
  await expect(drawer).toContainText('$19.00 USD')
  await expectAccessible(page)
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(tile).toBeVisible()
  await page.goForward()
  await page.reload()
  await drawer.getByRole('button', { name: 'Change the slot' }).click()
  await expect(page.getByRole('dialog', { name: 'Book a session' })).toContainText('1 slot selected')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { name: /^Pay \$19/ })).toBeVisible()
  const { body } = await person.call(bookings.asStudent, { query: {} })
  const booking = `/booking/${body.bookings[0]!.id}`
  await page.goto(booking)
  await expect(page.getByRole('term').first()).toHaveText('Topic')

  await page.goto(`/tutors?course=${section.courseId}&when=tonight`)
  await expect(ida.getByRole('link', { name: /, with Ida/ }).first()).toHaveAccessibleName(/5:30\sPM to/)
  await page.goto(booking)
  await page.getByRole('button', { name: 'Give up this time' }).click()
  await page.getByRole('link', { name: 'Choose another time' }).click()
  const picker = page.getByRole('dialog', { name: 'Book a session' })
  await expect(picker).toContainText('Ida Inexpensive')
  await expect(picker).toContainText('Finding Rivers')
  await controlPayments(stack, 'webhooks/settle')
})

test('where nobody is free, the page offers to drop each filter in one click', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const section = await addSection(stack.db, { course: 'FND 220', courseTitle: 'Empty Rivers', crn: '41220' })
  await addTutor(stack, 'rita.rivers', '55.00', section)
  const { page } = await openAs('nora.nobody')
  await page.goto(`/tutors?course=${section.courseId}&when=tomorrow&most=20`)
  await expect(page.getByRole('heading', { name: 'Nobody is free then' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Nobody is free then' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'At any price' }).click()
  await expect(page.getByRole('article', { name: 'Rita Rivers' })).toContainText('Tomorrow')
  await expect(page).toHaveURL(new RegExp(`course=${section.courseId}&when=tomorrow$`))
  await page.goBack()
  await page.getByRole('link', { name: 'Search the whole week' }).click()
  await expect(page).toHaveURL(new RegExp(`course=${section.courseId}&most=20$`))

  await page.goto('/tutors?course=999999999')
  await expect(page.getByRole('heading', { name: 'This course isn’t here anymore' })).toBeVisible()
  await page.getByRole('link', { name: 'For any course' }).click()
  await expect(page.getByRole('list', { name: 'Tutors', exact: true })).toBeVisible()
  await page.goto('/tutors?when=2020-01-01')
  await expect(page.getByRole('heading', { name: 'That day isn’t in the next seven days' })).toBeVisible()
})

test('a list or a tutor that doesn’t load says so, and can be retried', async ({ stack, openAs }) => {
  const section = await addSection(stack.db, { course: 'FND 230', courseTitle: 'Late Rivers', crn: '41230' })
  await addTutor(stack, 'lara.late', '30.00', section)
  const { page } = await openAs('rob.retry')
  const calls = (url: URL) => url.pathname === schedules.free.path
  await page.route(calls, route => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/tutors?course=${section.courseId}`)
  await expect(page.getByRole('heading', { name: 'The tutors didn’t load' })).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  const lara = page.getByRole('article', { name: 'Lara Late' })
  await expect(lara).toBeVisible()

  const profile = (url: URL) => url.pathname === profiles.ofPerson.path
  const waited = Promise.withResolvers<void>()
  await page.route(profile, async route => {
    await waited.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await lara
    .getByRole('link', { name: /, with Lara Late$/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Order Summary' })
  await expect(drawer.getByRole('status', { name: 'Loading the order summary' })).toBeVisible()
  waited.resolve()
  await expect(drawer.getByRole('alert')).toContainText('The tutor didn’t load')
  await page.unroute(profile)
  await drawer.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(drawer).toContainText('$15.00 USD')
})

test('a course’s page and a profile lead to the same booking, without a post', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const section = await addSection(stack.db, { course: 'FND 240', courseTitle: 'Home Rivers', crn: '41240' })
  await addTutor(stack, 'hana.home', '44.00', section)
  await addTutor(stack, 'pia.postless', '26.00')
  const { page } = await openAs('vito.visits')
  await page.goto(`/courses/${section.courseId}`)
  const tutors = page.getByRole('region', { name: 'Tutors' })
  await expect(tutors.getByRole('link', { name: /, with Hana Home$/ })).toHaveCount(3)
  await expectAccessible(page)
  await tutors
    .getByRole('link', { name: /, with Hana Home$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Order Summary' })).toContainText('$22.00 USD')
  await page.goto(`/courses/${section.courseId}`)
  await tutors.getByRole('link', { name: 'See all tutors for this course' }).click()
  await expect(page.getByRole('combobox', { name: 'Course' })).toHaveValue('FND 240 Home Rivers')

  await page.goto('/profile/pia.postless')
  await page.getByRole('link', { name: 'Book', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Book a session' })
  await expect(drawer).toContainText('$26 an hour')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/profile\/pia\.postless$/)
})

test('each tile opens the drawer with its own time, not with what was chosen there before', async ({
  stack,
  openAs,
}) => {
  const section = await addSection(stack.db, { course: 'FND 260', courseTitle: 'Two Rivers', crn: '41260' })
  await addTutor(stack, 'tia.tiles', '30.00', section)
  const { page } = await openAs('pim.presses')
  await page.goto(`/tutors?course=${section.courseId}`)
  const tiles = page.getByRole('link', { name: /, with Tia Tiles$/ })
  const summary = page.getByRole('dialog', { name: 'Order Summary' })
  const agreement = summary.getByRole('checkbox', { name: /I agree to the terms/ })
  const chosen = () => new URL(page.url()).searchParams.get('from')
  await tiles.first().click()
  await agreement.check()
  const first = chosen()
  await page.goBack()
  await expect(summary).toBeHidden()
  await tiles.nth(1).click()
  await expect(agreement).not.toBeChecked()
  const second = chosen()
  expect(second).not.toBe(first)
  await summary.getByRole('button', { name: 'Change the slot' }).click()
  await expect(page.getByRole('dialog', { name: 'Book a session' })).toContainText('1 slot selected')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(summary).toBeVisible()
  expect(chosen()).toBe(second)
})

test('what was today isn’t anymore on a page that stayed open overnight, and times that have begun are gone', async ({
  stack,
  openAs,
}) => {
  const section = await addSection(stack.db, { course: 'FND 270', courseTitle: 'Night Rivers', crn: '41270' })
  await addTutor(stack, 'nora.nights', '25.00', section)
  const zone = afternoonZone(stack)
  const { page } = await openAs('olga.overnight', { timezoneId: zone })
  await tellTime(stack, page)
  await page.goto(`/tutors?course=${section.courseId}`)
  const tiles = page.getByRole('link', { name: / with Nora Nights$/ })
  const tile = tiles.filter({ hasText: 'Today' }).first()
  const start = await tile.locator('time').getAttribute('datetime')
  const days = page.getByRole('combobox', { name: 'Day' }).locator('option')
  const today = stack.clock.now().toZonedDateTimeISO(zone)
  const named = (day: Temporal.ZonedDateTime) =>
    `Today, ${day.toLocaleString('en', { month: 'long', day: 'numeric' })}`
  await expect(days.nth(1)).toHaveText(named(today))
  await leaveServerTime(page)
  await page.clock.fastForward('24:00:00')
  await expect(days.nth(1)).toHaveText(named(today.add({ days: 1 })))
  const same = tiles.filter({ has: page.locator(`time[datetime="${start}"]`) })
  await expect(same).toHaveCount(0)
})
