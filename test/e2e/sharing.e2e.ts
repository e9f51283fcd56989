import { addSection } from '../factories/catalog.ts'
import { makePng } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

async function sharePost(stack: Stack, author: string, name: string, details = 'About it.') {
  const person = await stack.signIn(author)
  return addPost(person, await addSection(stack.db), {
    name,
    details,
    file: await makePng(),
    type: 'image/png',
  })
}

test('a messenger that fetches a post’s address finds its title, description and picture', async ({
  stack,
}) => {
  const post = await sharePost(stack, 'preview-author', 'Maps & "legends" <b>', 'How to read them.')
  const response = await fetch(`${stack.url}/ignite/${post.id}`, {
    headers: { 'user-agent': 'WhatsApp/2.23' },
  })
  const html = await response.text()
  expect(html).toContain('<title>Maps &amp; &quot;legends&quot; &lt;b&gt; · Ignite</title>')
  expect(html).toContain('<meta property="og:title" content="Maps &amp; &quot;legends&quot; &lt;b&gt;" />')
  expect(html).toMatch(/<meta property="og:description" content="[^"]*How to read them\." \/>/)
  const picture = /<meta property="og:image" content="([^"]+)" \/>/.exec(html)![1]!
  const image = await fetch(picture)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  // The client that was built is still the page.
  expect(html).toMatch(/<script type="module"[^>]* src="\/assets\//)
})

test('a person’s address tells who they are', async ({ stack }) => {
  await stack.signIn('preview.person')
  const html = await (await fetch(`${stack.url}/profile/preview.person`)).text()
  expect(html).toMatch(/<meta property="og:title" content="[^"]+\(@preview\.person\)" \/>/)
  expect(html).toContain('<meta property="og:type" content="profile" />')
})

test('the page of a described post is the app, under the same title', async ({ stack, openAs }) => {
  const post = await sharePost(stack, 'titled-author', 'Titled by the server')
  const { page } = await openAs('titled-reader')
  await page.goto(`/ignite/${post.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Titled by the server' })).toBeVisible()
  await expect(page).toHaveTitle('Titled by the server · Ignite')
})

test.describe('sharing', () => {
  test('uses the device where it can, and takes a closed sheet for a choice', async ({ stack, openAs }) => {
    const post = await sharePost(stack, 'device-author', 'Shared by the device')
    const { page } = await openAs('device-reader')
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'canShare', { value: () => true })
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => {
          shared.push(data)
          if (shared.length > 1) throw new DOMException('closed', 'AbortError')
        },
      })
    })
    await page.goto(`/ignite/${post.id}`)
    const share = page.getByRole('button', { name: 'Share' })
    await share.click()
    await share.click()
    const link = { title: 'Shared by the device', url: `${stack.url}/ignite/${post.id}` }
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([link, link])
    await expect(page.getByText('Oops!')).toHaveCount(0)
    await expect(page.getByText('Copied to clipboard!')).toHaveCount(0)
  })

  test('copies the address else, with a tick for two seconds', async ({ stack, openAs }) => {
    const post = await sharePost(stack, 'copy-author', 'Copied by address')
    const { page } = await openAs('copy-reader')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }))
    await page.goto(`/ignite/${post.id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    const tick = page.getByRole('button', { name: 'Copied' })
    await expect(tick).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.url}/ignite/${post.id}`)
    await page.clock.runFor(2_100)
    await expect(tick).toHaveCount(0)
  })

  test('says so where the browser can do neither', async ({ stack, openAs }) => {
    const post = await sharePost(stack, 'neither-author', 'Shared by nobody')
    const { page } = await openAs('neither-reader')
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'canShare', { value: undefined })
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.goto(`/ignite/${post.id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Web Share API is not supported in this browser.')).toBeVisible()
  })
})

test.describe('the More menu', () => {
  test('copies the link and prints on the post’s page', async ({ stack, openAs, expectAccessible }) => {
    const post = await sharePost(stack, 'more-author', 'More of this')
    const { page } = await openAs('more-reader')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      Object.assign(window, { prints: 0 })
      window.print = () => {
        Reflect.set(window, 'prints', Reflect.get(window, 'prints') + 1)
        Reflect.set(window, 'menuWasOpen', document.querySelector('[role=menu]') !== null)
      }
    })
    await page.goto(`/ignite/${post.id}`)
    const more = page.getByRole('button', { name: 'More', exact: true })
    await expect(more).toBeVisible()
    await expectAccessible(page)
    await more.click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Print', 'Report post', 'Block author'])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    await expect(more).toBeFocused()
    await more.click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'prints'))).toBe(1)
    expect(await page.evaluate(() => Reflect.get(window, 'menuWasOpen'))).toBe(false)
  })

  test('lets one report the post and block its author, except one’s own', async ({ stack, openAs }) => {
    const post = await sharePost(stack, 'trusted-author', 'Doubtful notes')
    const { page } = await openAs('trusting-reader')
    await page.goto('/explore')
    const card = page.getByRole('article', { name: 'Doubtful notes' })
    await card.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Report post' }).click()
    await expect(page.getByRole('dialog')).toContainText('Report')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await card.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Block author' }).click()
    await expect(page.getByRole('dialog')).toContainText('Block')

    const { page: own } = await openAs('trusted-author')
    await own.goto('/explore')
    const ownCard = own.getByRole('article', { name: 'Doubtful notes' })
    await expect(ownCard.getByRole('button', { name: 'Delete' })).toBeVisible()
    await expect(ownCard.getByRole('button', { name: 'More' })).toHaveCount(0)
    await own.goto(`/ignite/${post.id}`)
    await own.getByRole('button', { name: 'More', exact: true }).click()
    await expect(own.getByRole('menuitem')).toHaveText(['Copy link', 'Print'])
  })
})

test('one’s own post that was hidden says why, and others don’t find it', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const post = await sharePost(stack, 'hidden-author', 'Withheld notes')
  await stack.db
    .updateTable('posts')
    .set({ hidden_at: new Date(0), hidden_reason: 'Copied from a textbook.' })
    .where('id', '=', post.id)
    .execute()
  const { page } = await openAs('hidden-author')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/explore')
  await expect(page.getByRole('article', { name: 'Withheld notes' })).toContainText('Copied from a textbook.')
  await page.goto(`/ignite/${post.id}`)
  await expect(page.getByText('Hidden from everyone but you.')).toBeVisible()
  await expectAccessible(page)
  const { page: other } = await openAs('hidden-reader')
  await other.goto(`/ignite/${post.id}`)
  await expect(other.getByText('This post isn’t here any more')).toBeVisible()
})

test('a printed post has its text and facts, and nothing to click', async ({ stack, openAs }) => {
  const post = await sharePost(stack, 'print-author', 'Printed notes', 'Worth a sheet of paper.')
  const { page } = await openAs('print-reader')
  await page.goto(`/ignite/${post.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Printed notes' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Worth a sheet of paper.')).toBeVisible()
  for (const role of ['button', 'navigation', 'banner'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: 'View Document' })).toHaveCount(0)
})
