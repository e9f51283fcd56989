import { follows } from '#shared/api/follows.ts'
import { logins } from '#shared/api/logins.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'
import { makeAnswersLate } from './late-answers.ts'

test.describe('the welcome', () => {
  test('asks a newcomer who they are, for their classes and whom to follow', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    // Longer than a search can be.
    const college = `Harbor University of ${'Northern '.repeat(10)}Lakes`
    const section = await addSection(stack.db, {
      school: college,
      course: 'BIO 110',
      courseTitle: 'Cell Biology',
      crn: '31415',
      title: 'Cells',
    })
    const author = await stack.signIn('cell-author')
    await addPost(author, section, { name: 'Mitochondria' })
    const colleague = await stack.signIn('harbor-colleague')
    await colleague.call(profiles.save, { body: { name: 'Harriet Harbor', college } })

    const { page, person } = await openAs('newcomer', { newcomer: true })
    await page.goto('/explore')
    await expect(page).toHaveURL(/\/welcome$/)
    await expect(page.getByText('Step 1 of 3')).toBeVisible()
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue('Newcomer')
    await name.fill('Nina Newcomer')
    await page.getByLabel(/^College/).fill('harbor')
    await page.getByRole('option', { name: college }).click()
    await page.getByLabel(/^Year and major/).fill('Freshman')
    await expect(page.getByRole('combobox', { name: 'Time zone' })).not.toHaveValue('')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page).toHaveURL(/\/welcome\?step=classes$/)
    await expect(page.getByRole('heading', { level: 1, name: 'List your classes' })).toBeFocused()
    const missing = page.getByRole('link', { name: 'Tell us what’s missing' })
    await expect(missing).toHaveAttribute('href', '/faq?contact=1')
    // Enter takes a suggestion, and never the step.
    await page.getByLabel('Add a class').fill('99999')
    await expect(page.getByText('No crn found')).toBeVisible()
    await page.getByLabel('Add a class').press('Enter')
    await expect(page).toHaveURL(/\/welcome\?step=classes$/)
    await page.getByLabel('Add a class').fill('31415')
    await page.getByRole('option', { name: /31415/ }).click()
    await expectAccessible(page)
    const suggestions = (url: URL) => url.pathname === search.people.path
    await page.route(suggestions, route => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page).toHaveURL(/step=people$/)
    await expect(page.getByRole('heading', { name: 'The suggestions didn’t load' })).toBeVisible()
    await page.unroute(suggestions)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('article')).toContainText(['cell-author', 'Harriet Harbor'])
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Follow Harriet/ }).click()
    await expect(page.getByRole('button', { name: /^Following Harriet/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('list', { name: 'Your classes' })).toContainText('Cells')
    await page.goForward()
    await page.getByRole('button', { name: 'Start reading' }).click()

    await expect(page).toHaveURL(/\/explore\?type=classes$/)
    await expect(page.getByRole('heading', { name: 'Mitochondria' })).toBeVisible()
    await expect(page.getByText('You have no meetings')).toHaveCount(0)
    const { profile } = (await person.call(profiles.own)).body
    expect(profile).toMatchObject({ name: 'Nina Newcomer', college, designation: 'Freshman', welcomed: true })
    expect(profile.time_zone).not.toBeNull()
    // Shown before it is done.
    await expect
      .poll(async () => (await person.call(follows.following)).body.data.map(({ name }) => name))
      .toEqual(['Harriet Harbor'])
    await page.goto('/explore')
    await expect(page).toHaveURL(/\/explore$/)
  })

  test('keeps picked classes while the person goes back, and takes no class that is only typed', async ({
    stack,
    openAs,
  }) => {
    await addSection(stack.db, { crn: '31416', title: 'Circles' })
    const { page, person } = await openAs('to-and-fro', { newcomer: true })
    await page.goto('/welcome?step=classes')
    const field = page.getByLabel('Add a class')
    const listed = page.getByRole('list', { name: 'Your classes' })
    const goOn = page.getByRole('button', { name: 'Continue' })
    await field.fill('31416')
    // A tap beside the list closes it as Escape does, with the focus still in the field.
    for (const key of ['Escape', 'Tab']) {
      await field.press('ArrowDown')
      await expect(page.getByRole('option', { name: /31416/ })).toBeVisible()
      await field.press(key)
      await expect(page.getByRole('option')).toHaveCount(0)
      await expect(field).toHaveValue('31416')
    }
    await goOn.click()
    await expect(field).toHaveAccessibleDescription(/Choose a class from the list/)
    await expect(field).toHaveValue('31416')
    await expect(field).toBeFocused()
    await field.press('ArrowDown')
    await page.getByRole('option', { name: /31416/ }).click()
    await expect(listed).toContainText('Circles')

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/step=you$/)
    await page.getByRole('button', { name: 'Skip setup' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await page.goBack()
    await expect(listed).toContainText('Circles')
    const listing = await held(page, `**${profiles.listClasses.path}`)
    await goOn.click()
    await expect.poll(() => listing.asked).toHaveLength(1)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    const refetched = page.waitForResponse(response => response.url().endsWith(profiles.own.path))
    listing.release()
    await refetched
    expect((await person.call(profiles.own)).body.profile.classes.map(({ crn }) => crn)).toEqual(['31416'])
    // What is listed by now isn't lost.
    await page.getByRole('button', { name: 'Skip setup' }).click()
    await expect(page).toHaveURL(/\/explore\?type=classes$/)
  })

  test('can be skipped step by step or at once', async ({ openAs }) => {
    const { page, person } = await openAs('skipper', { newcomer: true })
    await page.goto('/explore')
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await expect(page).toHaveURL(/step=classes$/)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/step=you$/)
    await page.getByRole('button', { name: 'Skip setup' }).click()
    await expect(page).toHaveURL(/\/explore$/)
    await expect.poll(async () => (await person.call(logins.read)).body.login?.welcomed).toBe(true)
  })

  test('never blocks a newcomer’s link, and is offered once', async ({ stack, openAs }) => {
    const author = await stack.signIn('linked-author')
    const post = await addPost(author, await addSection(stack.db), { name: 'Linked notes' })
    const { page } = await openAs('linked', { newcomer: true })
    await page.goto(`/ignite/${post.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Linked notes' })).toBeVisible()
    await page.goto('/explore?type=following')
    await expect(page).toHaveURL(/\/explore\?type=following$/)
    await page.goto('/explore')
    await expect(page).toHaveURL(/\/welcome$/)
    await page.goto('/explore')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
    await expect(page).toHaveURL(/\/explore$/)
  })
})

test.describe('the tips', () => {
  test('rotate every ten seconds, pause while the person reads, and can be dismissed for good', async ({
    openAs,
    expectAccessible,
  }) => {
    const { page, person } = await openAs('tipped')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const opened = Date.now()
    await page.clock.install({ time: opened })
    await page.goto('/explore')
    const tips = page.getByRole('region', { name: 'Getting started' })
    const tip = (name: string) => tips.getByRole('heading', { name })
    await expect(tip('Introduce yourself')).toBeVisible()
    // From now on, no time passes by itself. The leap ends the first tip’s.
    await page.clock.pauseAt(opened + 120_000)
    await expect(tip('List your classes')).toBeVisible()
    const texts = tips.locator('[aria-live]')
    await expect(texts).toHaveAttribute('aria-live', 'off')
    await page.clock.runFor(9_000)
    await expect(tip('List your classes')).toBeVisible()
    // A tip’s time begins some moments after it shows.
    while (!(await tip('Share your first notes').isVisible())) await page.clock.runFor(1_000)
    await tips.getByRole('button', { name: 'Next tip' }).focus()
    await page.clock.runFor(30_000)
    await expect(tip('Share your first notes')).toBeVisible()
    await page.clock.resume()
    await tips.getByRole('button', { name: 'Next tip' }).press('Enter')
    await expect(tip('Set your hours')).toBeVisible()
    await expect(texts).toHaveAttribute('aria-live', 'polite')
    await tips.getByRole('button', { name: 'Previous tip' }).press('Enter')
    await expect(tip('Share your first notes')).toBeVisible()
    await expectAccessible(page)
    for (const left of [4, 3, 2, 1, 0]) {
      await tips.getByRole('button', { name: 'Don’t show this tip again' }).press('Enter')
      await expect.poll(async () => (await person.call(profiles.own)).body.profile.tips.length).toBe(left)
    }
    await expect(tips).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
    await expect(tips).toHaveCount(0)
  })

  test('that are dismissed one after the other stay away, also if the answers come late', async ({
    openAs,
  }) => {
    const { page, person } = await openAs('brisk')
    await page.goto('/explore')
    const tips = page.getByRole('region', { name: 'Getting started' })
    const places = await tips.evaluateHandle(section => {
      const seen: (string | undefined)[] = []
      const look = () => seen.push(/\d \/ \d/.exec(section.textContent)?.[0])
      new MutationObserver(look).observe(section, { subtree: true, childList: true, characterData: true })
      return seen
    })
    const pressed = Promise.withResolvers<void>()
    const answered = page.waitForResponse(`**${profiles.dismissTip.path}`)
    let sent = 0
    await page.route(`**${profiles.dismissTip.path}`, async route => {
      await (++sent === 1 ? pressed.promise : (await answered).finished())
      await route.continue()
    })
    for (const left of [4, 3]) {
      await tips.getByRole('button', { name: 'Don’t show this tip again' }).press('Enter')
      await expect(tips).toContainText(`1 / ${left}`)
    }
    pressed.resolve()
    await expect.poll(async () => (await person.call(profiles.own)).body.profile.tips.length).toBe(3)
    const seen = await places.jsonValue()
    expect(new Set(seen.slice(seen.indexOf('1 / 3')))).toEqual(new Set(['1 / 3']))
  })

  test('lead to their subject, and disappear when it is done', async ({ stack, openAs }) => {
    await addSection(stack.db, { crn: '27182', title: 'Growth' })
    const { page } = await openAs('doer')
    await page.goto('/explore')
    const tips = page.getByRole('region', { name: 'Getting started' })
    await tips.getByRole('button', { name: 'Next tip' }).click()
    await tips.getByRole('link', { name: 'List your classes' }).click()
    await expect(page.getByRole('heading', { name: 'Classes' })).toBeInViewport()
    await page.getByLabel('Add a class').fill('27182')
    await page.getByRole('option', { name: /27182/ }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.goto('/explore')
    await expect(tips).toContainText('1 / 4')
  })

  test('that come late wait for the next visit, and push nothing down', async ({ stack, openAs }) => {
    const section = await addSection(stack.db)
    const post = await addPost(await stack.signIn('prompt-author'), section, { name: 'Prompt notes' })
    const { page, person } = await openAs('patient')
    await person.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
    await makeAnswersLate(page)
    let tries = 0
    const shown = Promise.withResolvers<void>()
    await page.route(
      url => url.pathname === profiles.own.path,
      async route => {
        tries++
        if (tries === 1) return route.fulfill({ status: 503 })
        await shown.promise
        return route.fallback()
      },
    )
    await page.goto('/explore')
    const card = page.getByRole('article').filter({ hasText: post.post_name })
    await expect(card).toBeVisible()
    const tips = page.getByRole('region', { name: 'Getting started' })
    await expect(tips).toHaveCount(0)
    shown.resolve()
    // The menu shows the classes of the same answer.
    await expect(page.getByRole('list', { name: 'My classes' }).getByRole('link')).toHaveCount(1)
    await expect(tips).toHaveCount(0)
    await page.getByRole('navigation').getByRole('link', { name: 'Meetings' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Meetings' })).toBeVisible()
    await page.goBack()
    await expect(tips).toBeVisible()
  })
})
