import type { Page } from '@playwright/test'
import { logins } from '#shared/api/logins.ts'
import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import { makePng } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import { makeTutor } from '../factories/tutors.ts'
import { expect, test } from './fixtures.ts'
import { makeAnswersLate } from './late-answers.ts'
import { roomBetween } from './room-between.ts'
import { listen } from './told.ts'

/** Holds back the scripts that a page doesn't name, which come once it stands. Returns what lets them come. */
async function holdLaterScripts(page: Page, path: string): Promise<() => void> {
  const html = await (await page.request.get(path)).text()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    if (!html.includes(new URL(route.request().url()).pathname)) await promise
    await route.continue()
  })
  return resolve
}

test.describe('the profile settings', () => {
  test('keep what a person says about themselves', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    await addSection(stack.db, { school: 'Lakeside College', crn: '20771', title: 'Organic Chemistry' })
    await addSection(stack.db, { school: 'Lakeside College', crn: '20772', title: 'Organic Chemistry Lab' })
    const { page, person } = await openAs('settler')
    await page.goto('/profile/edit')
    await expect(page).toHaveURL(/\/profile\/settings\?tab=profile$/)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeDisabled()

    await page.getByLabel('Name', { exact: true }).fill('Sam Settler')
    await page.getByLabel(/^Year and major/).fill('Sophomore')
    await page.getByLabel(/^College/).fill('lakes')
    await page.getByRole('option', { name: 'Lakeside College' }).click()
    await page.getByLabel(/^Description/).fill('I explain things twice.')
    await page.getByLabel(/^Hourly rate/).fill('35.5')
    await page.getByLabel('Add a class').fill('207')
    await expect(page.getByText('Type at least 4 characters.')).toBeVisible()
    await page.getByLabel('Add a class').fill('2077')
    await expect(page.getByRole('option', { name: /20772/ })).toBeVisible()
    const told = await listen(page)
    await page.getByLabel('Add a class').pressSequentially('2')
    await expect(page.getByRole('option', { name: /20771/ })).toHaveCount(0)
    expect((await told()).join()).not.toContain('Type at least')
    for (const crn of ['20771', '20772']) {
      await page.getByLabel('Add a class').fill(crn)
      await page.getByRole('option', { name: new RegExp(crn) }).click()
    }
    await expect(page.getByLabel('Add a class')).toHaveValue('')
    await page.getByRole('button', { name: 'Remove 20772-Organic Chemistry Lab' }).click()
    const both = ['20772-Organic Chemistry Lab was added.', '20772-Organic Chemistry Lab was removed.']
    await expect.poll(told).toEqual(expect.arrayContaining(both))
    await expectAccessible(page)
    await save.click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await expect(save).toBeDisabled()
    await expect(save).toBeFocused()

    const { profile } = (await person.call(profiles.own)).body
    expect(profile).toMatchObject({
      name: 'Sam Settler',
      designation: 'Sophomore',
      college: 'Lakeside College',
      description: 'I explain things twice.',
      hourly_rate: '35.50',
    })
    expect(profile.classes.map(({ crn }) => crn)).toEqual(['20771'])
    await expect(page.getByRole('button', { name: 'Your account, Sam Settler' })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(/^Hourly rate/)).toHaveValue('35.50')
    await expect(page.getByRole('list', { name: 'Your classes' })).toContainText('Organic Chemistry')

    await page.getByLabel(/^College/).fill('A school of no catalog')
    await page.getByLabel(/^Year and major/).fill('   ')
    await save.click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    const after = (await person.call(profiles.own)).body.profile
    expect(after).toMatchObject({ college: 'A school of no catalog', designation: null })
  })

  test('show a new name on the person’s posts without a reload', async ({ stack, openAs }) => {
    const { page, person } = await openAs('olive.oldname')
    await addPost(person, await addSection(stack.db), { name: 'Signed notes' })
    await page.goto('/explore')
    const card = page.getByRole('article', { name: 'Signed notes' })
    await expect(card).toContainText('Olive Oldname')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Olive Newname')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.goBack()
    await expect(card).toContainText('Olive Newname')
  })

  test('suggest for what was typed before the code of the list was there', async ({ stack, openAs }) => {
    await addSection(stack.db, { school: 'Hasty College', crn: '30551', title: 'Fluid Dynamics' })
    const { page } = await openAs('quick-typist')
    const letGo = await holdLaterScripts(page, '/profile/settings')
    await page.goto('/profile/settings')
    await page.getByLabel(/^College/).fill('hasty')
    const classes = page.getByLabel('Add a class')
    await classes.fill('3051')
    await classes.press('ArrowLeft')
    await expect(classes).toHaveAttribute('aria-expanded', 'false')
    letGo()
    await expect(classes).toHaveAttribute('aria-expanded', 'true')
    // The cursor is where it was.
    await classes.press('5')
    await expect(classes).toHaveValue('30551')
    await expect(page.getByLabel(/^College/)).toHaveValue('hasty')
    await page.getByRole('option', { name: /30551/ }).click()
    await expect(page.getByRole('list', { name: 'Your classes' })).toContainText('Fluid Dynamics')
  })

  test('offer Enter the first match, though it was typed before the list was there', async ({
    stack,
    openAs,
  }) => {
    await addSection(stack.db, { crn: '30552', title: 'Statics' })
    const { page } = await openAs('quicker-typist')
    const letGo = await holdLaterScripts(page, '/profile/settings')
    await page.goto('/profile/settings')
    await page.getByLabel('Add a class').fill('30552')
    letGo()
    await expect(page.getByRole('option', { name: /30552/ })).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Your classes' })).toContainText('Statics')
  })

  test('let an input method finish before the list takes over', async ({ openAs }) => {
    const { page } = await openAs('composer')
    const letGo = await holdLaterScripts(page, '/profile/settings')
    await page.goto('/profile/settings')
    const college = page.getByLabel(/^College/)
    const composed = await college.elementHandle()
    const isThere = () => composed!.evaluate(input => input.isConnected)
    await college.focus()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    letGo()
    await page.waitForLoadState('networkidle')
    expect(await isThere()).toBe(true)
    await expect(college).toHaveValue('にほ')

    await devtools.send('Input.insertText', { text: '日本大学' })
    await expect.poll(isThere).toBe(false)
    await expect(college).toHaveValue('日本大学')
    await expect(college).toBeFocused()
  })

  test('show errors at the field, and lose nothing when loading or saving fails', async ({ openAs }) => {
    const { page } = await openAs('unlucky')
    const profile = (url: URL) => url.pathname === '/api/profile'
    await makeAnswersLate(page)
    await page.route(profile, route => route.fulfill({ status: 500, body: '' }))
    await page.goto('/profile/settings?tab=profile')
    await expect(page.getByRole('alert')).toContainText('some error happened')
    await page.unroute(profile)
    await page.getByRole('button', { name: 'Retry' }).click()

    const name = page.getByLabel('Name', { exact: true })
    const rate = page.getByLabel(/^Hourly rate/)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(name).toHaveValue(/./)
    await name.fill('')
    await rate.fill('5000')
    await save.click()
    await expect(name).toHaveAccessibleDescription('Name is required.')
    await expect(name).toBeFocused()
    await expect(rate).toHaveAccessibleDescription(/between \$1\.00 and \$1,000\.00/)

    await name.fill('Una Lucky')
    await rate.fill('20')
    await page.route(profile, route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: 'can’t reach Ignite' })).toBeVisible()
    await expect(name).toHaveValue('Una Lucky')
    await page.unroute(profile)
    await save.click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
  })

  test('keep what is typed during a save as unsaved', async ({ stack, openAs }) => {
    await addSection(stack.db, { school: 'Patient College', crn: '40881', title: 'Slow Reading' })
    const { page, person } = await openAs('typing-on')
    await page.goto('/profile/settings?tab=profile')
    const name = page.getByLabel('Name', { exact: true })
    const designation = page.getByLabel(/^Year and major/)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await name.fill('  Tyra Typing  ')
    await designation.fill('Sophomore')
    const { promise: sent, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/api/profile', async route => {
      if (route.request().method() === 'POST') await sent
      await route.continue()
    })
    await save.click()
    await designation.fill('Sophomore in Physics')
    await page.getByLabel('Add a class').fill('40881')
    await page.getByRole('option', { name: /40881/ }).click()
    send()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await expect(name).toHaveValue('Tyra Typing')
    await expect(designation).toHaveValue('Sophomore in Physics')
    await expect(page.getByRole('list', { name: 'Your classes' })).toContainText('Slow Reading')
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    const profile = async () => (await person.call(profiles.own)).body.profile
    expect(await profile()).toMatchObject({ name: 'Tyra Typing', designation: 'Sophomore', classes: [] })
    await save.click()
    await expect(page.getByText('You have unsaved changes.')).toHaveCount(0)
    const after = await profile()
    expect(after.designation).toBe('Sophomore in Physics')
    expect(after.classes.map(({ crn }) => crn)).toEqual(['40881'])
  })

  test('keep what was changed on another device since they were opened', async ({ stack, openAs }) => {
    const sections = ['Ethics', 'Fables', 'Gothic'].map((title, n) =>
      addSection(stack.db, { school: 'Distant College', crn: `4089${n}`, title }),
    )
    const [first, second, third] = (await Promise.all(sections)).map(({ sectionId }) => sectionId)
    const { page, person } = await openAs('two-devices')
    const elsewhere = (...section_ids: (number | undefined)[]) =>
      person.call(profiles.listClasses, { body: { section_ids: section_ids.map(id => id!) } })
    const crns = async () => (await person.call(profiles.own)).body.profile.classes.map(({ crn }) => crn)
    await elsewhere(first)
    await page.clock.install()
    await page.goto('/profile/settings?tab=profile')
    const listed = page.getByRole('list', { name: 'Your classes' })
    const designation = page.getByLabel(/^Year and major/)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(listed).toContainText('Ethics')

    await test.step('which the page hasn’t heard of yet', async () => {
      await elsewhere(first, second)
      await page.getByLabel('Add a class').fill('40892')
      await page.getByRole('option', { name: /40892/ }).click()
      await page.route(`**${profiles.listClasses.path}`, route => route.abort(), { times: 1 })
      await save.click()
      await expect(page.getByRole('alert').filter({ hasText: 'can’t reach Ignite' })).toBeVisible()
      await save.click()
      await expect(page.getByText('Your profile is saved.')).toBeVisible()
      await expect(save).toBeDisabled()
      expect(await crns()).toEqual(['40890', '40891', '40892'])
    })

    await test.step('which shows beside what the person has changed here', async () => {
      await page.getByLabel(/^Description/).fill('Typed here.')
      await page.getByRole('button', { name: 'Remove 40890-Ethics' }).click()
      await elsewhere(first, third)
      await person.call(profiles.save, { body: { designation: 'Sophomore' } })
      await page.clock.fastForward(60_000)
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      await expect(designation).toHaveValue('Sophomore')
      await expect(page.getByLabel(/^Description/)).toHaveValue('Typed here.')
      await expect(listed.getByRole('listitem')).toHaveText(/Gothic/)
      await save.click()
      await expect.poll(crns).toEqual(['40892'])
      expect((await person.call(profiles.own)).body.profile).toMatchObject({
        designation: 'Sophomore',
        description: 'Typed here.',
      })
    })

    await test.step('which count as saved, though the answer was lost', async () => {
      await page.route(
        url => url.pathname === profiles.save.path,
        async route => {
          if (route.request().method() !== profiles.save.method) return route.fallback()
          await route.fetch()
          await route.abort()
        },
      )
      await page.getByLabel(/^Description/).fill('Arrived.')
      const lost = page.waitForEvent('requestfailed')
      await save.click()
      await lost
      await expect(save).toBeDisabled()
      await expect(page.getByRole('alert').filter({ hasText: 'can’t reach Ignite' })).toHaveCount(0)
      await expect(page.getByLabel(/^Description/)).toHaveValue('Arrived.')
    })
  })

  test('keep the texts when only the classes fail, and Discard says what is saved', async ({
    stack,
    openAs,
  }) => {
    await addSection(stack.db, { school: 'Partial College', crn: '40882', title: 'Half Saved' })
    const { page } = await openAs('half-saved')
    await page.goto('/profile/settings?tab=profile')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Hal Saved')
    await page.getByLabel('Add a class').fill('40882')
    await page.getByRole('option', { name: /40882/ }).click()
    await page.route(`**${profiles.listClasses.path}`, route => route.abort())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'can’t reach Ignite' })).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await expect(name).toHaveValue('Hal Saved')
    await expect(page.getByRole('list', { name: 'Your classes' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await undo.click()
    await expect(page.getByRole('list', { name: 'Your classes' })).toContainText('40882')
  })

  test('ask before typed text is lost, and once where the person logs out', async ({ openAs }) => {
    const { page } = await openAs('hasty')
    await page.goto('/profile/settings')
    const designation = page.getByLabel(/^Year and major/)
    await designation.fill('Half a thought')
    const views = page.getByRole('navigation', { name: 'Settings' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await views.getByRole('link', { name: 'Account' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(designation).toHaveValue('Half a thought')
    await views.getByRole('link', { name: 'Account' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/tab=account$/)

    await views.getByRole('link', { name: 'Profile' }).click()
    await designation.fill('The other half')
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Log out anyway' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('keep typed text when the login ends, and save it once the person has signed in again in another tab', {
    tag: '@phone',
  }, async ({ stack, openAs }) => {
    const { page, person } = await openAs('lapsed')
    await page.goto('/profile/settings')
    await page.getByLabel(/^Description/).fill('Ten minutes of words.')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await person.call(logins.end)
    await save.click()
    const told = page.getByRole('listitem').filter({ hasText: 'then save your changes here.' })
    await expect(told).toBeVisible()
    await expect(page.getByText(/sign in/i).filter({ visible: true })).toHaveText([
      /^You’ve been signed out/,
      'Sign in',
    ])
    const foot = page.locator('[data-form-foot]')
    await expect.poll(() => roomBetween(told, foot)).toBeGreaterThan(0)
    await page.keyboard.press('Control+End')
    await expect
      .poll(() => page.evaluate(() => scrollY + innerHeight >= document.body.clientHeight - 1))
      .toBe(true)
    await expect.poll(() => roomBetween(told, foot)).toBeGreaterThan(0)
    await expect(page.getByLabel(/^Description/)).toHaveValue('Ten minutes of words.')

    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
    const other = await opened
    await expect(other.getByRole('button', { name: /^Continue with/ }).first()).toBeVisible()
    await expect(page.getByLabel(/^Description/)).toHaveValue('Ten minutes of words.')
    const { cookies } = await stack.signIn('lapsed')
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: stack.url })))
    await other.goto('/explore')
    await expect(page.getByText('You’re signed in again.', { exact: false })).toBeVisible()
    await save.click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
  })
})

