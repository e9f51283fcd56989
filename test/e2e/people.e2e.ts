import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { account } from '#shared/api/account.ts'
import { blocks } from '#shared/api/blocks.ts'
import { follows } from '#shared/api/follows.ts'
import { live } from '#shared/api/live.ts'
import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'
import { makeAnswersLate } from './late-answers.ts'
import { loseNextScript } from './lost-script.ts'
import { listen } from './told.ts'

/** This many people who follow `username`, named by their number: the last is the latest. */
async function addFollowers(stack: Stack, username: string, count: number): Promise<void> {
  await sql`
    with added as (
      insert into users (name, email, username, college)
      select 'Fan ' || n, ${username} || '.fan' || n || '@example.edu', ${username} || '.fan' || n, 'College ' || n
      from generate_series(1, ${count}::int) n
      returning id, username
    )
    insert into follows (follower_id, followed_id, created_at)
    select added.id, users.id, timestamptz '2026-01-01 00:00Z' + row_number() over (order by added.id) * interval '1 second'
    from added, users where users.username = ${username}`.execute(stack.db)
}

async function sharePost(stack: Stack, author: string, name: string, named = {}) {
  return addPost(await stack.signIn(author), await addSection(stack.db, named), { name })
}

async function scrollToEnd(page: Page, list: ReturnType<Page['locator']>, end: ReturnType<Page['locator']>) {
  while (!(await end.isVisible())) {
    await list.evaluate(element => element.lastElementChild?.scrollIntoView())
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

test.describe('a profile', () => {
  test('says who a person is, and what they posted', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const tutor = await stack.signIn('tina.tutor')
    const section = await addSection(stack.db, { crn: '88001', course: 'CHEM 101', courseTitle: 'Chemistry' })
    await tutor.call(profiles.save, {
      body: {
        name: 'Tina Tutor',
        designation: 'Tutor, Chemistry',
        college: 'Northfield College',
        description: 'Ask me about acids.',
        hourly_rate: '35',
        time_zone: 'Asia/Tokyo',
      },
    })
    await tutor.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
    const post = await addPost(tutor, section, { name: 'Acids and bases' })
    await addPost(tutor, await addSection(stack.db, { crn: '88002' }), { name: 'Salts' })
    await tutor.call(profiles.highlight, { body: { post_ids: [post.id] } })

    const { page } = await openAs('tina.reader')
    await page.goto('/profile/tina.tutor')
    await expect(page.getByRole('heading', { level: 1, name: 'Tina Tutor' })).toBeVisible()
    await expect(page).toHaveTitle(/Tina Tutor/)
    const main = page.getByRole('main')
    for (const text of [
      '@tina.tutor',
      'Ask me about acids.',
      '$35 an hour',
      'Japan Standard Time',
      '2 posts',
    ]) {
      await expect(main.getByText(text)).toBeVisible()
    }
    await expect(
      main.getByText('Tutor, Chemistry · Northfield College').filter({ visible: true }),
    ).toBeVisible()
    await expect(main.getByRole('list', { name: 'Classes' })).toContainText('CHEM 101')
    await expect(main.getByRole('region', { name: 'Highlights' })).toContainText('Acids and bases')
    await expectAccessible(page)

    const posts = page.getByRole('feed', { name: 'Posts by Tina Tutor' })
    await expect(posts.getByRole('article')).toHaveCount(2)
    const crn = page.getByRole('combobox', { name: 'CRN' })
    await expect(crn.getByRole('option').first()).toHaveText('All Posts')
    await crn.selectOption('88002')
    await expect(posts.getByRole('article')).toHaveCount(1)
    await expect(posts.getByRole('article', { name: 'Salts' })).toBeVisible()
    await page.reload()
    await expect(crn).toHaveValue('88002')
    await expect(posts.getByRole('article')).toHaveCount(1)
  })

  test('can be followed, which adds their posts to the feed, and unfollowed', async ({ stack, openAs }) => {
    await sharePost(stack, 'followed.author', 'Notes worth following')
    const { page, person } = await openAs('new.follower')
    await page.goto('/explore?type=following')
    await expect(page.getByText('No posts yet')).toBeVisible()
    await page.getByRole('link', { name: 'Browse recent notes' }).click()
    await expect(page).toHaveURL(/\/explore$/)
    await page
      .getByRole('article', { name: 'Notes worth following' })
      .getByRole('link', { name: /author/i })
      .click()
    await expect(page).toHaveURL(/\/profile\/followed\.author$/)
    await page.getByRole('button', { name: /^Follow / }).click()
    await expect(page.getByRole('button', { name: /^Following / })).toBeVisible()
    await expect(page.getByRole('link', { name: '1 follower' })).toBeVisible()
    // Shown before it is done.
    const followed = async () => (await person.call(follows.following, { query: {} })).body.data.length
    await expect.poll(followed).toBe(1)
    await page.goto('/explore')
    await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Following' }).click()
    await expect(page).toHaveURL(/type=following/)
    await expect(page.getByRole('article', { name: 'Notes worth following' })).toBeVisible()

    await page.goto('/profile/followed.author')
    await page.getByRole('button', { name: /^Following / }).click()
    await expect(page.getByRole('button', { name: /^Follow / })).toBeVisible()
    await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible()
    await expect.poll(followed).toBe(0)
  })

  test('of someone new shows a greeting, offers to follow back, and reverts a follow that fails', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const admirer = await stack.signIn('admirer')
    await admirer.call(profiles.save, { body: { name: 'Quentin Quiet' } })
    const { page } = await openAs('admired')
    await admirer.call(follows.follow, { body: { username: 'admired' } })
    await page.goto('/profile/admirer')
    await expect(page.getByText('Hi, I’m Quentin. Nice to meet you.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    await expect(page.getByText('Follows you')).toBeVisible()
    await expectAccessible(page)

    const fails = Promise.withResolvers<void>()
    await page.route('**/api/follow', async route => {
      await fails.promise
      await route.abort()
    })
    const followBack = page.getByRole('button', { name: /^Follow back/ })
    await followBack.click()
    await expect(page.getByRole('button', { name: /^Following / })).toBeVisible()
    await expect(page.getByRole('link', { name: '1 follower' })).toBeVisible()
    fails.resolve()
    await expect(page.getByText('We don’t know whether you follow Quentin Quiet.')).toBeVisible()
    await expect(followBack).toBeVisible()
    await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible()
    await page.unroute('**/api/follow')
    await followBack.click()
    await expect(page.getByRole('button', { name: /^Following / })).toBeVisible()
  })

  test('of someone who meanwhile blocked you or left can’t be followed, and says so', async ({
    stack,
    openAs,
  }) => {
    const shy = await stack.signIn('shy.person')
    const leaving = await stack.signIn('leaving.person')
    const { page, person } = await openAs('hopeful')
    const follow = page.getByRole('button', { name: /^Follow / })
    await page.goto('/profile/shy.person')
    await expect(follow).toBeVisible()
    await shy.call(blocks.block, { body: { username: 'hopeful' } })
    await follow.click()
    await expect(page.getByText(/Unable to follow.* We couldn’t find that person\./)).toBeVisible()
    await expect(follow).toBeVisible()

    await page.goto('/profile/leaving.person')
    await expect(follow).toBeVisible()
    await leaving.call(account.remove, { body: { username: 'leaving.person' } })
    await follow.click()
    await expect(page.getByText(/Unable to follow.* We couldn’t find that person\./)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'We couldn’t find that person' })).toBeVisible()
    expect((await person.call(follows.following)).body.data).toEqual([])
  })

  test('is found by a former username, in any case, and copies its current address', async ({
    stack,
    openAs,
  }) => {
    const renamed = await stack.signIn('former.name')
    const { status } = await renamed.call(profiles.rename, { body: { username: 'present.name' } })
    expect(status).toBe(200)
    const { page } = await openAs('link.follower')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }))
    await page.goto('/profile/former.name?list=followers')
    await expect(page).toHaveURL(/\/profile\/present\.name\?list=followers$/)
    await page.goto('/profile/Present.Name')
    await expect(page).toHaveURL(/\/profile\/present\.name$/)
    await page.getByRole('button', { name: 'Share profile' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${stack.url}/profile/present.name`)
    await page.goto('/profile/former.name/followers?tab=following')
    await expect(page).toHaveURL(/\/profile\/present\.name\/followers\?tab=following$/)
  })

  test('says that nobody is there, or that loading failed, and retries', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    await stack.signIn('slow.person')
    const { page } = await openAs('patient')
    await page.goto('/profile/nobody.at.all')
    await expect(page.getByRole('heading', { name: 'We couldn’t find that person' })).toBeVisible()
    await expectAccessible(page)
    await makeAnswersLate(page)
    await page.route('**/api/profile/users*', route => route.fulfill({ status: 500, body: '' }))
    await page.goto('/profile/slow.person')
    await expect(page.getByRole('alert')).toContainText('some error happened')
    await page.unroute('**/api/profile/users*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /slow/i })).toBeVisible()
  })

  test('can be reported and blocked from its menu, and then shows only how to undo it', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    await sharePost(stack, 'blocked.author', 'Unseen notes')
    const { page } = await openAs('blocker')
    await page.goto('/profile/blocked.author')
    await expect(page.getByRole('article', { name: 'Unseen notes' })).toBeVisible()
    const more = page.getByRole('main').getByRole('button', { name: 'More' }).first()
    await more.click()
    await page.getByRole('menuitem', { name: 'Report…' }).click()
    await expect(page.getByRole('dialog')).toContainText('blocked.author')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await more.click()
    await page.getByRole('menuitem', { name: 'Block…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^You block/ })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { name: /^You block/ })).toBeVisible()
    await expect(page.getByText('Unseen notes')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unblock' }).click()
    await expect(page.getByRole('article', { name: 'Unseen notes' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Follow / })).toBeVisible()
  })
})

test('a person’s own profile links to its settings, to saved posts and to a first post', {
  tag: '@phone',
}, async ({ openAs, expectAccessible }) => {
  const { page } = await openAs('own.self')
  await page.goto('/profile/own.self')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('button', { name: /Follow/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
  await expectAccessible(page)
  const views = page.getByRole('navigation', { name: 'Your profile' })
  await views.getByRole('link', { name: 'Saved' }).click()
  await expect(page).toHaveURL(/tab=saved/)
  await expect(views.getByRole('link', { name: 'Saved' })).toHaveAttribute('aria-current', 'page')
  await expect(views.getByRole('link', { name: 'Saved' })).toBeFocused()
  await views.getByRole('link', { name: 'Posts' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Upload Content' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page).toHaveURL(/\/profile\/settings/)
})

test('a deleted post leaves its author’s profile, its count and its CRNs', async ({ stack, openAs }) => {
  await sharePost(stack, 'tidy.author', 'Outdated notes', { crn: '88101' })
  await sharePost(stack, 'tidy.author', 'Notes that stay', { crn: '88102' })
  const { page } = await openAs('tidy.author')
  await page.goto('/profile')
  await expect(page.getByText('2 posts')).toBeVisible()
  const crns = page.getByRole('combobox', { name: 'CRN' }).getByRole('option')
  await expect(crns).toHaveCount(3)
  await page.getByRole('article', { name: 'Outdated notes' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('article', { name: 'Outdated notes' })).toHaveCount(0)
  await expect(page.getByText('1 post', { exact: true })).toBeVisible()
  await expect(crns).toHaveCount(2)
})

test.describe('follow lists', () => {
  test('that don’t come with their code leave the profile as it is, and open the next time', async ({
    stack,
    openAs,
  }) => {
    await stack.signIn('star.unlucky')
    await addFollowers(stack, 'star.unlucky', 1)
    const { page } = await openAs('star.waiter')
    await loseNextScript(page, '/profile/star.unlucky')
    const followers = page.getByRole('link', { name: '1 follower' })
    await followers.click()
    await expect(page.getByText('That didn’t load. Check your connection and try again.')).toBeVisible()
    await expect(page).toHaveURL('/profile/star.unlucky')
    await followers.click()
    await expect(page.getByRole('dialog').getByRole('article')).toContainText('Fan 1')
  })

  test('open over a profile, can be filtered by name, load to their end, and close by Back', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    await stack.signIn('star')
    await addFollowers(stack, 'star', 25)
    const { page } = await openAs('star.reader')
    await page.goto('/profile/star')
    await page.getByRole('link', { name: '25 followers' }).click()
    const dialog = page.getByRole('dialog')
    await expect(page).toHaveURL(/list=followers/)
    await expect(dialog.getByRole('article').first()).toContainText('Fan 25')
    await expectAccessible(page)

    // One who isn't loaded yet is found without loading the others.
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/follow/user')) asked.push(request.url())
    })
    const box = dialog.getByRole('searchbox', { name: 'Search followers' })
    await box.fill('college 3')
    await expect(dialog.getByRole('article')).toHaveCount(1)
    expect(asked.at(-1)).toContain('text=college')
    await expect(dialog.getByRole('article')).toContainText('Fan 3')
    const told = await listen(page)
    await box.fill('nobody at all')
    await expect(dialog.getByText('No followers found matching your search')).toBeVisible()
    await expect.poll(told).toContain('No followers found matching your search')
    await box.fill('college 3')
    await expect.poll(told).toContain('1 person')

    await box.fill('nobody at all')
    await expect(dialog.getByText('No followers found matching your search')).toBeVisible()
    const search = await held(page, '**/api/follow/user**')
    await box.fill('college 5')
    await expect.poll(() => search.asked.length).toBe(1)
    await expect(dialog.getByText('No followers found matching your search')).toBeHidden()
    await expect(dialog.getByRole('status', { name: 'Loading people' })).toBeVisible()
    search.release()
    await expect(dialog.getByRole('article')).toContainText('Fan 5')
    await box.fill('')
    await expect(dialog.getByRole('article').first()).toContainText('Fan 25')
    await scrollToEnd(page, dialog.getByRole('list').last(), dialog.getByText('That’s everyone: 25 people.'))
    await expect(dialog.getByRole('article')).toHaveCount(25)

    await dialog.getByRole('link', { name: 'Following' }).click()
    await expect(page).toHaveURL(/list=following/)
    await expect(dialog.getByText('Not following anyone yet')).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/profile\/star$/)
  })

  test('have who followed since they were last open', async ({ stack, openAs }) => {
    const follow = async (username: string) =>
      (await stack.signIn(username)).call(follows.follow, { body: { username: 'fern.followed' } })
    const { page } = await openAs('fern.followed')
    const followed = Promise.withResolvers<void>()
    await page.route(`**${live.ticket.path}`, async route => {
      await followed.promise
      await route.continue()
    })
    await page.goto('/profile')
    await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible()
    // Before the page has a live connection.
    await follow('first.fan')
    followed.resolve()
    const alertsLink = page.getByRole('link', { name: /^Alerts/ }).filter({ visible: true })
    await page.getByRole('link', { name: '1 follower' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('article')).toContainText('First Fan')
    await page.goBack()
    await follow('second.fan')
    await expect(alertsLink).toContainText('2 unread')
    await page.getByRole('link', { name: '2 followers' }).click()
    await expect(dialog.getByRole('article').first()).toContainText('Second Fan')
  })

  test('follow and unfollow without losing the person', async ({ stack, openAs }) => {
    await stack.signIn('row.one')
    const { page, person } = await openAs('row.reader')
    await person.call(follows.follow, { body: { username: 'row.one' } })
    await page.goto('/profile?list=following')
    const row = page.getByRole('dialog').getByRole('article')
    await row.getByRole('button', { name: /^Following / }).click()
    await expect(row.getByRole('button', { name: /^Follow / })).toBeVisible()
    await row.getByRole('button', { name: /^Follow / }).click()
    await expect(row.getByRole('button', { name: /^Following / })).toBeVisible()
    await row.getByRole('link').click()
    await expect(page).toHaveURL(/\/profile\/row\.one$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('have their own page', async ({ stack, openAs, expectAccessible }) => {
    const busy = await stack.signIn('busy')
    await addFollowers(stack, 'busy', 12)
    await stack.signIn('busy.friend')
    await busy.call(follows.follow, { body: { username: 'busy.friend' } })
    const { page } = await openAs('busy.reader')
    await page.goto('/profile/busy?list=followers')
    await page.getByRole('dialog').getByRole('link', { name: 'Open full page' }).click()
    await expect(page).toHaveURL(/\/profile\/busy\/followers$/)
    await expect(page.getByRole('article').first()).toContainText('Fan 12')
    const end = page.getByText('That’s everyone: 12 people.')
    await scrollToEnd(page, page.getByRole('main').getByRole('list').last(), end)
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Following/ }).click()
    await expect(page).toHaveURL(/tab=following/)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('article')).toContainText('@busy.friend')
  })

  test('show an error halfway, and continue', async ({ stack, openAs }) => {
    await stack.signIn('broken.star')
    await addFollowers(stack, 'broken.star', 15)
    const { page } = await openAs('broken.reader')
    await page.goto('/profile/broken.star')
    let allowed = 1
    const list = (url: URL) => url.pathname === '/api/follow/user'
    await page.route(list, route =>
      allowed-- > 0 ? route.continue() : route.fulfill({ status: 500, body: '' }),
    )
    await page.getByRole('link', { name: '15 followers' }).click()
    const dialog = page.getByRole('dialog')
    await scrollToEnd(page, dialog.getByRole('list').last(), dialog.getByText(/More people didn’t load/))
    await page.unroute(list)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByText('That’s everyone: 15 people.')).toBeVisible()
  })
})

test.describe('search for people', () => {
  test('finds by name and college while typing, follows from a card, and says when there is nobody', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const zora = await stack.signIn('zora')
    await zora.call(profiles.save, {
      body: {
        name: 'Zora Hélène Vance',
        college: 'Northfield College',
        designation: 'Tutor',
        hourly_rate: '28.50',
      },
    })
    const { page, person } = await openAs('people.reader')
    await page.goto('/search')
    await page
      .getByRole('navigation', { name: 'What to search' })
      .getByRole('link', { name: 'People' })
      .click()
    await expect(page).toHaveURL(/type=people/)
    await expect(page.getByText('New on Ignite')).toBeVisible()
    const box = page.getByRole('searchbox', { name: 'Search people' })
    await box.fill('helene north')
    await expect(page.getByText('1 person', { exact: true })).toBeVisible()
    const card = page.getByRole('article', { name: /Zora/ })
    for (const text of [
      '@zora',
      'Hi, I’m Zora. Nice to meet you.',
      'Tutor · Northfield College',
      '$28.50 an hour',
    ]) {
      await expect(card).toContainText(text)
    }
    await expectAccessible(page)
    await card.getByRole('button', { name: /^Follow / }).click()
    await expect(card.getByRole('button', { name: /^Following / })).toBeVisible()
    await expect
      .poll(async () => (await person.call(follows.following, { query: {} })).body.data.length)
      .toBe(1)
    await page.reload()
    await expect(box).toHaveValue('helene north')
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/profile\/zora$/)

    await page.goto('/search?type=people&text=zzzqqq')
    await expect(page.getByRole('heading', { name: 'No people found for “zzzqqq”' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No people found for “zzzqqq”' })).toHaveCount(1)
    await page.getByRole('link', { name: 'Find a tutor' }).click()
    await expect(page).toHaveURL(/\/tutors$/)
    await page.goBack()
    await page.getByRole('link', { name: 'Clear the search' }).click()
    await expect(page.getByText('New on Ignite')).toBeVisible()
  })

  test('continues by More, says when it fails, and then continues by itself with the network', async ({
    stack,
    openAs,
  }) => {
    await sql`insert into users (name, email, username)
      select 'Marigold Many', 'many' || n || '@example.edu', 'many' || n from generate_series(1, 45) n`.execute(
      stack.db,
    )
    const { page } = await openAs('more.reader')
    await page.goto('/search?type=people&text=marigold')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(20)
    const more = page.getByRole('button', { name: 'More', exact: true })
    const people = (url: URL) => url.pathname === '/api/search'
    await page.route(people, route => route.abort())
    await more.click()
    await expect(page.getByRole('alert')).toContainText('More people didn’t load')
    await page.unroute(people)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(cards).toHaveCount(40)
    await more.click()
    await expect(cards).toHaveCount(45)
    await expect(more).toHaveCount(0)
  })
})

test('the feed of a person’s classes asks for the classes, and shows what is posted for them', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { page, person } = await openAs('class.reader')
  await page.goto('/explore')
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'My classes' }).click()
  await expect(page).toHaveURL(/type=classes/)
  await expect(page.getByRole('heading', { name: 'Which classes do you take?' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'List your classes' })).toHaveAttribute(
    'href',
    /\/profile\/settings/,
  )

  const named = { course: 'GEO 210', courseTitle: 'Glaciers', crn: '90210' }
  const section = await addSection(stack.db, named)
  await person.call(profiles.listClasses, { body: { section_ids: [section.sectionId] } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing for your classes yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse recent notes' })).toHaveAttribute('href', '/explore')
  await sharePost(stack, 'class.author', 'Glaciers at rest', named)
  await sharePost(stack, 'class.author', 'Notes of another course', { course: 'GEO 211', crn: '90211' })
  await page.reload()
  await expect(page.getByRole('article', { name: 'Glaciers at rest' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Notes of another course' })).toHaveCount(0)
})
