import type { Page } from '@playwright/test'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { addSection } from '../factories/catalog.ts'
import { makePdf } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

async function shareAs(stack: Stack, author: string, ...names: string[]) {
  const person = await stack.signIn(author)
  const section = await addSection(stack.db)
  const file = await makePdf({ pages: 1, text: author })
  for (const name of names) await addPost(person, section, { name, file })
}

async function highlightsOf(person: Person): Promise<string[]> {
  return (await person.call(profiles.own)).body.profile.highlights.map(post => post.post_name)
}

const settings = '/profile/settings?tab=profile'
const searchBox = (page: Page) => page.getByPlaceholder('Search your own posts')
const listed = (page: Page) => page.getByRole('list', { name: 'Highlights' }).getByRole('listitem')

test('a person’s own posts are found, chosen, ordered and removed, and come first on the profile', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  await shareAs(stack, 'highlighter', 'Sorting networks', 'Sorting by hand', 'Heaps of heaps')
  await shareAs(stack, 'highlighter-other', 'Sorting of another')
  const { page, person } = await openAs('highlighter')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Choose posts to show first' }).click()
  await expect(page.getByRole('heading', { name: 'Highlights' })).toBeInViewport()
  const box = searchBox(page)
  await box.fill('sor')
  await expect(page.getByText('Type at least 4 characters of a title.')).toBeVisible()
  await box.fill('sort')
  await expect(page.getByRole('option')).toHaveText([/^Sorting by hand/, /^Sorting networks/])
  await page.getByRole('option', { name: /Sorting networks/ }).click()
  await expect(listed(page)).toHaveText([/Sorting networks/])
  await expect(box).toHaveValue('')
  await box.fill('heaps')
  await page.getByRole('option', { name: /Heaps of heaps/ }).click()
  await expect(listed(page)).toHaveText([/Sorting networks/, /Heaps of heaps/])
  await expectAccessible(page)

  const up = listed(page).nth(1).getByRole('button', { name: 'Move up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(listed(page)).toHaveText([/Heaps of heaps/, /Sorting networks/])
  await expect(listed(page).first().getByRole('button', { name: 'Move up' })).toBeFocused()
  await expect.poll(() => highlightsOf(person)).toEqual(['Heaps of heaps', 'Sorting networks'])

  await page.goto('/profile')
  const shown = page.getByRole('region', { name: 'Highlights' })
  await expect(shown.getByRole('heading', { level: 3 })).toHaveText(['Heaps of heaps', 'Sorting networks'])

  await page.goto(settings)
  await listed(page).first().getByRole('button', { name: 'Remove' }).click()
  await expect(listed(page)).toHaveText([/Sorting networks/])
  await expect(box).toBeFocused()
  await expect.poll(() => highlightsOf(person)).toEqual(['Sorting networks'])
})

test('a lookup waits for the one before it and says when it fails, and so does a change that couldn’t be saved', async ({
  stack,
  openAs,
}) => {
  await shareAs(stack, 'typist', 'Queues and stacks')
  const { page, person } = await openAs('typist')
  const lookups = (url: URL) => url.pathname === search.ownPosts.path
  await page.goto(settings)
  const box = searchBox(page)

  await test.step('the posts can’t be fetched', async () => {
    await page.route(lookups, route => route.abort())
    await box.fill('stacks')
    await expect(page.getByText('Unable to fetch your posts')).toBeVisible()
    await page.unroute(lookups)
    await box.fill('')
  })

  await test.step('text typed during a lookup waits, and the latest is looked up', async () => {
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    await page.route(lookups, async route => {
      asked.push(new URL(route.request().url()).searchParams.get('text')!)
      if (asked.length === 1) await held.promise
      await route.continue()
    })
    await box.pressSequentially('queues and')
    await expect.poll(() => asked).toEqual(['queu'])
    held.resolve()
    await expect(page.getByRole('option', { name: /Queues and stacks/ })).toBeVisible()
    await expect.poll(() => asked).toEqual(['queu', 'queues and'])
  })

  await test.step('the choice can’t be saved', async () => {
    await page.route('**/api/profile/highlights', route => route.abort())
    await page.getByRole('option', { name: /Queues and stacks/ }).click()
    await expect(page.getByText(/The highlights stay as they were\./)).toBeVisible()
    await expect(listed(page)).toHaveCount(0)
    expect(await highlightsOf(person)).toEqual([])
  })
})

test('after one of the highlighted posts was deleted elsewhere, the others can be changed again', async ({
  stack,
  openAs,
}) => {
  await shareAs(stack, 'remover', 'Red-black trees', 'Splay trees')
  const { page, person } = await openAs('remover')
  const { body } = await person.call(posts.ofPerson, { query: { username: 'remover' } })
  const ids = body.posts.map(({ id }) => id)
  await person.call(profiles.highlight, { body: { post_ids: ids } })
  await page.goto(settings)
  await expect(listed(page)).toHaveCount(2)
  await person.call(posts.remove, { query: { id: ids[0]! } })
  const remove = listed(page).last().getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect(page.getByText(/The highlights stay as they were\./)).toBeVisible()
  await expect(listed(page)).toHaveCount(1)
  await remove.click()
  await expect(listed(page)).toHaveCount(0)
  await expect.poll(() => highlightsOf(person)).toEqual([])
})

test('the last highlight that fits disables the field, and leaves the focus near it', async ({
  stack,
  openAs,
}) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Final'].map(number => `${number} of six trees`)
  await shareAs(stack, 'full-shelf', ...names)
  const { page, person } = await openAs('full-shelf')
  const { body } = await person.call(posts.ofPerson, { query: { username: 'full-shelf' } })
  const others = body.posts.filter(({ post_name }) => post_name !== names.at(-1))
  await person.call(profiles.highlight, { body: { post_ids: others.map(({ id }) => id) } })
  await page.goto(settings)
  await searchBox(page).fill('final')
  await expect(page.getByRole('option')).toHaveText([/^Final of six trees/])
  await page.keyboard.press('Enter')
  await expect(listed(page)).toHaveCount(6)
  await expect(searchBox(page)).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Highlights' })).toBeFocused()
})