test('a picture must be a picture file, is cropped with the keyboard alone, and shows everywhere at once', {
  tag: '@phone',
}, async ({ openAs, expectAccessible }) => {
  const { page, person } = await openAs('pictured')
  await page.goto('/profile/settings')
  const choose = page.getByLabel('Choose a picture')

  await test.step('it stays as it was if a file isn’t a picture', async () => {
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(choose).toHaveAccessibleDescription(/We can’t show that file/)
    await choose.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(choose).toHaveAccessibleDescription(/We can’t show that file/)
    expect((await person.call(profiles.own)).body.profile.profile_image).toBeNull()
  })

  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePng() })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const part = dialog.getByRole('group', { name: /^Visible part/ })
  await expect(part).toBeFocused()
  await part.press('+')
  await part.press('+')
  await expect(dialog.getByLabel('Zoom')).toHaveValue('1.2')
  await part.press('ArrowLeft')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save picture' }).press('Enter')
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const inBar = page.getByRole('button', { name: /^Your account/ }).locator('img')
  await expect(inBar).toHaveJSProperty('complete', true)
  const { profile_image } = (await person.call(profiles.own)).body.profile
  await expect(inBar).toHaveAttribute('src', profile_image!)

  const question = page.getByRole('dialog', { name: 'Remove your picture?' })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeFocused()
  await expect(inBar).toHaveAttribute('src', profile_image!)
  await page.keyboard.press('Enter')
  await test.step('the question stays until its answer arrived, and shows a failure once', async () => {
    const failed = Promise.withResolvers<void>()
    await page.route(`**${profiles.save.path}`, async route => {
      await failed.promise
      await route.fulfill({ status: 503, json: {} })
    })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    failed.resolve()
    await expect(question.getByRole('alert')).toBeVisible()
    await page.unroute(`**${profiles.save.path}`)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(question.getByRole('alert')).toHaveCount(0)
  })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your picture was removed.')).toBeVisible()
  await expect(choose).toBeFocused()
  await expect(inBar).toHaveCount(0)
})

