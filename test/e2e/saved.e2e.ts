import type { Page } from '@playwright/test'
import { posts } from '#shared/api/posts.ts'
import { addSection } from '../factories/catalog.ts'
import { makePdf } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { warns } from './warns.ts'

async function sharePosts(stack: Stack, author: string, ...names: string[]) {
  const person = await stack.signIn(author)
  const section = await addSection(stack.db)
  const file = await makePdf({ pages: 1, text: author })
  const shared = []
  for (const name of names) shared.push(await addPost(person, section, { name, file }))
  return shared
}

async function savedOf(person: Person): Promise<[name: string, notes: string][]> {
  const { body } = await person.call(posts.saved, { query: {} })
  return body.posts.map(({ postdetails, notes }) => [postdetails.post_name, notes])
}

const cardOf = (page: Page, name: string) => page.getByRole('article', { name })
const savedView = '/profile?tab=saved'

test('a post is saved at once, gets notes from the toast, and shows them in the saved view', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  await sharePosts(stack, 'notes-author', 'Noted lecture')
  const { page, person } = await openAs('notes-reader')
  await page.goto('/explore')
  await cardOf(page, 'Noted lecture')
    .getByRole('button', { name: /^Save: / })
    .click()
  const addNotes = page.getByRole('button', { name: 'Add notes' })
  await addNotes.hover()
  await expect(page.getByText('Post saved successfully!')).toBeVisible()
  expect(await savedOf(person)).toEqual([['Noted lecture', '']])

  await addNotes.click()
  const dialog = page.getByRole('dialog', { name: 'Saved post' })
  await expect(dialog).toContainText('Noted lecture')
  await expect(dialog.getByRole('button', { name: 'Remove Post' })).toBeVisible()
  const notes = dialog.getByLabel('Notes')
  await expect(notes).toBeFocused()
  await notes.fill('  For the midterm.\nPage 2 twice.  ')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit saved post' })).toBeFocused()
  expect(await savedOf(person)).toEqual([['Noted lecture', 'For the midterm.\nPage 2 twice.']])

  await page.goto(savedView)
  await expect(page.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible()
  await expect(cardOf(page, 'Noted lecture')).toContainText('Page 2 twice.')
  await expect(cardOf(page, 'Noted lecture').getByRole('link', { name: 'Noted lecture' })).toBeInViewport()
  await expectAccessible(page)
})

