import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import type { PostCard } from '#shared/api/posts.ts'
import { posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { addSection } from '../factories/catalog.ts'
import { makePdf, makePhoto, makeScan } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import { uploadDocument } from '../factories/uploads.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'

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

const widthInFile = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

test('a person reads, jumps, closes and returns to the page they left', { tag: '@phone' }, async ({
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
    // A page that it went to would be there in its place.
    await expect(pageField(page)).toHaveValue(typed)
  }
  await jump(page, '23')
  await expect(page.getByText('Navigated to page 23')).toBeVisible()
  // For a few seconds, perhaps before a busy machine has drawn the page.
  await expect(page.getByText('Progress saved at page 23')).toBeVisible()
  await expect(canvasOf(page, 23)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Page 23 of 40' })).toBeAttached()

  await test.step('on paper is that page alone, and where it is from', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('[data-page] canvas').filter({ visible: true })).toHaveCount(1)
    await expect(canvasOf(page, 23)).toBeVisible()
    const where = page.getByText('Amortised analysis by Grace, page 23 of 40.').filter({ visible: true })
    await expect(where).toContainText(`/ignite/${post.id}`)
    for (const role of ['button', 'toolbar', 'heading'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0)
    }
    for (const format of ['A4', 'Letter']) {
      expect((await PDFDocument.load(await page.pdf({ format }))).getPageCount()).toBe(1)
    }
    await page.emulateMedia({ media: 'screen' })
    await expect(canvasOf(page, 23)).toBeInViewport()
  })

  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(new RegExp(`/ignite/${post.id}`))

  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(page.getByText('Resumed from page 24')).toBeVisible()
  await expect(pageField(page)).toHaveValue('24')
  await page.reload()
  await expect(page.getByText('Resumed from page 24')).toBeVisible()
})

test('Explore begins with what a person was reading, until they remove it', { tag: '@phone' }, async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { post } = await shareNotes(stack, 40)
  const { page } = await openAs('ben.continues')
  const card = page.getByRole('article', { name: post.post_name }).first()
  const strip = page.getByRole('region', { name: 'Continue reading' })
  const entry = strip.getByRole('link', { name: post.post_name })
  await page.goto('/explore')
  await expect(card).toContainText('40 pages')
  await expect(strip).toHaveCount(0)

  await test.step('the page is on the card and above the feed as soon as the reader closes', async () => {
    await card.getByRole('link', { name: 'View Document' }).click()
    await expect(canvasOf(page, 1)).toBeVisible()
    await jump(page, '23')
    await expect(canvasOf(page, 23)).toBeVisible()
    await page.goBack()
    await expect(entry).toHaveAccessibleDescription('Page 23 of 40')
    await expect(card).toContainText('Page 23 of 40')
    await expectAccessible(page)
  })

  await test.step('a click continues there', async () => {
    await entry.click()
    await expect(page.getByText('Resumed from page 23')).toBeVisible()
    await expect(pageField(page)).toHaveValue('23')
    await jump(page, '31')
    const saved = page.waitForResponse(
      response =>
        response.url().endsWith(reading.keepPosition.path) && response.request().method() === 'POST',
    )
    await page.keyboard.press('Escape')
    await expect(strip).toContainText('Page 31 of 40')
    await saved
    await page.reload()
    await expect(strip).toContainText('Page 31 of 40')
    await expect(card).toContainText('Page 31 of 40')
  })

  await test.step('an entry is removed with its page, and comes back with it', async () => {
    await strip
      .getByRole('button', { name: `Remove from Continue reading: ${post.post_name}` })
      .press('Enter')
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await expect(strip).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(card).toContainText('40 pages')
    await undo.click()
    await expect(strip).toContainText('Page 31 of 40')
    await expect(card).toContainText('Page 31 of 40')
  })
})