test.describe('the account settings', () => {
  test('change the username if it is free, even after losing a race for one', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const other = await stack.signIn('first-come')
    const { page, person } = await openAs('renamer')
    await page.clock.install()
    await page.goto('/profile/settings?tab=account')
    const username = page.getByRole('textbox', { name: 'Username' })
    const change = page.getByRole('button', { name: 'Change username' })
    await username.fill('first.come')
    await expect(page.getByText('@first.come is available.')).toBeVisible()
    await other.call(profiles.rename, { body: { username: 'first.come' } })
    await change.click()
    await expect(username).toHaveAccessibleDescription(/taken/)
    await expect(username).toHaveValue('first.come')

    await username.fill('ab')
    await expect(username).toHaveAccessibleDescription(/at least 3 characters/)
    await username.fill('First.Come')
    await expect(username).toHaveAccessibleDescription(/taken/)
    await expect(change).toBeDisabled()
    await username.fill('re.named')
    await expect(page.getByText('@re.named is available.')).toBeVisible()
    await expect(page.getByText(/\/profile\/re\.named$/)).toBeVisible()
    await expectAccessible(page)
    await change.click()
    await expect(page.getByText('You’re now @re.named.')).toBeVisible()
    expect((await person.call(profiles.own)).body.profile.username).toBe('re.named')

    await person.call(profiles.rename, { body: { username: 're.named.2' } })
    await page.clock.fastForward(60_000)
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(username).toHaveValue('re.named.2')
    await expect(change).toBeHidden()
    await person.call(profiles.rename, { body: { username: 're.named.3' } })
    await page.reload()
    await expect(username).toBeDisabled()
    await expect(username).toHaveAccessibleDescription(/You can change it again in 30 days/)
  })

  test('take two names of one time zone for one', async ({ stack, openAs }) => {
    // Chromium knows the device's zone by its former name.
    const { page, person } = await openAs('renamed-zone', { timezoneId: 'Asia/Kolkata' })
    await makeTutor(stack, person, { zone: 'Asia/Kolkata' })
    await person.call(profiles.save, { body: { time_zone: 'Asia/Calcutta' } })
    await page.goto('/profile/settings?tab=account')
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/India Standard Time/)
    await expect(page.getByText('Your hours stay in')).toHaveCount(0)
    await person.call(profiles.save, { body: { time_zone: 'Asia/Kolkata' } })
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/India Standard Time/)
    await expect(page.getByRole('button', { name: 'Use it' })).toHaveCount(0)
  })

  test('find a time zone among all and offer the device’s', async ({ openAs }) => {
    const { page, person } = await openAs('traveller', { timezoneId: 'Asia/Tokyo' })
    await person.call(profiles.save, { body: { time_zone: 'Europe/Berlin' } })
    await page.goto('/profile/settings?tab=account')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toHaveValue('Central European Time (Berlin)')
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect(page.getByText('You now see times in Japan Standard Time (Tokyo).')).toBeVisible()
    await expect(page.getByText('Your hours stay in')).toHaveCount(0)
    await zone.fill('new york')
    await page.getByRole('option', { name: /^Eastern Time \(New York\)/ }).click()
    await expect(page.getByText('You now see times in Eastern Time (New York).')).toBeVisible()
    expect((await person.call(profiles.own)).body.profile.time_zone).toBe('America/New_York')

    await test.step('the last choice counts, also if it is the one before and the answer to another is on its way', async () => {
      const sent: string[] = []
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(`**${profiles.save.path}`, async route => {
        if (route.request().method() !== profiles.save.method) return route.fallback()
        sent.push(route.request().postDataJSON().time_zone)
        await promise
        await route.continue()
      })
      await zone.fill('los angeles')
      await page.getByRole('option', { name: /^Pacific Time \(Los Angeles\)/ }).click()
      await expect.poll(() => sent).toEqual(['America/Los_Angeles'])
      await zone.fill('new york')
      await page.getByRole('option', { name: /^Eastern Time \(New York\)/ }).click()
      resolve()
      await expect.poll(() => sent).toEqual(['America/Los_Angeles', 'America/New_York'])
      await expect(zone).toHaveValue('Eastern Time (New York)')
      await expect
        .poll(async () => (await person.call(profiles.own)).body.profile.time_zone)
        .toBe('America/New_York')
    })
  })

  test('say that the hours stay in their time zone when the person’s changes', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('moving.tutor', { timezoneId: 'Asia/Tokyo' })
    await makeTutor(stack, person, { zone: 'Europe/Berlin' })
    await person.call(profiles.save, { body: { time_zone: 'Europe/Berlin' } })
    await page.goto('/profile/settings?tab=account')
    const note = page.getByText('Your hours stay in Central European Time (Berlin).')
    await expect(page.getByRole('button', { name: 'Use it' })).toBeVisible()
    await expect(note).toHaveCount(0)
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect(note).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Change them in Schedule' }).click()
    await expect(page).toHaveURL(/tab=schedule/)
  })

  test('turn off the shortcuts of a single key, for people who dictate', async ({ openAs }) => {
    const { page } = await openAs('dictates')
    await page.goto('/profile/settings?tab=account')
    const choice = page.getByRole('checkbox', { name: /^Use single-key shortcuts/ })
    const search = page.getByRole('searchbox', { name: 'Search notes' })
    await expect(choice).toBeChecked()
    await choice.uncheck()
    await page.reload()
    await expect(choice).not.toBeChecked()
    await page.getByRole('main').press('/')
    await page.getByRole('main').press('?')
    await expect(search).not.toBeFocused()
    // With others, a key isn’t a letter that somebody says.
    await page.getByRole('main').press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Quick search' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[role="dialog"]')).toHaveCount(0)
    await choice.check()
    await page.getByRole('button', { name: 'Theme' }).press('/')
    await expect(search).toBeFocused()
    // Nobody types in a checkbox.
    await choice.press('/')
    await expect(search).toBeFocused()
  })

  test('save the theme for every device', async ({ openAs }) => {
    const { page, person } = await openAs('night-owl')
    await page.goto('/profile/settings?tab=account')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(async () => (await person.call(profiles.own)).body.profile.theme).toBe('dark')

    const { page: otherPage } = await openAs('night-owl')
    await otherPage.goto('/explore')
    await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'dark')
    await otherPage.getByRole('button', { name: 'Theme' }).click()
    await otherPage.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect.poll(async () => (await person.call(profiles.own)).body.profile.theme).toBe('light')
  })
})

