import type { BrowserContext, Page } from '@playwright/test'
import { follows } from '#shared/api/follows.ts'
import { live } from '#shared/api/live.ts'
import { logins } from '#shared/api/logins.ts'
import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import type { Person } from '../harness/person.ts'
import { expect, test } from './fixtures.ts'

/** Has the browser send what a sign-in of the person set. */
async function become(context: BrowserContext, url: string, { cookies }: Person): Promise<void> {
  await context.clearCookies()
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

test.describe('a tab', () => {
  test('leaves its page when its person signs out in another tab', async ({ openAs }) => {
    const { page } = await openAs('tina.tabs')
    await page.goto('/profile/wallet')
    await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/explore')
    await other.getByRole('button', { name: 'Your account' }).click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
  })

  test('shows the pages of whoever signs in in another tab', async ({ stack, openAs }) => {
    const { page } = await openAs('xena.before')
    const next = await stack.signIn('yuri.after')
    await page.goto('/explore')
    await expect(page.getByRole('button', { name: 'Your account, Xena Before' })).toBeVisible()
    await become(page.context(), stack.url, next)
    await (await page.context().newPage()).goto('/explore')
    await expect(page.getByRole('button', { name: 'Your account, Yuri After' })).toBeVisible()
  })

  test('starts anew for whoever signs in in another tab, without asking about what was typed before', async ({
    stack,
    openAs,
  }) => {
    const { page } = await openAs('olga.owner')
    const next = await stack.signIn('nils.next')
    // Somebody who would rather stay.
    page.on('dialog', dialog => void dialog.dismiss())
    await page.goto('/profile/settings')
    await page.getByLabel(/^Description/).pressSequentially('I am Olga.')
    await become(page.context(), stack.url, next)
    await (await page.context().newPage()).goto('/explore')
    await expect(page.getByRole('button', { name: 'Your account, Nils Next' })).toBeVisible()
    await expect(page.getByLabel(/^Description/)).toHaveValue('')
  })

  test('changes nothing for somebody else before it knows that they are signed in', async ({
    stack,
    openAs,
  }) => {
    const { page } = await openAs('vera.visible')
    const next = await stack.signIn('nora.next')
    await page.goto('/profile/settings')
    await page.getByLabel(/^Description/).pressSequentially('I am Vera.')
    await become(page.context(), stack.url, next)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Your account, Nora Next' })).toBeVisible()
    await expect(page.getByLabel(/^Description/)).toHaveValue('')
    expect((await next.call(profiles.own)).body.profile.description).toBeFalsy()
  })

  test('is live again when its person signs in again in another tab', async ({ stack, openAs }) => {
    const { page, person } = await openAs('lena.live')
    await page.goto('/explore')
    const alerts = page.getByRole('link', { name: /^Alerts/ }).filter({ visible: true })
    await (await stack.signIn('fred.first')).call(follows.follow, { body: { username: 'lena.live' } })
    await expect(alerts).toContainText('1 unread')
    const refused = page.waitForResponse(
      response => response.url().endsWith(live.ticket.path) && response.status() === 401,
    )
    await person.call(logins.end)
    await refused
    await become(page.context(), stack.url, await stack.signIn('lena.live'))
    await (await page.context().newPage()).goto('/explore')
    await (await stack.signIn('sam.second')).call(follows.follow, { body: { username: 'lena.live' } })
    await expect(alerts).toContainText('2 unread')
  })

  test('keeps the theme that its person chose in another tab, also after reading', async ({
    stack,
    openAs,
  }) => {
    const post = await addPost(await stack.signIn('theo.themed'), await addSection(stack.db))
    const { page } = await openAs('dana.dark')
    await page.goto(`/ignite/${post.id}`)
    const theme = (one: Page, name: string) => expect(one.locator('html')).toHaveAttribute('data-theme', name)
    await theme(page, 'light')
    const other = await page.context().newPage()
    await other.goto('/explore')
    await other.getByRole('button', { name: 'Theme' }).click()
    await other.getByRole('menuitemradio', { name: 'Dark' }).click()
    await theme(page, 'dark')
    await page.getByRole('link', { name: 'View Document' }).click()
    await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible()
    await theme(page, 'dark')
    await theme(other, 'dark')
  })
})
