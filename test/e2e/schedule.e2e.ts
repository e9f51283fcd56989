import type { Locator, Page } from '@playwright/test'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { freeTiles, hold } from '../factories/bookings.ts'
import { makeTutor } from '../factories/tutors.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'

const timezoneId = 'America/New_York'
const noHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }

const tab = (page: Page, day: string) => page.getByRole('tab', { name: new RegExp(`^${day}`) })
const slotsOn = (page: Page, day: string) => page.getByRole('list', { name: `Time slots on ${day}` })
const save = (page: Page) => page.getByRole('button', { name: 'Save Schedule' })

async function fillTimes(page: Page, start: string, end: string) {
  await page.getByLabel('Start time').fill(start)
  await page.getByLabel('End time').fill(end)
}

async function addSlot(page: Page, start: string, end: string) {
  await fillTimes(page, start, end)
  await page.getByRole('button', { name: 'Add Slot' }).click()
}

/** Holds back the next calls that save a schedule. Returns what lets them go. */
async function holdSaves(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/profile/calendar', async route => {
    if (route.request().method() === 'POST') await promise
    await route.continue()
  })
  return resolve
}

type Point = { x: number; y: number }

const mouseOn = (page: Page) => async (from: Point, to: Point) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

/** A finger that rests until it paints. */
async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return async (from: Point, to: Point) => {
    await send('touchStart', [from])
    await expect(page.getByRole('status').filter({ hasText: /^(Add|Remove) / })).toBeVisible()
    await send('touchMove', [to])
    await send('touchEnd', [])
  }
}

