import type { Page } from '@playwright/test'
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

test('the page of the app contains the same title and description that messengers get', async ({
  stack,
  openAs,
}) => {
  const post = await sharePost(stack, 'preview-author', 'Maps & "legends" <b>', 'How to read them.')
  const { page } = await openAs('preview-reader')
  const html = await (await page.goto(`/ignite/${post.id}`))!.text()
  expect(html).toContain('<title>Maps &amp; &quot;legends&quot; &lt;b&gt; · Ignite</title>')
  expect(html).toContain('<meta property="og:title" content="Maps &amp; &quot;legends&quot; &lt;b&gt;" />')
  expect(html).toMatch(/<meta property="og:description" content="[^"]*How to read them\." \/>/)
  // The built client is still the page.
  expect(html).toMatch(/<script type="module"[^>]* src="\/assets\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Maps & "legends" <b>' })).toBeVisible()
  await expect(page).toHaveTitle('Maps & "legends" <b> · Ignite')
})

test('sharing uses the device if it can, otherwise copies the address, and says so if it can do neither', async ({
  stack,
  openAs,
}) => {
  const post = await sharePost(stack, 'shared-author', 'Shared by its reader')
  const address = `${stack.url}/ignite/${post.id}`
  const { page: device } = await openAs('sharing-reader')
  await device.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const shareOn = (page: Page) => page.getByRole('button', { name: /^Share: / })

  await test.step('a device that shares, where closing the sheet counts as a choice', async () => {
    await device.addInitScript(() => {
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
    await device.goto(address)
    await shareOn(device).click()
    await shareOn(device).click()
    const link = { title: 'Shared by its reader', url: address }
    await expect.poll(() => device.evaluate(() => Reflect.get(window, 'shared'))).toEqual([link, link])
    await expect(device.getByText('Oops!')).toHaveCount(0)
    await expect(device.getByText('Copied to clipboard!')).toHaveCount(0)
  })

  await test.step('a device that doesn’t, with a check mark for two seconds', async () => {
    const page = await device.context().newPage()
    await page.clock.install()
    await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }))
    await page.goto(address)
    await shareOn(page).click()
    const tick = page.getByRole('button', { name: 'Copied' })
    await expect(tick).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.clock.runFor(2_100)
    await expect(tick).toHaveCount(0)
  })

  await test.step('a browser that can do neither', async () => {
    const page = await device.context().newPage()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'canShare', { value: undefined })
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.goto(address)
    await shareOn(page).click()
    await expect(page.getByText('Web Share API is not supported in this browser.')).toBeVisible()
  })
})

test.describe('the More menu', () => {
  test('copies the link and prints the text and facts, without buttons', { tag: '@phone' }, async ({
    stack,
    openAs,
    expectAccessible,
  }) => {
    const post = await sharePost(stack, 'more-author', 'More of this', 'Worth a sheet of paper.')
    const { page } = await openAs('more-reader')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      Object.assign(window, { prints: 0 })
      window.print = () => {
        Reflect.set(window, 'prints', Reflect.get(window, 'prints') + 1)
      }
    })
    await page.goto(`/ignite/${post.id}`)
    const more = page.getByRole('button', { name: /^More: / })
    await expect(more).toBeVisible()
    await expectAccessible(page)
    await more.click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Print', 'Report post', 'Block author'])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    await expect(more).toBeFocused()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await more.click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Failed to copy')).toBeVisible()
    await more.click()
    // However slowly the menu closes, it isn't printed.
    await expect(page.getByRole('menu')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'prints'))).toBe(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Worth a sheet of paper.')).toBeVisible()
    for (const role of ['button', 'navigation', 'banner'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0)
    }
    await expect(page.getByRole('link', { name: 'View Document' })).toHaveCount(0)
  })

  test('lets people report the post and block its author, except their own', async ({ stack, openAs }) => {
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
    await ownCard.getByRole('button', { name: 'More' }).click()
    await expect(own.getByRole('menuitem')).toHaveText(['Edit', 'Copy link'])
    await own.goto(`/ignite/${post.id}`)
    await own.getByRole('button', { name: /^More: / }).click()
    await expect(own.getByRole('menuitem')).toHaveText(['Edit', 'Copy link', 'Print'])
  })
})

test('a link that was cut off says that there’s nothing behind it', async ({ openAs }) => {
  const { page } = await openAs('link-cutter')
  for (const [path, noun] of Object.entries({
    booking: 'booking',
    receipt: 'receipt',
    whiteboard: 'board',
  })) {
    await page.goto(`/${path}/0199`)
    await expect(page.getByText(`We couldn’t find that ${noun}`)).toBeVisible()
  }
})