test('the menus lead to the settings, whose privacy tab says who sees what', {
  tag: '@phone',
}, async ({ openAs, viewport, expectAccessible }) => {
  const { page } = await openAs('menu-user')
  await page.goto('/explore')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByRole('menuitem')).toContainText(['My Profile', 'Settings', 'Help', 'Logout'])
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  if (viewport!.width >= 768) {
    const side = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    const more = ['Meetings', 'Messages', 'Saved', 'Boards', 'Wallet', 'Tutors']
    await expect(side).toHaveText(['Dashboard', 'Profile', 'Search', 'Settings', ...more])
    await expect(side.first().locator('svg')).toHaveCSS('stroke-width', '1.5px')
  }
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  // The row fades where it goes on, if it does.
  const scrolls = viewport!.width < 768
  expect(await tabs.evaluate(row => row.scrollWidth > row.clientWidth)).toBe(scrolls)
  await expect(tabs).toHaveCSS('--fade-left', '0px')
  await expect(tabs).toHaveCSS('--fade-right', scrolls ? '40px' : '0px')
  await expect(tabs).toHaveCSS('mask-image', /^linear-gradient/)
  await tabs.evaluate(row => row.scrollTo(row.scrollWidth, 0))
  await expect(tabs).toHaveCSS('--fade-left', scrolls ? '40px' : '0px')
  await expect(tabs).toHaveCSS('--fade-right', '0px')
  // Not `click`, which would bring the tab into view itself.
  await tabs.evaluate(row => row.scrollTo(0, 0))
  await tabs.getByRole('link', { name: 'Privacy' }).dispatchEvent('click')
  await expect(tabs.getByRole('link', { name: 'Privacy' })).toBeInViewport({ ratio: 1 })
  await expect(
    page.getByText('Only people you have an accepted booking with can see your email address'),
  ).toBeVisible()
  await expectAccessible(page)
})
