import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PostCard } from '#shared/api/posts.ts'
import { posts } from '#shared/api/posts.ts'
import { addSection } from '../factories/catalog.ts'
import { makePdf, makePng } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import { uploadDocument } from '../factories/uploads.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

const paragraph = 'Each insertion into a dynamic array takes constant time on average. '.repeat(20)

/** A document of somebody else's, as a reader finds it. */
async function shareNotes(stack: Stack, pages: number): Promise<{ author: Person; post: PostCard }> {
  const author = await stack.signIn('grace')
  const file = await makePdf({ pages, text: page => `Lesson ${page}. ${paragraph}` })
  const post = await addPost(author, await addSection(stack.db), { name: 'Amortised analysis', file })
  return { author, post }
}

const pageField = (page: Page) => page.getByLabel('Page number')
const zoom = (page: Page) => page.getByRole('button', { name: /% zoom/ })
const canvasOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas`)

async function open(page: Page, post: PostCard): Promise<void> {
  await page.goto(`/read/${post.id}`)
  await expect(canvasOf(page, 1)).toBeVisible()
}

async function jump(page: Page, typed: string): Promise<void> {
  await pageField(page).fill(typed)
  await pageField(page).press('Enter')
}

test('one reads, jumps, closes and comes back to the page one left', { tag: '@phone' }, async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 40)
  const { page } = await openAs('ben')
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(canvasOf(page, 1)).toBeVisible()
  await expect(page).toHaveTitle(/Amortised analysis/)
  await expect(page.locator('[data-page="1"]')).toContainText('Lesson 1.')

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(pageField(page)).toHaveValue('2')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(pageField(page)).toHaveValue('1')

  for (const typed of ['0', '41', '1.5', 'x']) {
    await jump(page, typed)
    await expect(page.getByText('Invalid page number. Enter between 1 and 40.').first()).toBeVisible()
  }
  await jump(page, '23')
  await expect(page.getByText('Navigated to page 23')).toBeVisible()
  await expect(canvasOf(page, 23)).toBeVisible()
  await expect(page.getByText('Progress saved at page 23')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Page 23 of 40' })).toBeAttached()

  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(new RegExp(`/ignite/${post.id}`))

  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(page.getByText('Resumed from page 24')).toBeVisible()
  await expect(pageField(page)).toHaveValue('24')
  await page.reload()
  await expect(page.getByText('Resumed from page 24')).toBeVisible()
})

test('the keys turn, zoom, move and close, and leave a field alone', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 5)
  const { page } = await openAs('ben')
  await open(page, post)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(pageField(page)).toHaveValue('3')
  await page.keyboard.press('ArrowLeft')
  await expect(pageField(page)).toHaveValue('2')

  await page.keyboard.press('+')
  await page.keyboard.press('=')
  await expect(zoom(page)).toHaveText('140%')
  await page.keyboard.press('-')
  await expect(zoom(page)).toHaveText('120%')
  for (let press = 0; press < 12; press++) await page.keyboard.press('+')
  await expect(zoom(page)).toHaveText('300%')
  for (let press = 0; press < 20; press++) await page.keyboard.press('-')
  await expect(zoom(page)).toHaveText('50%')
  await expect(pageField(page)).toHaveValue('2')

  await pageField(page).focus()
  for (const key of ['m', '+', 'ArrowRight', 'Escape']) await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: 'Pages' })).toBeFocused()
  await expect(zoom(page)).toHaveText('50%')
  await expect(pageField(page)).toHaveValue('2')
  await expect(page.getByText('Move mode')).toHaveCount(0)

  await page.keyboard.press('End')
  await expect(pageField(page)).toHaveValue('5')
  await page.keyboard.press('Home')
  await expect(pageField(page)).toHaveValue('1')

  await page.keyboard.press('m')
  await expect(page.getByText('Move mode enabled - drag to pan')).toBeVisible()
  await page.keyboard.press('M')
  await expect(page.getByText('Move mode disabled')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/explore/)
})

test('in move mode the page follows the mouse; without it, text is selected', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 3)
  const { page } = await openAs('ben')
  await open(page, post)
  const line = page.locator('[data-page="1"]').getByText('Lesson 1.')
  await expect(line).toBeAttached()
  const pages = page.getByRole('region', { name: 'Pages' })
  const { x, y } = (await line.boundingBox())!
  const drag = async () => {
    await page.mouse.move(x + 2, y + 4)
    await page.mouse.down()
    await page.mouse.move(x + 120, y - 60, { steps: 6 })
    await page.mouse.up()
  }
  await page.mouse.dblclick(x + 12, y + 4)
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('Lesson')

  await page.getByRole('button', { name: 'Move mode' }).click()
  await drag()
  expect(await pages.evaluate(element => element.scrollTop)).toBeGreaterThan(30)
})

test('views are counted once the document has been open for 3 seconds', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 2)
  const { page } = await openAs('ben')
  const told = Promise.withResolvers<number>()
  const seen = Promise.withResolvers<void>()
  // On a busy machine the 3 seconds may be over before one can look at the views from before.
  await page.route('**/api/analytics/document-view*', async route => {
    if (route.request().method() === 'POST') {
      told.resolve(Date.now())
      await seen.promise
    }
    await route.continue()
  })
  const opened = Date.now()
  await open(page, post)
  await expect(page.getByTitle('0 views by 0 people')).toBeVisible()
  expect(await told.promise).toBeGreaterThanOrEqual(opened + 3_000)
  seen.resolve()
  await expect(page.getByTitle('1 view by 1 person')).toBeVisible()
  const { page: again } = await openAs('cy')
  await open(again, post)
  await expect(again.getByTitle('2 views by 2 people')).toBeVisible()
})

test('a link that expires while one reads is replaced, and the page stays', async ({ stack, openAs }) => {
  const author = await stack.signIn('grace')
  // Words that don't compress, so that a far page isn't in the parts that were fetched for the first.
  const words = () => randomBytes(3000).toString('base64').replaceAll(/.{9}/g, '$& ')
  const file = await makePdf({ pages: 120, text: words })
  const post = await addPost(author, await addSection(stack.db), { file })
  const { page } = await openAs('ben')
  await open(page, post)
  const refused = page.waitForResponse(
    response => /\/storage\//.test(response.url()) && response.status() === 403,
  )
  stack.clock.advance({ seconds: 61 })
  await jump(page, '110')
  await refused
  await expect(canvasOf(page, 110)).toBeVisible()
  await expect(pageField(page)).toHaveValue('110')
  expect(await page.locator('[data-page]').count()).toBeLessThanOrEqual(30)
})

test('without a network one is told, and what was waited for comes with it', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 3)
  const { page } = await openAs('ben')
  await page.route('**/storage/**', route => route.abort('internetdisconnected'))
  await page.goto(`/read/${post.id}`)
  await expect(page.getByRole('alert')).toContainText('Not connected')
  await page.unroute('**/storage/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(canvasOf(page, 1)).toBeVisible()
})

test('progress that can’t be loaded or saved is said', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 4)
  const { page } = await openAs('ben')
  await page.route('**/api/file/lastread*', route => route.fulfill({ status: 500, json: {} }))
  await open(page, post)
  await expect(page.getByText('Could not load saved progress')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Could not save progress')).toBeVisible()
})

test('the reader has nothing that axe finds, is for people signed in, and says when a document is gone', {
  tag: '@phone',
}, async ({ stack, openAs, page: visitor, expectAccessible }) => {
  const { author, post } = await shareNotes(stack, 3)
  await visitor.goto(`/read/${post.id}`)
  await expect(visitor).toHaveURL(new RegExp(`/login\\?next=.*${post.id}`))

  const { page } = await openAs('ben')
  await open(page, post)
  await expect(page.locator('[data-page="1"]')).toContainText('Lesson 1.')
  await expectAccessible(page)
  await author.call(posts.remove, { query: { id: post.id } })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('This document is gone')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the notes' }).click()
  await expect(page).toHaveURL(/\/explore/)
})

test('an image is looked at and zoomed like a page', async ({ stack, openAs, expectAccessible }) => {
  const author = await stack.signIn('grace')
  const key = await uploadDocument(author, await makePng({ width: 1600, height: 900 }), 'image/png')
  const section = await addSection(stack.db)
  const { body } = await author.call(posts.create, {
    body: {
      post_name: 'Whiteboard after class',
      details: 'The proof, photographed.',
      crn: section.crn,
      course_id: section.courseId,
      doc_url: key,
      doc_name: 'board.png',
    },
  })
  const { page } = await openAs('ben')
  await page.goto(`/read/${body.post.id}`)
  const image = page.getByRole('img', { name: 'Whiteboard after class' })
  await expect(image).toBeVisible()
  const width = async () => (await image.boundingBox())!.width
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeCloseTo(before * 1.2, -1)
  await expect(page.getByText('/ 1')).toBeVisible()
  await expectAccessible(page)
})