test('notes are edited and removed in place, and every card shows it', async ({ stack, openAs }) => {
  const [post] = await sharePosts(stack, 'edit-author', 'Edited lecture')
  const { page, person } = await openAs('edit-reader')
  await person.call(posts.save, { body: { post_id: post!.id, notes: 'First thoughts.' } })
  await page.goto(savedView)
  const card = cardOf(page, 'Edited lecture')
  await card.getByRole('button', { name: 'Edit notes: First thoughts.' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved post' })
  await expect(dialog.getByLabel('Notes')).toHaveValue('First thoughts.')
  await dialog.getByLabel('Notes').fill('Second thoughts.')
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(card).toContainText('Second thoughts.')
  await expect(page.getByText('Post saved successfully!')).toBeVisible()

  await card.getByRole('link', { name: 'Edited lecture' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edited lecture' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit saved post' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Second thoughts.')
  await dialog.getByLabel('Notes').fill('')
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await savedOf(person)).toEqual([['Edited lecture', '']])
  // Playwright counts its way back from the entry that the browser is at, which may still be the dialog's.
  await page.waitForFunction(() => !history.state.layers)
  await page.goBack()
  await expect(card.getByRole('button', { name: 'Add notes' })).toBeVisible()
})

test('notes from another device survive pressing the bookmark of a card that doesn’t know them', async ({
  stack,
  openAs,
}) => {
  const [post] = await sharePosts(stack, 'device-author', 'Lecture on two devices')
  const { page, person } = await openAs('device-reader')
  await page.goto('/explore')
  const card = cardOf(page, 'Lecture on two devices')
  const bookmark = card.getByRole('button', { name: /^Save: / })
  await expect(bookmark).toBeVisible()
  await person.call(posts.save, { body: { post_id: post!.id, notes: 'From the laptop.' } })
  await bookmark.click()
  await expect(page.getByText('You had saved this post already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit notes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Saved post' })
  await expect(dialog.getByLabel('Notes')).toHaveValue('From the laptop.')
  await expect(dialog.getByLabel('Notes')).toBeFocused()

  await person.call(posts.save, { body: { post_id: post!.id, notes: 'Newer, from the laptop.' } })
  await dialog.getByRole('button', { name: 'Remove Post' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(card.getByRole('button', { name: 'Edit saved post' })).toBeVisible()
  await expect.poll(() => savedOf(person)).toEqual([['Lecture on two devices', 'Newer, from the laptop.']])
})

test('a removed post leaves the saved view at once and comes back with its notes', async ({
  stack,
  openAs,
}) => {
  const [post] = await sharePosts(stack, 'remove-author', 'Removed lecture')
  const { page, person } = await openAs('remove-reader')
  await person.call(posts.save, { body: { post_id: post!.id, notes: 'Keep me.' } })
  await page.goto(savedView)
  const card = cardOf(page, 'Removed lecture')
  await card.getByRole('button', { name: 'Edit saved post' }).click()
  await page.clock.install()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Post' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(page.getByText('Post removed successfully!')).toBeVisible()
  await expect(undo).toBeVisible()
  // Keys take longer to get there than a pointer.
  await page.clock.runFor(7_000)
  for (const key of ['Alt+t', 'Tab', 'Tab']) await page.keyboard.press(key)
  await expect(undo).toBeFocused()
  await expect(page.getByText('No saved posts yet')).toBeVisible()
  expect(await savedOf(person)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(card).toContainText('Keep me.')
  // Shown before it is done.
  await expect.poll(() => savedOf(person)).toEqual([['Removed lecture', 'Keep me.']])

  await test.step('the toast stays while it has the focus, and not for good', async () => {
    await card.getByRole('button', { name: 'Edit saved post' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Post' }).click()
    await expect(undo).toBeVisible()
    // The dialog gives the focus back as it goes, and its post is gone.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    for (const key of ['Alt+t', 'Tab', 'Tab']) await page.keyboard.press(key)
    await expect(undo).toBeFocused()
    await page.clock.runFor(20_000)
    await expect(undo).toBeFocused()
    // Out of the list of toasts, by its beginning.
    for (const key of ['Alt+t', 'Shift+Tab']) await page.keyboard.press(key)
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(undo).toHaveCount(0, { timeout: 100 })
    }).toPass({ timeout: 60_000 })
  })
})

test('notes stay in the field when saving fails or they are too long, and after closing by mistake', async ({
  stack,
  openAs,
}) => {
  const [post] = await sharePosts(stack, 'failing-author', 'Failing lecture')
  const { page, person } = await openAs('failing-reader')
  await person.call(posts.save, { body: { post_id: post!.id } })
  await page.goto('/explore')
  const bookmark = cardOf(page, 'Failing lecture').getByRole('button', { name: 'Edit saved post' })
  await bookmark.click()
  const dialog = page.getByRole('dialog', { name: 'Saved post' })
  const notes = dialog.getByLabel('Notes')
  const saves = (url: URL) => url.pathname === posts.save.path
  await page.route(saves, route => route.abort())
  await notes.fill('Hard to lose.')
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We don’t know whether your change was saved.')
  await expect(notes).toHaveValue('Hard to lose.')
  await expect.poll(() => warns(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(bookmark).toBeFocused()
  await expect(page.getByText('Your notes aren’t saved yet.')).toBeVisible()
  await expect.poll(() => warns(page)).toBe(true)
  await bookmark.click()
  await expect(notes).toHaveValue('Hard to lose.')
  await page.unroute(saves)

  await notes.fill('x'.repeat(2001))
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(notes).toHaveAccessibleDescription(/Notes can have up to 2,000 characters\./)
  await expect(notes).toHaveValue('x'.repeat(2001))
  await notes.fill('Kept now.')
  await notes.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await savedOf(person)).toEqual([['Failing lecture', 'Kept now.']])
})

test('notes that couldn’t be saved after closing them say so and open again', async ({ stack, openAs }) => {
  const [post] = await sharePosts(stack, 'closing-author', 'Closed lecture')
  const { page, person } = await openAs('closing-reader')
  await person.call(posts.save, { body: { post_id: post!.id } })
  await page.goto('/explore')
  await cardOf(page, 'Closed lecture').getByRole('button', { name: 'Edit saved post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved post' })
  const notes = dialog.getByLabel('Notes')
  await notes.fill('Hard to lose.')
  const lost = Promise.withResolvers<void>()
  const saves = (url: URL) => url.pathname === posts.save.path
  await page.route(saves, async route => {
    await lost.promise
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(notes).not.toBeEditable()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  lost.resolve()
  await expect(page.getByText('We don’t know whether your change was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We don’t know whether your change was saved.')
  await expect(notes).toHaveValue('Hard to lose.')
  await page.unroute(saves)
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await savedOf(person)).toEqual([['Closed lecture', 'Hard to lose.']])
})

test('notes that are canceled are gone, and the next time begins with the newest saved ones', async ({
  stack,
  openAs,
}) => {
  const [post] = await sharePosts(stack, 'cancel-author', 'Canceled lecture')
  const { page, person } = await openAs('cancel-reader')
  await person.call(posts.save, { body: { post_id: post!.id, notes: 'Saved.' } })
  await page.goto('/explore')
  const bookmark = cardOf(page, 'Canceled lecture').getByRole('button', { name: 'Edit saved post' })
  const dialog = page.getByRole('dialog', { name: 'Saved post' })
  const notes = dialog.getByLabel('Notes')
  await bookmark.click()
  await expect(notes).toHaveValue('Saved.')
  await notes.fill('Never mind.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => warns(page)).toBe(false)
  await person.call(posts.save, { body: { post_id: post!.id, notes: 'From the phone.' } })
  await bookmark.click()
  await expect(notes).toHaveValue('From the phone.')

  await notes.fill('Back to')
  await notes.fill('From the phone.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await person.call(posts.save, { body: { post_id: post!.id, notes: 'From the laptop.' } })
  await bookmark.click()
  await expect(notes).toHaveValue('From the laptop.')
})

test('a save whose answer was lost shows once the server says that it was made', async ({
  stack,
  openAs,
}) => {
  await sharePosts(stack, 'lost-author', 'Lost lecture')
  const { page, person } = await openAs('lost-reader')
  await page.route(
    url => url.pathname === posts.save.path,
    async route => {
      await route.fetch()
      await route.abort()
    },
  )
  await page.goto('/explore')
  await cardOf(page, 'Lost lecture')
    .getByRole('button', { name: /^Save: / })
    .click()
  await expect(page.getByText('We don’t know whether your change was saved.')).toBeVisible()
  await expect(cardOf(page, 'Lost lecture').getByRole('button', { name: 'Edit saved post' })).toBeVisible()
  expect(await savedOf(person)).toEqual([['Lost lecture', '']])
})

test('a save that fails changes back only its own post', async ({ stack, openAs }) => {
  const [failing] = await sharePosts(stack, 'apart-author', 'Refused lecture', 'Accepted lecture')
  const { page, person } = await openAs('apart-reader')
  const refused = Promise.withResolvers<void>()
  await page.route(
    url => url.pathname === posts.save.path,
    async route => {
      if (!route.request().postData()?.includes(failing!.id)) return route.fallback()
      await refused.promise
      await route.abort()
    },
  )
  await page.goto('/explore')
  const save = (name: string) => cardOf(page, name).getByRole('button', { name: /^Save: / })
  const saved = (name: string) => cardOf(page, name).getByRole('button', { name: 'Edit saved post' })
  await save('Refused lecture').click()
  await expect(saved('Refused lecture')).toBeVisible()
  await save('Accepted lecture').click()
  await expect(page.getByText('Post saved successfully!')).toBeVisible()
  refused.resolve()
  await expect(save('Refused lecture')).toBeVisible()
  await expect(saved('Accepted lecture')).toBeVisible()
  expect(await savedOf(person)).toEqual([['Accepted lecture', '']])
})

test('a post whose removal fails is back in its place in the saved view', async ({ stack, openAs }) => {
  const names = ['Lower lecture', 'Middle lecture', 'Upper lecture']
  const shared = await sharePosts(stack, 'place-author', ...names)
  const { page, person } = await openAs('place-reader')
  for (const { id } of shared) await person.call(posts.save, { body: { post_id: id, notes: 'Kept.' } })
  await page.goto(savedView)
  await expect(page.getByRole('article')).toHaveCount(3)
  // The list can't be fetched again either.
  const calls: string[] = [posts.unsave.path, posts.saved.path]
  await page.route(
    url => calls.includes(url.pathname),
    route => route.abort(),
  )
  await cardOf(page, 'Middle lecture').getByRole('button', { name: 'Edit saved post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Post' }).click()
  await expect(page.getByText('We don’t know whether your change was saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').nth(1)).toContainText('Middle lecture')
  await expect(page.getByRole('article').nth(1)).toContainText('Kept.')
})

test.describe('the saved view', () => {
  test('continues on scrolling, and shows an error', async ({ stack, openAs }) => {
    const names = Array.from({ length: 26 }, (_, index) => `Shelf ${index + 1}`)
    const shared = await sharePosts(stack, 'shelf-author', ...names)
    const { page, person } = await openAs('shelf-reader')
    for (const { id } of shared) await person.call(posts.save, { body: { post_id: id } })
    const list = (url: URL) => url.pathname === posts.saved.path
    await page.route(list, route => route.fulfill({ status: 500, body: '' }))
    await page.goto(savedView)
    await expect(page.getByRole('alert')).toContainText('some error happened')
    await page.unroute(list)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(cardOf(page, 'Shelf 26')).toBeVisible()
    // The last rows are drawn once they are near.
    const first = page.getByRole('link', { name: 'Shelf 1', exact: true })
    while (!(await first.isVisible())) {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await expect(page.getByText('That’s all your saved posts.')).toBeVisible()
  })

  test('says that nothing is saved, suggests where to look, and shows a restored post', async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    await sharePosts(stack, 'fresh-author', 'Freshly saved')
    const { page } = await openAs('fresh-reader')
    await page.goto(savedView)
    await expect(page.getByText('No saved posts yet')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Browse notes' }).click()
    await expect(page).toHaveURL(/\/explore$/)
    await cardOf(page, 'Freshly saved')
      .getByRole('button', { name: /^Save: / })
      .click()
    await expect(page.getByText('Post saved successfully!')).toBeVisible()
    await page.goBack()
    await expect(cardOf(page, 'Freshly saved')).toBeVisible()
  })
})
