import type { Locator, Page } from '@playwright/test'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { search } from '#shared/api/search.ts'
import { addSection, type Section } from '../factories/catalog.ts'
import { makeConversation } from '../factories/conversations.ts'
import { makePdf, makePng } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'
import { makeAnswersLate } from './late-answers.ts'
import { leaveServerTime } from './own-clock.ts'
import { listen } from './told.ts'

/** This many posts in one section, named by their number: the last is the newest. */
async function addPosts(person: Person, section: Section, count: number, topic: string): Promise<void> {
  const file = await makePdf({ pages: 1, text: topic })
  for (let number = 1; number <= count; number++) {
    await addPost(person, section, { name: `${topic} ${number}`, file })
  }
}

async function sharePost(stack: Stack, author: string, name: string, named = {}) {
  const person = await stack.signIn(author)
  return addPost(person, await addSection(stack.db, named), { name, details: `All about ${name}.` })
}

test.describe('the feed', () => {
  test('shows an error and retries, continues on scrolling, and keeps its position after Back', async ({
    stack,
    openAs,
  }) => {
    const author = await stack.signIn('scroll-author')
    const section = await addSection(stack.db)
    await addPosts(author, section, 40, 'Scrolled notes')
    const { page } = await openAs('scroll-reader')
    const feed = (url: URL) => url.pathname === '/api/post'
    const cards = page.getByRole('article')
    const scrollUntil = async (wanted: Locator, scroll: () => void) => {
      while (!(await wanted.isVisible())) {
        await page.evaluate(scroll)
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    }
    const toTheEnd = () => scrollTo(0, document.body.scrollHeight)

    await test.step('a failed load can be retried', async () => {
      await makeAnswersLate(page)
      await page.route(feed, route => route.fulfill({ status: 500, body: '' }))
      await page.goto('/explore')
      await expect(page.getByRole('alert')).toContainText('some error happened')
      await page.unroute(feed)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(cards.first()).toContainText('Scrolled notes 40')
    })

    await test.step('its cards appear one after the other, or all at once for a person who wants no motion', async () => {
      const delays = () =>
        cards.evaluateAll(all =>
          all.slice(0, 4).map(card => {
            const { animationName, animationDelay } = getComputedStyle(card.parentElement!)
            return `${animationName} ${animationDelay}`
          }),
        )
      expect(await delays()).toEqual(['rise 0s', 'rise 0s', 'rise 0s', 'rise 0s'])
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      expect(await delays()).toEqual(['rise 0s', 'rise 0.075s', 'rise 0.15s', 'rise 0.225s'])
      await page.emulateMedia({ reducedMotion: 'reduce' })
    })

    await test.step('Back returns to the same position', async () => {
      const wanted = page.getByRole('link', { name: 'Scrolled notes 30', exact: true })
      await scrollUntil(wanted, () => scrollBy(0, innerHeight / 2))
      await wanted.evaluate(link => {
        // The middle of the screen: a click scrolls to what the tab bar covers.
        link.scrollIntoView({ block: 'center' })
        // At the time of the click: elements that come into view get their height then, and move the rest.
        link.addEventListener('click', () =>
          Object.assign(window, { left: link.getBoundingClientRect().top }),
        )
      })
      await wanted.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Scrolled notes 30' })).toBeVisible()
      await page.goBack()
      await expect(wanted).toBeInViewport()
      const moved = () =>
        wanted.evaluate(link =>
          Math.abs(link.getBoundingClientRect().top - (window as unknown as { left: number }).left),
        )
      // Within a line: images above may have settled by a few pixels.
      await expect.poll(moved).toBeLessThan(20)
      await expect(wanted).toBeFocused()
    })

    await test.step('a failed page halfway down can be retried, too', async () => {
      await page.route(feed, route => route.fulfill({ status: 500, body: '' }))
      const failed = page.getByText(/More posts didn’t load/)
      await scrollUntil(failed, toTheEnd)
      await page.unroute(feed)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(failed).toHaveCount(0)
    })

    await test.step('it ends, keeps few cards in the page, and is complete when the person scrolls up again', async () => {
      await scrollUntil(page.getByText('That’s everything for now.'), toTheEnd)
      expect(await cards.count()).toBeLessThan(40)
      await page.evaluate(() => scrollTo(0, 0))
      await expect(page.getByRole('heading', { name: 'Scrolled notes 40' })).toBeVisible()
    })

    await test.step('what is posted meanwhile is offered, and moves nothing', async () => {
      const later = await page.context().newPage()
      await later.clock.install()
      await later.goto('/explore')
      const first = later.getByRole('article').first()
      await expect(first).toContainText('Scrolled notes 40')
      await addPost(author, section, { name: 'Scrolled notes 41' })
      await later.clock.fastForward('01:01')
      const offer = later.getByRole('button', { name: '1 new post' })
      await expect(offer).toBeVisible()
      await expect(later.getByRole('status').filter({ hasText: '1 new post' })).toHaveCount(1)
      await expect(first).toContainText('Scrolled notes 40')
      await offer.press('Enter')
      await expect(first).toContainText('Scrolled notes 41')
      await expect(later.getByRole('heading', { level: 1 })).toBeFocused()
    })
  })

  test('without a post yet shows the first as it comes', async ({ stack, openAs }) => {
    const author = await stack.signIn('first-author')
    const section = await addSection(stack.db)
    const { page, person } = await openAs('first-reader')
    await person.call(follows.follow, { body: { username: 'first-author' } })
    await page.clock.install()
    await page.goto('/explore?type=following')
    await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    await addPost(author, section, { name: 'The very first notes' })
    await page.clock.fastForward('01:01')
    await expect(page.getByRole('article', { name: 'The very first notes' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No posts yet' })).toHaveCount(0)
  })

  test('can be a list on a wide screen, and stays one', { tag: '@phone' }, async ({
    stack,
    openAs,
    viewport,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'list-author', 'Listed notes')
    const { page, person } = await openAs('list-reader')
    await person.call(posts.save, { body: { post_id: post.id } })
    await page.goto('/explore')
    await expect(page.getByRole('heading', { name: 'Listed notes' })).toBeVisible()
    await expectAccessible(page)
    const list = page.getByRole('radio', { name: 'List' })
    if (viewport!.width < 768) {
      await expect(list).toHaveCount(0)
      // A one-line title leaves no hole, so a second card is in sight.
      const card = page.getByRole('article', { name: 'Listed notes' })
      expect((await card.boundingBox())!.height).toBeLessThan(viewport!.height / 2)
      return
    }
    const widthOf = (card: Locator) => expect.poll(async () => (await card.boundingBox())?.width)
    await list.check()
    const first = page.getByRole('article').first()
    await widthOf(first).toBeGreaterThan(700)
    await page.reload()
    await expect(list).toBeChecked()
    await widthOf(first).toBeGreaterThan(700)

    const listed = page.getByRole('feed').getByRole('article', { name: 'Listed notes' })
    for (const path of ['/search?text=listed', '/search', '/profile?tab=saved']) {
      await page.goto(path)
      await expect(list).toBeChecked()
      await widthOf(listed).toBeGreaterThan(700)
      await page.getByRole('radio', { name: 'Tiles' }).check()
      await widthOf(listed).toBeLessThan(700)
      await list.check()
    }
  })
})

/** How long the region of toasts has stood in the page when the first toast comes into it, in milliseconds. */
async function untilFirstToast(page: Page): Promise<() => Promise<number>> {
  const wait = await page.evaluateHandle(() => {
    const seen = Promise.withResolvers<number>()
    let since: number | null = null
    new MutationObserver(() => {
      const region = document.querySelector('section[aria-live]')
      if (region) since ??= performance.now()
      if (region?.querySelector('li')) seen.resolve(performance.now() - since!)
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  return () => wait.evaluate(seen => seen.promise)
}

test.describe('a card', () => {
  test('is saved and shared, and reverts when that is undone or fails', async ({ stack, openAs }) => {
    const author = await stack.signIn('card-author')
    const post = await addPost(author, await addSection(stack.db), { name: 'Kept notes' })
    const { page, person } = await openAs('card-reader')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }))
    await page.goto('/explore')
    const card = page.getByRole('article', { name: 'Kept notes' })
    const save = card.getByRole('button', { name: 'Save: Kept notes' })
    const share = card.getByRole('button', { name: 'Share: Kept notes' })
    const saved = async () => (await person.call(posts.get, { params: { id: post.id } })).body.post.saved

    await test.step('saving fails', async () => {
      await page.route('**/api/post/save*', route => route.abort())
      const heard = await untilFirstToast(page)
      await save.click()
      await expect(page.getByText('We don’t know whether your change was saved.')).toBeVisible()
      // So that a screen reader knows where toasts come when the first one does.
      expect(await heard()).toBeGreaterThanOrEqual(100)
      await expect(save).toBeVisible()
      await page.unroute('**/api/post/save*')
    })

    await test.step('saving succeeds, and can be undone from the toast', async () => {
      await save.click()
      const undo = page.getByRole('button', { name: 'Undo' })
      await undo.hover()
      await expect(page.getByText('Post saved successfully!')).toBeVisible()
      expect(await saved()).toBe(true)
      await undo.click()
      await expect(page.getByText('Post removed successfully!')).toBeVisible()
      await expect(save).toBeVisible()
      expect(await saved()).toBe(false)
    })

    await test.step('its address is copied if the device can’t share', async () => {
      await share.click()
      await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
      await expect(page.getByText('Copied to clipboard!')).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(`${stack.url}/ignite/${post.id}`)
      await expect(share).toBeVisible()
    })

    await test.step('it was deleted meanwhile', async () => {
      await author.call(posts.remove, { query: { id: post.id } })
      await save.click()
      await expect(page.getByText('Unable to save the post. We couldn’t find that post.')).toBeVisible()
      await expect(save).toBeVisible()
    })
  })

  test('by the person is deleted after a confirmation, and is gone for everyone', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    const post = await sharePost(stack, 'owner', 'Withdrawn notes')
    const { page } = await openAs('owner')
    await page.goto('/explore')
    const card = page.getByRole('article', { name: 'Withdrawn notes' })
    await expect(card.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    await card.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
    await expect(dialog).toContainText('Withdrawn notes')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card).toBeVisible()

    await card.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(card).toHaveCount(0)
    await expect(page.getByText('Your post was deleted.')).toBeVisible()
    await page.goto(`/ignite/${post.id}`)
    await expect(page.getByText('This post isn’t here anymore')).toBeVisible()
    await expect(page.getByText(/^Its author may have deleted it/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a picture that didn’t come is tried again', async ({ stack, openAs }) => {
  const author = await stack.signIn('picture-author')
  const { thumb_url } = await addPost(author, await addSection(stack.db), {
    name: 'Pictured notes',
    picture: await makePng({ width: 300, height: 400 }),
  })
  const { page } = await openAs('picture-reader')
  await page.clock.install()
  await page.route(`**${thumb_url}`, route => route.abort())
  await page.goto('/explore')
  const card = page.getByRole('article', { name: 'Pictured notes' })
  await expect(card).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
  await page.unroute(`**${thumb_url}`)
  const shown = async () => {
    await page.clock.fastForward(5_000)
    return card.locator('img').count()
  }
  await expect.poll(shown).toBe(1)
})

test('the age of a post goes on while its card stays on the screen', async ({ stack, openAs }) => {
  const { date } = await sharePost(stack, 'age-author', 'Aging notes')
  const { page } = await openAs('age-reader')
  await leaveServerTime(page)
  await page.clock.install({ time: date })
  await page.goto('/explore')
  const age = page.getByRole('article', { name: 'Aging notes' }).locator('time')
  await expect(age).toHaveText(/^just now$|minute/)
  await page.clock.fastForward('02:00:00')
  await expect(age).toHaveText('2 hours ago')
})

test('a post that can’t be deleted comes back to its place, and those deleted meanwhile don’t', async ({
  stack,
  openAs,
}) => {
  const names = ['Older notes', 'Kept notes', 'Newer notes']
  for (const name of names) await sharePost(stack, 'hasty-owner', name)
  const { page } = await openAs('hasty-owner')
  const refused = Promise.withResolvers<void>()
  let first = true
  await page.route(`**${posts.remove.path}?*`, async route => {
    if (route.request().method() !== posts.remove.method || !first) return route.fallback()
    first = false
    await refused.promise
    await route.fulfill({ status: 429, json: { code: 'rate_limited', detail: 'Wait a moment.' } })
  })
  await page.goto('/explore')
  const cardOf = (name: string) => page.getByRole('article', { name })
  const remove = async (name: string) => {
    await cardOf(name).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(cardOf(name)).toHaveCount(0)
  }
  await remove('Kept notes')
  await remove('Newer notes')
  await expect(page.getByText('Your post was deleted.')).toBeVisible()
  refused.resolve()
  await expect(page.getByText('“Kept notes” is still there.')).toBeVisible()
  await expect(cardOf('Newer notes')).toHaveCount(0)
  const mine = page.getByRole('article').filter({ hasText: /(Older|Kept|Newer) notes/ })
  await expect(mine).toHaveCount(2)
  await expect(mine.first()).toContainText('Kept notes')
})

test('a post that is gone already counts as deleted, and one whose deletion got no answer is looked up again', async ({
  stack,
  openAs,
}) => {
  await sharePost(stack, 'unsure-owner', 'Present notes')
  const silent = await sharePost(stack, 'unsure-owner', 'Silent notes')
  const gone = await sharePost(stack, 'unsure-owner', 'Gone notes')
  const { page, person } = await openAs('unsure-owner')
  await page.goto('/explore')
  const cardOf = (name: string) => page.getByRole('article', { name })
  const remove = async (name: string) => {
    await cardOf(name).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await expect(cardOf('Gone notes')).toBeVisible()
  await person.call(posts.remove, { query: { id: gone.id } })
  await remove('Gone notes')
  await expect(page.getByText('Your post was deleted.')).toBeVisible()
  await expect(cardOf('Gone notes')).toHaveCount(0)

  await page.route(`**${posts.remove.path}?*`, async route => {
    if (route.request().method() !== posts.remove.method) return route.fallback()
    if (route.request().url().includes(silent.id)) await route.fetch()
    await route.abort()
  })
  for (const name of ['Silent notes', 'Present notes']) {
    await remove(name)
    await expect(page.getByText(`We don’t know whether “${name}” was deleted.`)).toBeVisible()
  }
  await expect(cardOf('Silent notes')).toHaveCount(0)
  await expect(cardOf('Present notes')).toBeVisible()
})

test('a post’s page has its facts and leads to its document', { tag: '@phone' }, async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const post = await sharePost(stack, 'page-author', 'Notes with a page')
  const { page } = await openAs('page-reader')
  await page.goto(`/ignite/${post.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Notes with a page' })).toBeVisible()
  await expect(page).toHaveTitle(/Notes with a page/)
  const article = page.getByRole('article')
  await expect(article).toContainText('All about Notes with a page.')
  await expect(article).toContainText('CS 201')
  await expect(article).toContainText('10432')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(page).toHaveURL(`/read/${post.id}`)
})

test.describe('search', () => {
  test('finds by text while typing, keeps it in the address, and says when there is nothing', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    await sharePost(stack, 'search-author', 'Thermodynamics of sourdough')
    const { page } = await openAs('search-reader')
    await page.goto('/search')
    const found = page.getByRole('feed', { name: 'Posts found' })
    const box = page.getByRole('searchbox', { name: 'Search posts' })
    const rest = await held(page, `**/api/{sessions/class,search/pages}*`)
    await box.fill('thermodynamics')
    await expect(page.getByText('1 post', { exact: true })).toBeVisible()
    const told = await listen(page)
    rest.release()
    await expect.poll(told).toContain('1 post')
    await expect(found.getByRole('article', { name: 'Thermodynamics of sourdough' })).toBeVisible()
    await expect(page).toHaveURL(/text=thermodynamics/)
    await expectAccessible(page)
    await page.reload()
    await expect(box).toHaveValue('thermodynamics')
    await expect(found.getByRole('article', { name: 'Thermodynamics of sourdough' })).toBeVisible()

    await box.fill('zzzqqq')
    await expect(page.getByRole('heading', { name: 'Nothing found for “zzzqqq”' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “zzzqqq”' })).toHaveCount(1)
    await page.getByRole('link', { name: 'Clear the search' }).click()
    await expect(box).toHaveValue('')
  })

  test('finds a sentence inside a document, and opens the reader there with its words highlighted', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    const author = await stack.signIn('page-author')
    const text = (page: number) =>
      page === 5
        ? 'The Krebs cycle turns acetate into carbon dioxide.'
        : `Exercises ${page}, without solutions.`
    const file = await makePdf({ pages: 6, text })
    await addPost(author, await addSection(stack.db), { name: 'Metabolism', file })
    await stack.jobsDone()
    const { page } = await openAs('page-reader')
    await page.goto('/search')
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('krebs acetate')
    const section = page.getByRole('region', { name: 'Inside documents' })
    await expect(section.getByRole('article', { name: 'Metabolism' })).toContainText('Page 5 of 6')
    await page.getByRole('link', { name: 'Inside documents' }).click()
    await expect(page.getByText('1 document', { exact: true })).toBeVisible()
    const box = page.getByRole('searchbox', { name: 'Search inside documents' })
    await box.fill('“carbon dioxide” krbes')
    await expect(page.getByText(/^No documents contain exactly these words/)).toBeVisible()
    await expectAccessible(page)
    const found = page.getByRole('article', { name: 'Metabolism' })
    await expect(found.locator('mark')).toHaveText(['Krebs', 'carbon', 'dioxide'])
    await found.getByRole('link', { name: 'Metabolism' }).click()
    const highlighted = page.locator('[data-page="5"]').getByRole('img', { name: 'The cited words' })
    await expect(highlighted.locator('span').first()).toBeInViewport()
    await page.goBack()
    await expect(box).toHaveValue('“carbon dioxide” krbes')
    await box.fill('“dioxide carbon”')
    await expect(page.getByRole('heading', { name: 'No documents contain these words' })).toBeVisible()
    await expect(
      page.getByRole('status').filter({ hasText: 'No documents contain these words' }),
    ).toHaveCount(1)
  })

  test('finds no page of a post that the person has just deleted', async ({ stack, openAs }) => {
    const { page, person } = await openAs('page-deleter')
    const file = await makePdf({ pages: 1, text: 'Glycolysis comes first.' })
    await addPost(person, await addSection(stack.db), { name: 'Glycolysis', file })
    await stack.jobsDone()
    await page.goto('/search?type=pages&text=glycolysis')
    const card = page.getByRole('article', { name: 'Glycolysis' })
    await expect(card).toContainText('Page 1 of 1')
    await page.getByRole('link', { name: 'Posts', exact: true }).click()
    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Your post was deleted.')).toBeVisible()
    await page.getByRole('link', { name: 'Inside documents' }).click()
    await expect(page.getByRole('heading', { name: 'No documents contain these words' })).toBeVisible()
  })

  test('goes anywhere from the keyboard, and remembers what was searched for until one signs out', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'quick-author', 'Quaternions for pilots', {
      course: 'AERO 310',
      crn: '77310',
      courseTitle: 'Attitude Control',
    })
    const author = await stack.signIn('quick-author')
    await makeSession(stack, author, { title: 'Gimbal lock, together' })
    const reader = await stack.signIn('quick-reader')
    await makeConversation([reader, 'quick-reader'], [author, 'quick-author'])
    await stack.jobsDone()
    const { page } = await openAs('quick-reader')
    await page.goto('/explore')
    const dialog = page.getByRole('dialog', { name: 'Quick search' })
    const input = dialog.getByRole('combobox', { name: 'Search or go to' })
    const highlighted = dialog.locator('[role="option"][data-highlighted]')
    const openSearch = async () => {
      await page.getByRole('main').press('ControlOrMeta+k')
      await expect(input).toBeFocused()
    }

    await openSearch()
    await expect(dialog.getByRole('option', { name: 'Wallet' })).toBeVisible()
    await expectAccessible(page)
    // Of a letter alone nothing is searched.
    await input.fill('w')
    await expect(dialog.getByRole('option', { name: 'Meetings' })).toHaveCount(0)
    await expect(dialog.getByRole('option', { name: 'Wallet' })).toBeVisible()
    await expect(dialog.getByText('Searching', { exact: true })).toHaveCount(0)
    await input.fill('quaternions')
    await expect(dialog.getByRole('option', { name: /^Quaternions for pilots, page 1/ })).toBeVisible()
    await expect(dialog.getByRole('option', { name: /^Quick Author/ })).toHaveCount(0)
    await expectAccessible(page)
    const wanted = dialog.getByRole('option', { name: /^Quaternions for pilots AERO 310/ })
    // Each kind is searched for on its own.
    await expect(dialog.getByText('Searching', { exact: true })).toHaveCount(0)
    await expect(wanted).toBeVisible()
    await expect(highlighted).toHaveText('Search for “quaternions”')
    await input.press('ArrowDown')
    await expect(wanted).toHaveAttribute('data-highlighted')
    await input.press('Enter')
    await expect(page).toHaveURL(`/ignite/${post.id}`)
    await expect(dialog).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/explore')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()

    await openSearch()
    await dialog.getByRole('option', { name: 'quaternions' }).click()
    await expect(input).toHaveValue('quaternions')
    await input.fill('attitude')
    await expect(dialog.getByRole('option', { name: /^AERO 310 Attitude Control/ })).toBeVisible()
    await input.fill('quick-auth')
    await expect(dialog.getByRole('option', { name: /^Quick Author @quick-author/ })).toBeVisible()
    await expect(dialog.getByRole('option', { name: /^Chat with Quick Author/ })).toBeVisible()
    await input.fill('gimbal')
    await expect(
      dialog.getByRole('option', { name: /^Gimbal lock, together .* · Quick Author$/ }),
    ).toBeVisible()
    for (const name of ['dashboard', 'explore']) {
      await input.fill(name)
      await expect(dialog.getByRole('option', { name: 'Explore', exact: true })).toBeVisible()
    }
    await input.fill('whiteboard')
    await expect(dialog.getByRole('option', { name: 'Boards', exact: true })).toBeVisible()
    await input.fill('wall')
    await expect(highlighted).toHaveText('Search for “wall”')
    await input.press('ArrowDown')
    await expect(highlighted).toHaveText('Wallet')
    await input.press('Enter')
    await expect(page).toHaveURL(/\/profile\/wallet/)

    await test.step('the key / focuses the search, of the page itself on a narrow screen', async () => {
      // Also not while one closes, which a role no longer finds.
      await expect(page.locator('[role="dialog"]')).toHaveCount(0)
      const box = page.getByRole('searchbox', { name: 'Search notes' })
      await page.keyboard.press('/')
      await expect(box).toBeFocused()
      await page.setViewportSize({ width: 600, height: 900 })
      await page.getByRole('main').press('/')
      const field = page.getByRole('searchbox', { name: 'Search posts' })
      await expect(field).toBeFocused()
      await field.fill('quaternions')
      await expect(page).toHaveURL(/text=quaternions/)
      await page.getByRole('button', { name: /^Filters/ }).press('/')
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('quaternions')

      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(box).toHaveValue('quaternions')
      await page.goto('/faq')
      await box.fill('gimbal')
      await page.getByRole('searchbox', { name: 'Search the questions' }).fill('username')
      await expect(page).toHaveURL(/text=username/)
      await expect(box).toHaveValue('gimbal')
      await page.goto('/profile/wallet')
    })

    // From nothing on the page, which could have the focus back.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('ControlOrMeta+k')
    await expect(input).toBeFocused()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page).toHaveURL(/\/profile\/wallet/)
    // Null while the page is being left.
    const kept = () =>
      page
        .evaluate(() =>
          Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('searches ') ? value : [])),
        )
        .catch(() => null)
    expect(await kept()).toEqual(['["wall","quaternions"]'])
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(kept).toEqual([])
  })

  test('filters by a picked CRN', async ({ stack, openAs }) => {
    await sharePost(stack, 'crn-author', 'Notes of the wanted section', { crn: '77812', title: 'Glaciers' })
    await sharePost(stack, 'crn-author', 'Notes of another section', { crn: '77999', title: 'Deserts' })
    const { page } = await openAs('crn-reader')
    await page.goto('/search')
    const crn = page.getByRole('combobox', { name: 'CRN' })
    await crn.pressSequentially('778')
    await expect(page.getByText(/Type at least 4 characters/)).toBeVisible()
    await crn.pressSequentially('12')
    await page.getByRole('option', { name: /77812/ }).click()
    await expect(page).toHaveURL(/crn=77812/)
    await expect(page.getByRole('article', { name: 'Notes of the wanted section' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'Notes of another section' })).toHaveCount(0)
    await page.reload()
    await expect(crn).toHaveValue('77812-Glaciers')

    await crn.fill('99999999')
    await expect(page.getByText('No crn found')).toBeVisible()

    // Enter takes nothing that was found for an earlier text.
    await crn.fill('77')
    await crn.pressSequentially('99')
    await expect(page.getByRole('option', { name: /77999/ })).toBeVisible()
    const sections = await held(page, '**/api/search/crn/contains**')
    await crn.pressSequentially('8')
    await crn.press('Enter')
    await expect(page.getByText('Searching…')).toBeVisible()
    await expect(crn).toHaveValue('77998')
    sections.release()
    await expect(page.getByText('No crn found')).toBeVisible()
  })

  test('narrows by school, course, term, kind and author, and keeps it on reload and Back', {
    tag: '@phone',
  }, async ({ stack, openAs, expectAccessible }) => {
    const school = 'Tidewater College'
    const optics = { school, course: 'PHYS 310', courseTitle: 'Optics', crn: '31310' }
    await sharePost(stack, 'ray-author', 'Lenses by Ray', optics)
    await sharePost(stack, 'lou-author', 'Lenses by Lou', { ...optics, term: 'Spring 2026', crn: '31311' })
    await sharePost(stack, 'lou-author', 'Lenses elsewhere', { crn: '31312' })
    const { page } = await openAs('filter-reader')
    await page.goto('/search?text=lenses')
    const found = page.getByRole('feed', { name: 'Posts found' }).getByRole('article')
    const button = page.getByRole('button', { name: /^Filters/ })
    const chip = (name: string) => page.getByRole('link', { name: `Remove the filter ${name}` })
    await expect(found).toHaveCount(3)

    await test.step('fields narrow it one after the other, by keyboard', async () => {
      await button.press('Enter')
      await expectAccessible(page)
      await page.getByRole('combobox', { name: 'School' }).pressSequentially('tidew')
      await expect(page.getByRole('option', { name: school })).toHaveAttribute('data-highlighted')
      await page.keyboard.press('Enter')
      await expect(found).toHaveCount(2)
      await page.getByRole('combobox', { name: 'Course' }).pressSequentially('optics')
      await page.getByRole('option', { name: /PHYS 310/ }).click()
      await expect(page).toHaveURL(/course=\d+/)
      await page.getByRole('combobox', { name: 'Kind of document' }).selectOption('PDF')
      const sought: (string | null)[] = []
      page.on('request', request => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname === search.people.path) sought.push(searchParams.get('text'))
      })
      await page.getByRole('combobox', { name: 'Author' }).pressSequentially('lou-aut')
      await page.getByRole('option', { name: /@lou-author/ }).click()
      await expect(found).toHaveText([/Lenses by Lou/])
      expect(sought).not.toContain(null)
      await page.getByRole('combobox', { name: 'Term' }).selectOption('Spring 2026')
      await expect(button).toHaveAccessibleName('Filters 5 set')
      await expect(found).toHaveText([/Lenses by Lou/])
    })

    await test.step('the address keeps them, and the search inside documents has them, too', async () => {
      await page.reload()
      await expect(chip('Course: PHYS 310')).toBeVisible()
      await expect(chip('Author: @lou-author')).toBeVisible()
      await expect(found).toHaveText([/Lenses by Lou/])
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Inside documents' }).click()
      await expect(page).toHaveURL(/type=pages/)
      await expect(chip('Term: Spring 2026')).toBeVisible()
      await page.goBack()
      await page.goBack()
      await expect(chip('Term: Spring 2026')).toHaveCount(0)
      await expect(chip('School: Tidewater College')).toBeVisible()
    })

    await test.step('what nothing fits can be cleared', async () => {
      await chip('Kind: PDF').press('Enter')
      await expect(chip('Kind: PDF')).toHaveCount(0)
      await expect(button).toBeFocused()
      await button.click()
      await page.getByRole('combobox', { name: 'Kind of document' }).selectOption('Image')
      await expect(page.getByRole('heading', { name: 'No results for these filters' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click()
      await expect(page).toHaveURL('/search?text=lenses')
      await expect(found).toHaveCount(3)
    })

    await test.step('an address that says nothing known narrows nothing, or finds nothing', async () => {
      await page.goto('/search?text=lenses&kind=zip&course=optics')
      await expect(found).toHaveCount(3)
      await page.goto('/search?text=lenses&school=Nowhere&course=999999999')
      await expect(page.getByRole('heading', { name: 'No results for these filters' })).toBeVisible()
    })
  })
})