test.describe('the schedule’s page', () => {
  test('accepts a week’s hours, shows errors, and saves them', { tag: '@phone' }, async ({
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('wilma.weekly', { timezoneId })
    await page.goto('/schedule')
    await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
    await expect(page.getByText('No time slots added')).toBeVisible()
    await expect(save(page)).toBeDisabled()

    const alert = page.getByRole('alert')
    await page.getByRole('button', { name: 'Add Slot' }).click()
    await expect(alert.getByText('Please select both start and end times')).toBeVisible()
    await expect(page.getByLabel('Start time')).toHaveAccessibleDescription(/^Please select both/)
    await addSlot(page, '17:00', '09:00')
    await expect(alert.getByText('End time must be after start time')).toBeVisible()
    await expect(page.getByLabel('Start time')).toHaveValue('17:00')
    await page.getByRole('button', { name: 'Copy to All Days' }).click()
    await expect(alert.getByText('No time slots to copy')).toBeVisible()

    await addSlot(page, '14:00', '15:30')
    await addSlot(page, '09:00', '10:00')
    await expect(slotsOn(page, 'Monday').getByRole('listitem')).toHaveText([
      '9:00 AM – 10:00 AM',
      '2:00 PM – 3:30 PM',
    ])
    await addSlot(page, '09:30', '11:00')
    await expect(alert.getByText('Time slot overlaps with existing schedule')).toBeVisible()
    await fillTimes(page, '', '')

    const copy = page.getByRole('button', { name: 'Copy to All Days' })
    await copy.click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tab(page, 'Sunday')).toHaveAccessibleName('Sunday, no time slots')
    await copy.click()
    await tab(page, 'Sunday').click()
    await expect(slotsOn(page, 'Sunday').getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove 9:00 AM – 10:00 AM' }).click()
    await expect(tab(page, 'Sunday')).toHaveAccessibleName('Sunday, 1 time slot')
    await expectAccessible(page)
    await save(page).click()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    await expect(save(page)).toBeDisabled()

    const both = ['09:00 - 10:00', '14:00 - 15:30']
    const { schedule } = (await person.call(schedules.own, { query: {} })).body
    expect(schedule).toMatchObject({ time_zone: timezoneId, days: { mon: both, sat: both, sun: [both[1]] } })
    await page.reload()
    await expect(slotsOn(page, 'Monday').getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Copy to All Days' }).click()
    const copied = page.getByText('Every day now has Monday’s hours. Save to keep them.')
    await expect(copied).toBeVisible()
    await save(page).click()
    await expect(save(page)).toBeDisabled()
    await expect(copied).toHaveCount(0)
  })

  test(
    'paints hours with a mouse, a finger and keys, and undoes it',
    { tag: '@phone' },
    async ({ openAs, expectAccessible }, { project }) => {
      const { page, person } = await openAs(`pia.painter.${project.name}`, { timezoneId })
      await page.goto('/schedule')
      const picture = page.getByRole('application', { name: 'Paint your hours' })
      /** The middle of half an hour: `day` 0 is Monday, `hour` a number like 9.5. */
      const at = async (day: number, hour: number) => {
        const { x, y, width, height } = (await picture.boundingBox())!
        return { x: x + ((day + 0.5) * width) / 7, y: y + ((hour + 0.25) * height) / 24 }
      }
      const drag = project.name === 'phone' ? await fingerOn(page) : mouseOn(page)

      await drag(await at(0, 9), await at(2, 11.5))
      await expect(slotsOn(page, 'Monday').getByRole('listitem')).toHaveText('9:00 AM – 12:00 PM')
      await expect(tab(page, 'Wednesday')).toHaveAccessibleName('Wednesday, 1 time slot')
      await expect(tab(page, 'Thursday')).toHaveAccessibleName('Thursday, no time slots')
      await drag(await at(1, 9.5), await at(1, 11))
      await expect(slotsOn(page, 'Tuesday').getByRole('listitem')).toHaveText([
        '9:00 AM – 9:30 AM',
        '11:30 AM – 12:00 PM',
      ])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(slotsOn(page, 'Tuesday').getByRole('listitem')).toHaveText('9:00 AM – 12:00 PM')
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

      // A click or a tap changes nothing.
      await picture.scrollIntoViewIfNeeded()
      const { x, y } = await at(2, 10)
      await (project.name === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
      await expect(slotsOn(page, 'Wednesday').getByRole('listitem')).toHaveText('9:00 AM – 12:00 PM')

      await picture.focus()
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'ArrowDown'])
        await page.keyboard.press(key)
      const said = page.getByRole('status').filter({ hasText: 'bookable' })
      await expect(said).toContainText('Thursday, 12:30 AM – 1:00 AM: not bookable')
      for (const key of ['Space', 'End', 'Escape', 'Home', 'Space', 'ArrowDown', 'Space'])
        await page.keyboard.press(key)
      await expect(slotsOn(page, 'Thursday').getByRole('listitem')).toHaveText('12:00 AM – 1:00 AM')
      // The page follows the cursor, also where the picture is taller than the window.
      await page.setViewportSize({ ...page.viewportSize()!, height: 400 })
      const cursor = picture.locator('.outline-2')
      for (const key of ['End', 'Home']) {
        await page.keyboard.press(key)
        await expect(cursor).toBeInViewport({ ratio: 1 })
      }
      await expectAccessible(page)
      await save(page).click()
      await expect(page.getByText('Your schedule is saved.')).toBeVisible()
      const morning = ['09:00 - 12:00']
      expect((await person.call(schedules.own, { query: {} })).body.schedule.days).toEqual({
        ...noHours,
        mon: morning,
        tue: morning,
        wed: morning,
        thu: ['00:00 - 01:00'],
      })
    },
  )

  test('keeps typed times when another day is opened', async ({ openAs }) => {
    const { page, person } = await openAs('tia.twodays', { timezoneId })
    await page.goto('/schedule')
    await fillTimes(page, '09:00', '10:00')
    await tab(page, 'Tuesday').click()
    await expect(page.getByLabel('Start time')).toHaveValue('09:00')
    await save(page).click()
    const told = page.getByText('Press “Add Slot” to keep these times, or clear them.')
    await expect(told).toBeVisible()
    // What it says of one day isn't true of another.
    await tab(page, 'Wednesday').click()
    await expect(told).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Slot' }).click()
    await expect(slotsOn(page, 'Wednesday').getByRole('listitem')).toHaveText('9:00 AM – 10:00 AM')
    await save(page).click()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    const { days } = (await person.call(schedules.own, { query: {} })).body.schedule
    expect(days).toEqual({ ...noHours, wed: ['09:00 - 10:00'] })
  })

  test('says that loading failed, retries, and works with the keyboard alone', async ({ openAs }) => {
    const { page } = await openAs('kay.keyboard', { timezoneId })
    const calendar = (url: URL) => url.pathname === '/api/profile/calendar'
    await page.route(calendar, route => route.fulfill({ status: 500, body: '' }))
    await page.goto('/schedule')
    await expect(page.getByText('Some error happened while fetching your slots!')).toBeVisible()
    await page.unroute(calendar)
    await page.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(page.getByText('No time slots added')).toBeVisible()

    await tab(page, 'Monday').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Tuesday')).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Tuesday' })).toBeVisible()
    await page.getByLabel('Start time').fill('09:00')
    await page.getByLabel('End time').fill('10:00')
    await page.getByLabel('End time').press('Enter')
    await expect(page.getByLabel('Start time')).toBeFocused()
    await expect(slotsOn(page, 'Tuesday')).toContainText('9:00 AM – 10:00 AM')
    await expect(page.getByRole('status').filter({ hasText: '10:00 AM was added.' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove 9:00 AM – 10:00 AM' }).press('Enter')
    await expect(page.getByText('No time slots added')).toBeVisible()
    // In its old position, and not at the top of the page.
    await expect(page.getByRole('region', { name: 'Time slots on Tuesday' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Start time')).toBeFocused()
  })

  test('keeps what was typed when another device saved first', async ({ openAs }) => {
    const { page, person } = await openAs('vera.versions', { timezoneId })
    await page.goto('/schedule')
    await addSlot(page, '09:00', '10:00')
    const schedule = { ...noHours, fri: ['18:00 - 19:00'] }
    await person.call(schedules.save, { body: { schedule, timezone: timezoneId } })
    await save(page).click()
    await expect(page.getByText('changed on another device')).toBeVisible()
    await expect(slotsOn(page, 'Monday')).toContainText('9:00 AM')

    await page.getByRole('button', { name: 'Load the newer one' }).click()
    await expect(tab(page, 'Friday')).toHaveAccessibleName('Friday, 1 time slot')
    await expect(tab(page, 'Monday')).toHaveAccessibleName('Monday, no time slots')
    await page.getByRole('button', { name: 'Restore mine' }).click()
    await expect(slotsOn(page, 'Monday')).toContainText('9:00 AM')
    await save(page).click()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    const { days } = (await person.call(schedules.own, { query: {} })).body.schedule
    expect(days).toEqual({ ...noHours, mon: ['09:00 - 10:00'] })
  })

  test('replaces what another device saved only with everything that was typed, and says so', async ({
    openAs,
  }) => {
    const { page, person } = await openAs('rita.replaces', { timezoneId })
    await page.goto('/schedule')
    await addSlot(page, '09:00', '10:00')
    const schedule = { ...noHours, fri: ['18:00 - 19:00'] }
    await person.call(schedules.save, { body: { schedule, timezone: timezoneId } })
    await save(page).click()
    const instead = page.getByRole('button', { name: 'Save mine instead' })
    await expect(instead).toBeVisible()
    await fillTimes(page, '14:00', '15:00')
    await instead.click()
    await expect(page.getByText('Press “Add Slot” to keep these times, or clear them.')).toBeVisible()
    await page.getByRole('button', { name: 'Add Slot' }).click()
    await instead.click()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    const { days } = (await person.call(schedules.own, { query: {} })).body.schedule
    expect(days).toEqual({ ...noHours, mon: ['09:00 - 10:00', '14:00 - 15:00'] })
  })

  test('brings back what was discarded', async ({ openAs }) => {
    const { page } = await openAs('dora.again', { timezoneId })
    await page.goto('/schedule')
    await addSlot(page, '09:00', '10:00')
    await fillTimes(page, '14:00', '15:00')
    await page.getByRole('button', { name: 'Discard' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await expect(page.getByText('No time slots added')).toBeVisible()
    await expect(page.getByLabel('Start time')).toHaveValue('')
    await undo.click()
    await expect(slotsOn(page, 'Monday')).toContainText('9:00 AM – 10:00 AM')
    await expect(page.getByLabel('Start time')).toHaveValue('14:00')
    await expect(page.getByLabel('End time')).toHaveValue('15:00')
  })

  test('keeps what is changed during a save as unsaved', async ({ openAs }) => {
    const { page, person } = await openAs('sue.slow', { timezoneId })
    await page.goto('/schedule')
    await addSlot(page, '09:00', '10:00')
    const letGo = await holdSaves(page)
    await save(page).click()
    await addSlot(page, '14:00', '15:30')
    letGo()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    await expect(slotsOn(page, 'Monday').getByRole('listitem')).toHaveText([
      '9:00 AM – 10:00 AM',
      '2:00 PM – 3:30 PM',
    ])
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    const days = async () => (await person.call(schedules.own, { query: {} })).body.schedule.days
    expect((await days()).mon).toEqual(['09:00 - 10:00'])
    await save(page).click()
    await expect.poll(async () => (await days()).mon).toEqual(['09:00 - 10:00', '14:00 - 15:30'])
    await expect(page.getByText('You have unsaved changes.')).toHaveCount(0)
  })
})

test.describe('the schedule in the settings', () => {
  test('moves to another zone, leaves bookings where they are, and asks before changes are lost', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('zoe.zones', { timezoneId })
    const postId = await makeTutor(stack, person)
    const student = await stack.signIn('stan.student')
    const slot = (await freeTiles(student, postId))[0]!
    await hold(student, postId, slot)

    await page.goto('/profile/settings?tab=schedule')
    await expect(slotsOn(page, 'Monday')).toContainText('9:00 AM – 5:00 PM')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Los Angeles')
    await page.getByRole('option', { name: /Los Angeles/ }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Bookings you already have don’t move' }),
    ).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await save(page).click()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    const { body } = await person.call(schedules.ofPerson, { query: { username: 'zoe.zones' } })
    expect(body.slots[0]!.zone).toBe('America/Los_Angeles')
    expect(body.bookings).toEqual([slot])
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page).toHaveURL(/tab=account/)
  })

  test('accepts days off and other hours on a date', async ({ openAs, expectAccessible }) => {
    const { page, person } = await openAs('dana.dates', { timezoneId: 'UTC' })
    const today = Temporal.Now.plainDateISO('UTC')
    const [off, other] = [today.add({ days: 5 }).toString(), today.add({ days: 9 }).toString()]
    await page.goto('/profile/settings?tab=schedule')
    await expect(page.getByText('No exceptions yet.')).toBeVisible()
    await expect(page.getByText('Overnight hours from the day before still count')).toBeVisible()
    const form = page.getByRole('form', { name: 'Add an exception' })
    await form.getByRole('button', { name: 'Add day off' }).click()
    await expect(form.getByLabel('Date')).toHaveAccessibleDescription('Please select a date')
    await form.getByLabel('Date').fill(off)
    // It isn't in the list yet.
    await save(page).click()
    await expect(form.getByLabel('Date')).toHaveAccessibleDescription(
      /^Press “Add day off” to keep this date/,
    )
    await expect(form.getByLabel('Date')).toBeFocused()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(form.getByLabel('Date')).toHaveValue('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(form.getByLabel('Date')).toHaveValue(off)
    await form.getByRole('button', { name: 'Add day off' }).click()

    await expect(page.getByRole('status').filter({ hasText: /was added: day off\.$/ })).toHaveCount(1)

    await form.getByLabel('Date').fill(other)
    await form.getByText('Other hours').click()
    await form.getByRole('button', { name: 'Add hours' }).click()
    await expect(form.getByRole('alert')).toHaveText('Please select both start and end times')
    // A date without hours would be left out, and so would hours without a date.
    await save(page).click()
    await expect(form.getByLabel('Date')).toHaveAccessibleDescription(/^Add hours for this date/)
    await form.getByLabel('Start time').fill('18:00')
    await form.getByLabel('Date').fill('')
    await save(page).click()
    await expect(form.getByLabel('Start time')).toHaveAccessibleDescription(
      /^Press “Add hours” to keep these times/,
    )
    await expect(form.getByLabel('Start time')).toBeFocused()
    await form.getByLabel('Date').fill(other)
    for (const [start, end] of [
      ['18:00', '19:00'],
      ['12:00', '13:00'],
    ] as const) {
      await form.getByLabel('Start time').fill(start)
      await form.getByLabel('End time').fill(end)
      await form.getByRole('button', { name: 'Add hours' }).click()
    }
    const dates = page.getByRole('list', { name: 'Exceptions' }).locator('> li')
    await expect(dates).toHaveCount(2)
    await expect(dates.nth(0)).toContainText('Day off')
    await expect(dates.nth(1)).toContainText(/12:00 PM – 1:00 PM.*6:00 PM – 7:00 PM/)
    await expectAccessible(page)
    await save(page).click()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    const exceptions = async () => (await person.call(schedules.own, { query: {} })).body.schedule.exceptions
    expect(await exceptions()).toEqual([
      { date: off, ranges: [] },
      { date: other, ranges: ['12:00 - 13:00', '18:00 - 19:00'] },
    ])

    await dates.nth(0).getByRole('button').click()
    await save(page).click()
    await expect.poll(async () => (await exceptions()).map(({ date }) => date)).toEqual([other])
  })
})

test.describe('the schedule over a person’s own profile', () => {
  test('accepts hours across midnight, and removes them in its edit mode', { tag: '@phone' }, async ({
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('mo.modal', { timezoneId })
    await page.goto('/profile')
    const open = page.getByRole('button', { name: 'Edit hours' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Edit hours' })
    await expect(dialog.getByText('No scheduled time')).toBeVisible()
    await expect(dialog.getByText('Students can’t book you yet')).toBeVisible()
    const add = dialog.getByRole('button', { name: 'Add Time' })
    await add.click()
    await expect(dialog.getByRole('alert').first()).toHaveText('Please select both start and end times')
    await fillTimes(page, '22:00', '02:00')
    await add.click()
    await expect(dialog.getByRole('list', { name: 'Times on Monday' })).toContainText(
      '10:00 PM – 2:00 AM (next day)',
    )
    await fillTimes(page, '21:00', '23:00')
    await add.click()
    await expect(dialog.getByText('Overlap detected. Please choose a different time range.')).toBeVisible()
    await fillTimes(page, '08:00', '09:00')
    await dialog.getByRole('button', { name: 'Save Time' }).click()
    await expect(dialog.getByRole('alert').first()).toHaveText(/^Press “Add Time” to keep these times/)
    await add.click()
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove 8:00 AM – 9:00 AM' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await expect(dialog.getByText('Close without saving?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    const letGo = await holdSaves(page)
    await dialog.getByRole('button', { name: 'Save Time' }).click()
    // The dialog closes once it has saved, so what is changed until then would be lost.
    await expect(add).toBeDisabled()
    letGo()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    const { days } = (await person.call(schedules.own, { query: {} })).body.schedule
    expect(days).toEqual({ ...noHours, mon: ['22:00 - 02:00'] })
  })

  test('says in sight that another device saved first, and which of the answers to it is at work', {
    tag: '@phone',
  }, async ({ openAs, expectAccessible }) => {
    const { page, person } = await openAs('ida.instead', { timezoneId })
    const mon = Array.from({ length: 8 }, (_, hour) => `${hour + 10}:00 - ${hour + 10}:30`)
    const saveElsewhere = async (fri: string[]) => {
      const { version } = (await person.call(schedules.own, { query: {} })).body.schedule
      const schedule = { ...noHours, mon, fri }
      await person.call(schedules.save, { body: { schedule, timezone: timezoneId, version } })
    }
    await saveElsewhere([])
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Edit hours' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit hours' })
    await fillTimes(page, '07:00', '08:00')
    await dialog.getByRole('button', { name: 'Add Time' }).click()
    await saveElsewhere(['18:00 - 19:00'])
    await dialog.getByRole('button', { name: 'Save Time' }).click()
    await expect(dialog.getByText('changed on another device')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    const calls = await held(page, '**/api/profile/calendar*')
    await dialog.getByRole('button', { name: 'Save mine instead' }).click()
    await expect(dialog.getByRole('button', { name: 'Save mine instead' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    await expect(dialog.getByRole('button', { name: 'Load the newer one' })).not.toHaveAttribute('aria-busy')
    calls.release()
    await expect(page.getByText('Your schedule is saved.')).toBeVisible()
    const { days } = (await person.call(schedules.own, { query: {} })).body.schedule
    expect(days).toEqual({ ...noHours, mon: ['07:00 - 08:00', ...mon] })
  })
})

test.describe('being bookable', () => {
  test('takes a rate as well as hours, which people without one are told', async ({ openAs }) => {
    const { page, person } = await openAs('rae.rateless')
    await page.goto('/schedule')
    await page.getByRole('link', { name: 'Set your rate' }).click()
    await expect(page).toHaveURL(/tab=profile/)
    await expect(page.getByLabel(/^Hourly rate/)).toBeInViewport()
    await person.call(profiles.save, { body: { hourly_rate: '30' } })
    await page.goto('/schedule')
    await expect(page.getByText('No time slots added')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set your rate' })).toHaveCount(0)
  })

  test('shows on the tutor’s profile, without taken times', async ({ stack, openAs, expectAccessible }) => {
    const tutor = await stack.signIn('fred.free')
    const postId = await makeTutor(stack, tutor, { ranges: ['09:00 - 10:00'], zone: 'UTC' })
    const { page, person } = await openAs('stella.student', { timezoneId: 'America/Los_Angeles' })
    const taken = (await freeTiles(person, postId, 1))[0]!
    await hold(person, postId, taken)
    await page.goto('/profile/fred.free')
    const block = page.getByRole('region', { name: 'Next free slots' })
    await expect(block.getByRole('listitem')).toHaveCount(3)
    await expect(block).toContainText('Pacific Time')
    const starts = () =>
      block.locator('time').evaluateAll(all => all.map(time => time.getAttribute('datetime')))
    expect(await starts()).not.toContain(taken.start)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Meetings' }).click()
    await page.getByRole('button', { name: 'Give up' }).click()
    await expect(page.getByText('You gave up this time.')).toBeVisible()
    await page.goBack()
    await expect.poll(starts).toContain(taken.start)
    await block.getByRole('link').nth(1).click()
    const drawer = page.getByRole('dialog', { name: 'Book a session' })
    await expect(drawer.getByText('1 slot selected')).toBeVisible()
    await page.goto('/profile/fred.free')
    const book = page.getByRole('link', { name: 'Book', exact: true })
    const color = (action: Locator) => action.evaluate(element => getComputedStyle(element).backgroundColor)
    expect(await color(book)).not.toBe(await color(page.getByRole('button', { name: /^Follow / })))
    await book.click()
    await expect(drawer.getByText('Please select slots!')).toBeVisible()
    await page.goto('/profile/stella.student')
    await expect(page.getByRole('button', { name: 'Edit hours' })).toBeVisible()
    await expect(block).toHaveCount(0)
  })
})