test('the address names the page, and leads to it before the remembered one', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 40)
  const { page } = await openAs('ben')
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(canvasOf(page, 1)).toBeVisible()
  await jump(page, '23')
  await expect(page).toHaveURL(`/read/${post.id}?page=23`)
  // Said above the pages, not on them.
  const said = await page.getByText('Progress saved at page 23').boundingBox()
  const pages = await page.getByRole('region', { name: 'Pages' }).boundingBox()
  expect(said!.y + said!.height).toBeLessThanOrEqual(pages!.y)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/ignite/${post.id}`)

  for (const [asked, shown] of [
    ['last', '23'],
    ['7', '7'],
    ['1', '1'],
    ['4700', '40'],
    ['-3', '1'],
    ['2.5', '2'],
  ] as const) {
    const { page } = await openAs('ben')
    await page.goto(`/read/${post.id}?page=${asked}`)
    await expect(canvasOf(page, Number(shown))).toBeVisible()
    await expect(pageField(page)).toHaveValue(shown)
    if (asked === 'last' || asked === '4700') await expect(page).toHaveURL(`/read/${post.id}?page=${shown}`)
  }
})

test('the address names the page of a person who turned pages before the remembered one was known', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 5)
  const { page } = await openAs('ben')
  const remembered = await held(page, '**/api/file/lastread*')
  await open(page, post)
  await jump(page, '4')
  await expect(canvasOf(page, 4)).toBeVisible()
  // Longer than the reader waits before it names a page.
  const turned = await page.evaluate(() => performance.now())
  await page.waitForFunction(since => performance.now() > since + 1_000, turned)
  remembered.release()
  await expect(page).toHaveURL(`/read/${post.id}?page=4`)
  await expect(page.getByText('Progress saved at page 4')).toBeVisible()
  await expect(pageField(page)).toHaveValue('4')
})

test('a frame shows that Tab came to the pages, and not that keys turn them', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 3)
  const { page } = await openAs('ben')
  await open(page, post)
  const pages = page.getByRole('region', { name: 'Pages' })
  const frame = () => pages.evaluate(element => getComputedStyle(element).outlineStyle)
  await page.keyboard.press('ArrowDown')
  await expect(pages).toBeFocused()
  expect(await frame()).toBe('none')
  await page.keyboard.press('Shift+Tab')
  await expect(pages).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(pages).toBeFocused()
  expect(await frame()).toBe('solid')
  await page.keyboard.press('ArrowRight')
  expect(await frame()).toBe('none')
})

test('the first page shows as a picture before any code has loaded, and stays in its place until it is drawn', {
  tag: '@phone',
}, async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 40)
  const { page } = await openAs('ben')
  const code = await held(page, '**/assets/*.js')
  const file = await held(page, '**/storage/**')
  await page.goto(`/read/${post.id}`, { waitUntil: 'commit' })
  const picture = page.getByRole('img', { name: 'Page 1 of Amortised analysis' })
  await expect(picture).toBeVisible()
  await expect.poll(() => widthInFile(picture)).toBe(828)
  // The picture may come before the styles.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(link => link.sheet),
  )
  const place = await picture.boundingBox()

  code.release()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
  await expect(picture).toBeVisible()
  const first = page.getByRole('article', { name: 'Page 1', exact: true })
  const second = page.getByRole('article', { name: 'Page 2', exact: true })
  await expect(page.getByRole('status').filter({ hasText: 'Opening the document' })).toBeAttached()
  const places = async () => [await first.boundingBox(), await second.boundingBox()]
  const before = await places()
  expect([await picture.boundingBox(), before[0]]).toEqual([place, place])

  file.release()
  await expect(canvasOf(page, 1)).toBeVisible()
  await expect(picture).toHaveCount(0)
  expect(await places()).toEqual(before)
})

test('the picture shows after a click too, but not to a person who left at another page', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 40)
  const { page } = await openAs('ben')
  const file = await held(page, '**/storage/**')
  const read = () => page.getByRole('link', { name: 'View Document' }).click()
  const picture = page.getByRole('img', { name: 'Page 1 of', includeHidden: true })
  await page.goto(`/ignite/${post.id}`)
  await read()
  await expect(picture).toBeVisible()
  await expect.poll(() => widthInFile(picture)).toBe(828)
  file.release()
  await expect(canvasOf(page, 1)).toBeVisible()
  await expect(picture).toHaveCount(0)
  await jump(page, '23')
  await expect(page.getByText('Progress saved at page 23')).toBeVisible()

  const again = await held(page, '**/storage/**')
  const left = await held(page, '**/api/file/lastread*')
  await page.getByRole('button', { name: 'Close' }).click()
  await read()
  await expect(picture).toBeHidden()
  await expect.poll(() => left.asked).toHaveLength(1)
  await expect(picture).toBeHidden()
  left.release()
  await expect(picture).toHaveCount(0)
  again.release()
  await expect(canvasOf(page, 23)).toBeVisible()
  // Nor with the page itself, before any code has come.
  await held(page, '**/assets/*.js')
  await page.goto(`/read/${post.id}`, { waitUntil: 'commit' })
  await expect(page.locator('noscript')).toBeAttached()
  await expect(page.locator('#root')).toBeEmpty()
})

test('a document opens even if the picture of its first page can’t be loaded', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 3)
  const { page } = await openAs('ben')
  await page.route('**/api/bucket/first-page/**', route => route.fulfill({ status: 503, json: {} }))
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(canvasOf(page, 1)).toBeVisible()
})

test('keys turn, zoom, move, list themselves and close, but not while typing in a field', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const { post } = await shareNotes(stack, 5)
  const { page } = await openAs('ben')
  await open(page, post)
  const scrolled = () => page.getByRole('region', { name: 'Pages' }).evaluate(pages => pages.scrollTop)
  await page.keyboard.press(' ')
  await expect.poll(scrolled).toBeGreaterThan(0)
  await page.keyboard.press('Shift+ ')
  await expect.poll(scrolled).toBe(0)
  await page.getByRole('button', { name: 'Next page' }).press(' ')
  await expect(pageField(page)).toHaveValue('2')
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

  await test.step('a person who dictates can turn off the letters and signs', async () => {
    await page.evaluate(() => localStorage.setItem('single-keys', 'off'))
    await open(page, post)
    for (const key of ['m', '+']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowLeft')
    await expect(pageField(page)).toHaveValue('1')
    await expect(zoom(page)).toHaveText('100%')
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    await expect(zoomIn).not.toHaveAttribute('aria-keyshortcuts')
    await expect(zoomIn).toHaveAttribute('data-tip', 'Zoom in')
    await expect(page.getByRole('button', { name: 'Next page' })).toHaveAttribute('data-tip', 'Next page (→)')
    await page.evaluate(() => localStorage.removeItem('single-keys'))
    await open(page, post)
  })

  await page.keyboard.press('End')
  await expect(pageField(page)).toHaveValue('5')
  await page.keyboard.press('Home')
  await expect(pageField(page)).toHaveValue('1')

  // With Shift, arrows extend a selection.
  await page.keyboard.press('Shift+ArrowRight')
  for (let times = 0; times < 9; times++) await page.keyboard.press('+')
  const pages = page.getByRole('region', { name: 'Pages' })
  await expect
    .poll(() => pages.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
    .toBe(true)
  await page.keyboard.press('m')
  await expect(page.getByText('Move mode enabled - drag to pan')).toBeVisible()
  const left = await pages.evaluate(({ scrollLeft }) => scrollLeft)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => pages.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(left)
  await expect(pageField(page)).toHaveValue('1')
  for (let times = 0; times < 9; times++) await page.keyboard.press('-')
  // A page that fits has nowhere to move to.
  await page.keyboard.press('ArrowRight')
  await expect(pageField(page)).toHaveValue('2')
  await page.keyboard.press('ArrowLeft')
  await expect(pageField(page)).toHaveValue('1')
  await page.keyboard.press('M')
  await expect(page.getByText('Move mode disabled')).toBeVisible()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Previous or next page')
  await expect(shortcuts).toContainText('AltT')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await expect(pageField(page)).toHaveValue('1')
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
  await line.dblclick({ position: { x: 12, y: 4 } })
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('Lesson')

  await page.getByRole('button', { name: 'Move mode' }).click()
  const { x, y } = (await line.boundingBox())!
  await page.mouse.move(x + 2, y + 4)
  await page.mouse.down()
  await page.mouse.move(x + 120, y - 60, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => pages.evaluate(element => element.scrollTop)).toBeGreaterThan(30)
})

test('views are counted once the document has been open for 3 seconds', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 2)
  const { page } = await openAs('ben')
  const told = Promise.withResolvers<number>()
  const seen = Promise.withResolvers<void>()
  // On a busy machine the 3 seconds may be over before the test can read the old count.
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

test('a link that expires while reading is replaced, and the page stays', async ({ stack, openAs }) => {
  const author = await stack.signIn('grace')
  // Words that don't compress, so that a far page isn't in the parts fetched for the first.
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

test('a document that its author replaces meanwhile is the new one, on the same page, when the reader turns the next', async ({
  stack,
  openAs,
}) => {
  const { author, post } = await shareNotes(stack, 4)
  const { page } = await openAs('ben')
  await open(page, post)
  await jump(page, '2')
  await expect(page.getByText('Progress saved at page 2')).toBeVisible()
  const doc_url = await uploadDocument(author, await makePdf({ pages: 6 }))
  await author.call(posts.update, { params: { id: post.id }, body: { doc_url, doc_name: 'corrected.pdf' } })
  await jump(page, '3')
  await expect(page.getByText('The author shared a new version.')).toBeVisible()
  await expect(page.getByText('of 6', { exact: false }).first()).toBeVisible()
  await expect(canvasOf(page, 3)).toBeVisible()
  await expect(pageField(page)).toHaveValue('3')
  await expect(page.getByText('Could not save progress')).toBeHidden()
})

test('without a network the reader says so, and missing parts load when it is back', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 3)
  const { page } = await openAs('ben')
  await page.route('**/storage/**', route => route.abort('internetdisconnected'))
  await page.goto(`/read/${post.id}`)
  await expect(page.getByRole('alert')).toContainText('Not connected')
  await page.unroute('**/storage/**')
  // It also tries again by itself now and then, so a button may be gone before a click.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(canvasOf(page, 1)).toBeVisible()
})

test('what opens in the reader and can’t be fetched says so, and the document stays', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 3)
  const { page } = await openAs('ben')
  await open(page, post)
  await page.waitForLoadState('networkidle')
  const lost = page.getByText('That didn’t load. Check your connection and try again.')
  for (const name of ['Study Pal AI', 'Find']) {
    const opener = page.getByRole('button', { name, exact: true })
    await page.route('**/assets/*.js', route => route.abort('internetdisconnected'))
    await opener.click()
    await expect(lost).toBeVisible()
    await expect(canvasOf(page, 1)).toBeVisible()
    await page.unroute('**/assets/*.js')
  }
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByLabel('Find in this document')).toBeVisible()
})

test('a document whose code can’t be fetched isn’t called damaged', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 1)
  const { page } = await openAs('ben')
  await page.route('**/assets/*.js', async route => {
    const response = await route.fetch()
    const opensPdfs = (await response.text()).includes('GlobalWorkerOptions')
    await (opensPdfs ? route.abort('internetdisconnected') : route.fulfill({ response }))
  })
  await page.goto(`/read/${post.id}`)
  await expect(page.getByRole('alert')).toContainText('This document didn’t load')
})

test('after a part that can’t be read, Retry reads on at the same page', async ({ stack, openAs }) => {
  const author = await stack.signIn('grace')
  const large = await makePdf({ pages: 20, text: () => randomBytes(9_000).toString('base64') })
  // Each page is where its text is, so that even its size takes a part of its own.
  const spread = await (await PDFDocument.load(large)).save({ useObjectStreams: false })
  const post = await addPost(author, await addSection(stack.db), { file: Buffer.from(spread) })
  const { page } = await openAs('ben')
  await open(page, post)
  await page.route('**/storage/**', route => route.fulfill({ status: 206, body: 'a page of some proxy' }))
  await jump(page, '18')
  await expect(page.getByRole('alert')).toContainText('We can’t open this document')
  await page.unroute('**/storage/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(canvasOf(page, 18)).toBeVisible()
  await expect(pageField(page)).toHaveValue('18')
})

test('an image that couldn’t be loaded is loaded again by Retry', async ({ stack, openAs }) => {
  const author = await stack.signIn('grace')
  const file = await makePhoto('A board')
  const post = await addPost(author, await addSection(stack.db), { file, type: 'image/png' })
  const { page } = await openAs('ben')
  await page.route('**/storage/**', route => route.abort('internetdisconnected'))
  await page.goto(`/read/${post.id}`)
  await expect(page.getByRole('alert')).toContainText('We can’t reach Ignite right now')
  await page.unroute('**/storage/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Page 1 of 1', { exact: true })).toBeAttached()
})

test('progress is saved 2 seconds after the last page was turned, and said when it can’t be, or loaded', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 4)
  const { page } = await openAs('ben')
  const sent: number[] = []
  await page.route('**/api/file/lastread*', route => {
    if (route.request().method() === 'POST') sent.push(route.request().postDataJSON().pageNumber)
    return route.fulfill({ status: 500, json: {} })
  })
  const opened = Date.now()
  await page.clock.install({ time: opened })
  // By a click: the reader's own page brings along where one left.
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: 'View Document' }).click()
  // For a few seconds, perhaps before a busy machine has drawn the page.
  await expect(page.getByText('Could not load saved progress')).toBeVisible()
  await expect(canvasOf(page, 1)).toBeVisible()
  await page.clock.pauseAt(opened + 600_000)
  for (const turned of ['2', '3']) {
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.clock.runFor(100)
    await expect(pageField(page)).toHaveValue(turned)
    await page.clock.runFor(1_800)
    expect(sent).toEqual([])
  }
  await page.clock.runFor(200)
  await page.clock.resume()
  await expect(page.getByText('Could not save progress')).toBeVisible()
  expect(sent).toEqual([3])
})

test('a document opens at the page that its card knows if the saved one can’t be loaded, so that no earlier one is saved', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 4)
  const { page, person } = await openAs('ben')
  await person.call(reading.keepPosition, { body: { fileKey: post.doc_url, pageNumber: 3 } })
  await page.route('**/api/file/lastread*', route =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await page.goto(`/ignite/${post.id}`)
  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(page.getByText('Resumed from page 3')).toBeVisible()
  await expect(pageField(page)).toHaveValue('3')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Progress saved at page 4')).toBeVisible()
})

test('the reader passes axe, requires signing in, and says when a document is gone', {
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
  await expect(page.getByRole('alert')).toContainText('This document isn’t available')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to notes' }).click()
  await expect(page).toHaveURL(/\/explore/)
})

test('an image and a scan can be viewed and zoomed like a page, and their text found and selected', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const author = await stack.signIn('grace')
  const section = await addSection(stack.db)
  const said = 'Seven pigeons in six holes share one.'
  const file = await makePhoto(said)
  const post = await addPost(author, section, { name: 'Whiteboard after class', file, type: 'image/png' })
  await addPost(author, section, {
    name: 'Scanned proof',
    file: await makeScan({ pages: 2, text: page => `Menger wrote lemma ${page * 7}.`, stamp: 'CamScanner' }),
  })
  await stack.jobsDone()
  const { page } = await openAs('ben')
  await page.goto(`/read/${post.id}`)
  const image = page.getByRole('img', { name: 'Whiteboard after class' })
  await expect(image).toBeVisible()
  // Until the file is there, it has the usual shape of a page.
  await expect(page.getByText('Page 1 of 1')).toBeAttached()
  const width = async () => (await image.boundingBox())!.width
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeCloseTo(before * 1.2, -1)
  await expect(page.getByText('/ 1')).toBeVisible()

  const word = page.locator('.page-text').getByText('pigeons')
  // Where makePdf wrote it: after “Seven ” in 12 points, on a page of 595.
  const place = async () => ((await word.boundingBox())!.x - (await image.boundingBox())!.x) / (await width())
  await expect.poll(place).toBeCloseTo(88 / 595, 2)
  await word.dblclick()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('pigeons')
  await page.keyboard.press('Control+f')
  const field = page.getByLabel('Find in this document')
  await expect(field).toHaveValue('pigeons')
  const shown = page.getByRole('img', { name: 'Current match' }).locator('span')
  await expect(shown).toBeInViewport()
  await expectAccessible(page)

  await page.goto('/search?type=pages&text=menger+14')
  await page
    .getByRole('article', { name: 'Scanned proof' })
    .getByRole('link', { name: 'Scanned proof' })
    .click()
  await expect(pageField(page)).toHaveValue('2')
  const highlighted = page.locator('[data-page="2"]').getByRole('img', { name: 'The cited words' })
  await expect(highlighted.locator('span').first()).toBeInViewport()
  await page.keyboard.press('Control+f')
  const status = page.getByRole('search').getByRole('status')
  await field.fill('menger wrote')
  await expect(status).toHaveText('2 of 2')
  await field.fill('nowhere')
  await expect(status).toHaveText('Not found')
  await field.fill('camscanner')
  await expect(status).toHaveText('2 of 2')

  await test.step('pages with few words are drawn and found while nobody answers what was recognized on them', async () => {
    const slides = await addPost(author, section, {
      name: 'Slides',
      file: await makePdf({ pages: 25, text: page => `Slide ${page}${page === 5 ? ' on Menger' : ''}` }),
    })
    const answers = await held(page, '**/recognized*')
    await open(page, slides)
    await jump(page, '5')
    await expect(canvasOf(page, 5)).toBeVisible()
    await expect.poll(() => answers.asked).not.toEqual([])
    await page.keyboard.press('Control+f')
    await field.fill('menger')
    await expect(status).toHaveText('1 of 1')
    await expect(shown).toBeInViewport()
  })
})

test('the text recognized on a scan stands on its words, however its file turns the page', async ({
  stack,
  openAs,
}) => {
  const author = await stack.signIn('grace')
  const turned = [0, 90, 180, 270]
  const file = await makeScan({ pages: 4, text: () => 'Seven pigeons in six holes share one.', turned })
  const post = await addPost(author, await addSection(stack.db), { name: 'Turned scan', file })
  await stack.jobsDone()
  const { page } = await openAs('ben')
  await open(page, post)
  /** At one moment, as the pages may still move. */
  const placeOn = (number: number) =>
    page
      .locator(`[data-page="${number}"] .page-text`)
      .getByText('pigeons')
      .evaluate(word => {
        const of = word.getBoundingClientRect()
        const on = word.closest('[data-page]')!.getBoundingClientRect()
        return [
          (of.x - on.x) / on.width,
          (of.y - on.y) / on.height,
          of.width / on.width,
          of.height / on.height,
        ]
      })
  await expect.poll(async () => (await placeOn(1))[0]).toBeCloseTo(88 / 595, 2)
  const upright = (await placeOn(1)).map(share => expect.closeTo(share, 2))
  for (const number of [2, 3, 4]) {
    await jump(page, String(number))
    await expect.poll(() => placeOn(number)).toEqual(upright)
  }
})

test('a text is found in all pages, also those that aren’t drawn', { tag: '@phone' }, async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const author = await stack.signIn('grace')
  const text = (page: number) =>
    `Lesson ${page}. ${page % 20 === 7 ? 'The Théorème of Menger is here, and menger once more. ' : ''}${paragraph}`
  const file = await makePdf({ pages: 60, text })
  const post = await addPost(author, await addSection(stack.db), { file })
  const { page } = await openAs('ben')
  await open(page, post)
  const field = page.getByLabel('Find in this document')
  const status = page.getByRole('search').getByRole('status')
  const shown = page.getByRole('img', { name: 'Current match' }).locator('span').first()
  await page.keyboard.press('Control+f')
  await expect(field).toBeFocused()
  await field.fill('MENGER')
  await expect(status).toHaveText('1 of 6')
  await expect(pageField(page)).toHaveValue('7')
  await expect(shown).toBeInViewport()
  await expect(page.locator('[data-page="7"]').getByRole('img', { name: 'Matches' })).toBeAttached()
  await expectAccessible(page)
  await field.press('Enter')
  await expect(status).toHaveText('2 of 6')
  await expect(pageField(page)).toHaveValue('7')
  await page.getByRole('button', { name: 'Next match' }).click()
  await expect(status).toHaveText('3 of 6')
  await expect(pageField(page)).toHaveValue('27')
  await expect(shown).toBeInViewport()
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await page.getByRole('button', { name: 'Previous match' }).click()
  await expect(status).toHaveText('6 of 6')
  await expect(pageField(page)).toHaveValue('47')
  await expect(shown).toBeInViewport()
  await field.fill('theoreme of')
  await expect(status).toHaveText(/^\d of 3$/)
  await field.fill('quicksand')
  await expect(status).toHaveText('Not found')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(shown).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Pages' })).toBeFocused()
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(page).toHaveURL(/\/read\//)
})

type Finger = { x: number; y: number }

/** Touches as fingers make them. */
async function fingersOn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((finger, id) => ({ ...finger, id })),
    })
  // Sent at once, as a busy machine would make a long touch, or two taps, of a short one.
  const tap = (finger: Finger) => Promise.all([send('touchStart', [finger]), send('touchEnd', [])])
  const drag = (from: Finger[], to: Finger[]) => {
    const sent = [send('touchStart', from)]
    for (let step = 1; step <= 8; step++) {
      const on = (axis: 'x' | 'y', at: number) =>
        from[at]![axis] + ((to[at]![axis] - from[at]![axis]) * step) / 8
      sent.push(
        send(
          'touchMove',
          from.map((_, at) => ({ x: on('x', at), y: on('y', at) })),
        ),
      )
    }
    return Promise.all(sent)
  }
  return {
    tap,
    doubleTap: (finger: Finger) => Promise.all([tap(finger), tap(finger)]),
    swipe: (from: Finger, to: Finger) => Promise.all([drag([from], [to]), send('touchEnd', [])]),
    async drag(from: Finger[], to: Finger[]) {
      await drag(from, to)
      return () => send('touchEnd', [])
    },
  }
}

/** Which part of a page a point of the window is on, in fractions of it. */
async function placeOn(page: Page, number: number, { x, y }: Finger) {
  const box = (await page.locator(`[data-page="${number}"]`).boundingBox())!
  return { across: (x - box.x) / box.width, down: (y - box.y) / box.height }
}

test('fingers zoom the pages and not the window, around where they are, and sharply', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 5)
  const { page } = await openAs('ben')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, post)
  const fingers = await fingersOn(page)
  const { width } = (await page.locator('[data-page="1"]').boundingBox())!
  const middle = { x: 180, y: 300 }
  const before = await placeOn(page, 1, middle)
  const around = (reach: number) => [
    { x: middle.x - reach, y: middle.y - reach },
    { x: middle.x + reach, y: middle.y + reach },
  ]
  const leave = await fingers.drag(around(40), around(80))
  await expect(zoom(page)).toHaveText('200%')
  const during = await placeOn(page, 1, middle)
  expect(during.across).toBeCloseTo(before.across, 1)
  expect(during.down).toBeCloseTo(before.down, 1)
  await leave()
  await expect(zoom(page)).toHaveText('200%')
  await expect.poll(async () => (await page.locator('[data-page="1"]').boundingBox())!.width).toBe(2 * width)
  const after = await placeOn(page, 1, middle)
  expect(after.across).toBeCloseTo(before.across, 2)
  expect(after.down).toBeCloseTo(before.down, 2)
  await expect
    .poll(() => canvasOf(page, 1).evaluate((canvas: HTMLCanvasElement) => canvas.width))
    .toBe(2 * width)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  await expect(page.getByRole('button', { name: 'Next page' })).toBeInViewport({ ratio: 1 })

  await (await fingers.drag(around(80), around(20)))()
  await expect(zoom(page)).toHaveText('50%')
  // With the mouse's wheel as well.
  await page.mouse.move(middle.x, middle.y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(zoom(page)).toHaveText('61%')
})

test('two taps zoom to the text and back, one hides the bars, and edges and swipes turn pages', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 5)
  const { page } = await openAs('ben')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, post)
  await expect(page.locator('[data-page="1"]')).toContainText('Lesson 1.')
  const fingers = await fingersOn(page)
  const line = page.locator('[data-page="1"]').getByText('Lesson 1.')
  const { x, y } = (await line.boundingBox())!
  await fingers.doubleTap({ x: x + 60, y: y + 3 })
  await expect.poll(async () => (await line.boundingBox())!.x).toBeCloseTo(8, -1)
  await expect(zoom(page)).not.toHaveText('100%')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await fingers.doubleTap({ x: x + 60, y: y + 3 })
  await expect(zoom(page)).toHaveText('100%')

  const pages = page.getByRole('region', { name: 'Pages' })
  const [left, middle, right] = [20, 195, 370].map(x => ({ x, y: 400 }))
  await fingers.tap(right!)
  await expect(pageField(page)).toHaveValue('2')
  await fingers.tap(left!)
  await expect(pageField(page)).toHaveValue('1')
  await fingers.swipe({ x: 300, y: 400 }, { x: 150, y: 410 })
  await expect(pageField(page)).toHaveValue('2')
  await fingers.swipe({ x: 100, y: 400 }, { x: 250, y: 390 })
  await expect(pageField(page)).toHaveValue('1')

  await jump(page, '3')
  await expect(canvasOf(page, 3)).toBeInViewport()
  await pages.focus()
  const third = page.locator('[data-page="3"]')
  const place = await third.boundingBox()
  const toolbar = page.getByRole('toolbar', { name: 'Reading' })
  await fingers.tap(middle!)
  await expect(toolbar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Close' })).toBeHidden()
  expect(await pages.evaluate(element => element.clientHeight)).toBeGreaterThan(840)
  expect(await third.boundingBox()).toEqual(place)
  await fingers.tap(middle!)
  await expect(toolbar).toBeVisible()
  expect(await third.boundingBox()).toEqual(place)
  // A tap that ends a selection does nothing else, and keys bring the bars back.
  await fingers.tap(middle!)
  await expect(toolbar).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(toolbar).toBeVisible()
  await expect(pageField(page)).toHaveValue('4')
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('.page-text')!))
  await fingers.tap(middle!)
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await fingers.doubleTap(middle!)
  await expect(zoom(page)).not.toHaveText('100%')
  await expect(toolbar).toBeVisible()
})

test('margins can be cropped, so that letters can be read on a phone', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const author = await stack.signIn('grace')
  const file = await makePdf({ pages: 5, margin: 100, text: page => `Lesson ${page}. ${paragraph}` })
  const post = await addPost(author, await addSection(stack.db), { file })
  const { page } = await openAs('ben')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, post)
  const cropped = page.getByRole('button', { name: 'Crop margins' })
  const sheet = page.locator('[data-page="1"]')
  const lines = sheet.locator('.page-text span')
  const letters = () => lines.nth(1).evaluate(line => Number.parseFloat(getComputedStyle(line).fontSize))
  await expect(cropped).toHaveAttribute('aria-pressed', 'false')
  await expect(lines.nth(1)).toBeAttached()
  await expect.poll(letters).toBeLessThan(8)
  await cropped.click()
  await expect(cropped).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(letters).toBeGreaterThan(9)
  const frame = (await sheet.boundingBox())!
  expect(frame.width).toBe(390)
  for (const line of await lines.all()) {
    const { x, width } = (await line.boundingBox())!
    expect(x).toBeGreaterThan(0)
    expect(x + width).toBeLessThan(390)
  }
  await expectAccessible(page)
  // The next document is cropped too.
  await page.reload()
  await expect(cropped).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(letters).toBeGreaterThan(9)
  await cropped.click()
  await expect.poll(async () => (await sheet.boundingBox())!.width).toBe(358)
  await expect.poll(letters).toBeLessThan(8)
  await expect(cropped).toHaveAttribute('aria-pressed', 'false')

  const { page: wide } = await openAs('cy')
  await open(wide, post)
  await expect(wide.getByRole('button', { name: 'Crop margins' })).toHaveAttribute('aria-pressed', 'false')
})
