import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const prosePages = [
  ['/terms', 'Terms of use', 'Governing law'],
  ['/privacy', 'Privacy', 'Deleting your account'],
  ['/honor-code', 'Honor code', 'What belongs here'],
  ['/copyright', 'Copyright', 'Repeat infringers'],
] as const

const answers = (page: Page) => page.locator('details[open]')

type Mail = { replyTo: string; subject: string; text: string }

async function mailsToSupport(url: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/local/mail/messages?to=opal.operator@example.edu`)
  return ((await answer.json()) as { messages: Mail[] }).messages
}

test.describe('the questions', () => {
  test('open to their answers, also by keyboard and by a link to one of them', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1, name: 'How can we help?' })).toBeVisible()
    await expect(page).toHaveTitle('Help · Ignite')
    expect(await page.getByRole('heading', { level: 3 }).count()).toBeGreaterThanOrEqual(25)
    await expect(answers(page)).toHaveCount(0)
    const question = page.locator('summary', { hasText: 'What happens if a session is missed?' })
    await question.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('A missed session counts as canceled')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Link to this answer' }).click()
    await expect(page).toHaveURL(/\/faq#missed-session$/)

    await page.goto('/')
    await page.goto('/faq#who-sees-my-email')
    await expect(answers(page)).toHaveCount(1)
    await expect(page.getByText('Everyone else sees your name')).toBeInViewport()

    await page.goto('/')
    await page.goto('/faq#find-a-tutor')
    const way = answers(page).getByRole('link', { name: 'Find a tutor' })
    await expect(way).toHaveAttribute('href', '/tutors')
  })

  test('can be searched while typing, with matches marked, and the search in the address', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/faq')
    const box = page.getByRole('searchbox', { name: 'Search the questions' })
    await box.fill('username')
    await expect(page.getByRole('heading', { name: 'Can I change my username?' })).toBeVisible()
    await expect(page.locator('mark', { hasText: 'username' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'When can I join?' })).toHaveCount(0)
    await expect(page).toHaveURL(/text=username/)
    await expectAccessible(page)
    await page.reload()
    await expect(box).toHaveValue('username')

    await box.fill('zzzz')
    await expect(page.getByRole('heading', { name: 'No results for “zzzz”' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No results for “zzzz”' })).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask support' }).click()
    await expect(page.getByRole('dialog', { name: 'Contact Support' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(box).toBeFocused()
    await expect(page.getByRole('heading', { name: 'When can I join?' })).toBeVisible()
  })

  test('can be filtered by category, which Back undoes', async ({ page }) => {
    await page.goto('/faq')
    const categories = page.getByRole('navigation', { name: 'Categories' })
    await categories.getByRole('link', { name: 'Sessions' }).click()
    await expect(page).toHaveURL(/category=sessions/)
    await expect(page.getByRole('heading', { name: 'When can I join?' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How does a booking work?' })).toHaveCount(0)
    await expect(categories.getByRole('link', { name: 'All' })).not.toHaveAttribute('aria-current')
    await expect(categories.getByRole('link', { name: 'Sessions' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'How does a booking work?' })).toBeVisible()
    await expect(categories.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('Contact Support', () => {
  test('accepts a visitor’s message, with errors at its fields', { tag: '@phone' }, async ({
    page,
    stack,
    expectAccessible,
  }) => {
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Contact Support' }).click()
    await expect(page).toHaveURL(/contact=1/)
    const dialog = page.getByRole('dialog', { name: 'Contact Support' })
    await dialog.getByRole('button', { name: 'Send' }).click()
    // One error is read, with the field that has the focus; the others come with theirs.
    await expect(dialog.locator(':focus')).toHaveAccessibleDescription(/./)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByText('Message is required.')).toBeVisible()
    await expect(dialog.getByText('Name is required.')).toBeVisible()
    await expect(dialog.getByText('Enter an email address we can reply to.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('About').selectOption('Bookings')
    await dialog.getByLabel('Message').fill('Where is my booking?\nI paid.')
    await dialog.getByLabel('Your name').fill('Vera Visitor')
    await dialog.getByLabel('Your email').fill('vera@elsewhere.example')

    // It arrives, and only its answer is lost.
    await page.route('**/api/support', async route => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'still here' })).toBeVisible()
    await expect(dialog.getByLabel('Message')).toHaveValue('Where is my booking?\nI paid.')
    await page.unroute('**/api/support')

    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'We’ll reply by email to vera@elsewhere.example' }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await stack.jobsDone()
    const mails = await mailsToSupport(stack.url)
    const [mail, ...more] = mails.filter(({ replyTo }) => replyTo === 'vera@elsewhere.example')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Bookings: a message from Vera Visitor')
    expect(mail?.text).toContain('Where is my booking?\nI paid.')
  })

  test('asks a signed-in person only for the message', async ({ openAs, stack }) => {
    const { page } = await openAs('hetty.helped')
    await page.goto('/explore')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await page.goto('/faq?contact=1')
    const dialog = page.getByRole('dialog', { name: 'Contact Support' })
    await expect(dialog).toContainText('hetty.helped@example.edu')
    await expect(dialog.getByLabel('Your name')).toHaveCount(0)
    await dialog.getByLabel('Message').fill('Thank you!')
    await dialog.getByRole('button', { name: 'Send' }).click()
    // The dialog itself says how it will be answered; only the thanks say that it was sent.
    await expect(page.getByText('Thanks for writing.')).toBeVisible()
    await stack.jobsDone()
    const [mail] = await mailsToSupport(stack.url)
    expect(mail).toMatchObject({ replyTo: 'hetty.helped@example.edu' })
  })

  test('keeps the message of somebody whose login ended, and asks for their name and address', async ({
    openAs,
    stack,
  }) => {
    const { page } = await openAs('lou.late')
    await page.goto('/faq?contact=1')
    const dialog = page.getByRole('dialog', { name: 'Contact Support' })
    const notice = `Notice. ${'x'.repeat(4000)}`
    await dialog.getByLabel('Message').fill(notice)
    await expect(dialog.getByText('4,008 of 4,000')).toBeInViewport()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText('Message can have up to 4,000 characters.')).toBeInViewport()
    await dialog.getByLabel('Message').fill('The notice is on its way.')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByLabel('Your name').fill('Lou Late')
    await dialog.getByLabel('Your email').fill('lou.late@example.edu')
    await expect(dialog.getByLabel('Message')).toHaveValue('The notice is on its way.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thanks for writing.')).toBeVisible()
    await stack.jobsDone()
    const mail = (await mailsToSupport(stack.url)).find(({ replyTo }) => replyTo === 'lou.late@example.edu')
    expect(mail?.text).toContain('isn’t signed in')
  })
})

test('the texts of the rules read well for visitors and signed-in people, and link to their sections', {
  tag: '@phone',
}, async ({ page, openAs, viewport, expectAccessible }) => {
  const { page: member } = await openAs('reader-of-rules')
  for (const [path, title, section] of prosePages) {
    await test.step(path, async () => {
      await page.goto('/')
      await page
        .locator('footer')
        .getByRole('link', { name: title.split(' ')[0]! })
        .click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expectAccessible(page)
      const paragraph = page.getByRole('article').getByRole('paragraph').nth(2)
      const width = await paragraph.evaluate(element => {
        const probe = document.createElement('span')
        probe.style.cssText = 'position: absolute; inline-size: 1ch'
        element.append(probe)
        const characters = element.getBoundingClientRect().width / probe.getBoundingClientRect().width
        probe.remove()
        return characters
      })
      expect(width).toBeLessThanOrEqual(75)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      if (viewport!.width >= 1024) {
        await contents.getByRole('link', { name: section }).click()
        await expect(page.getByRole('heading', { name: section })).toBeInViewport()
      } else {
        await expect(contents).toHaveCount(0)
      }
      await member.goto(path)
      await expect(member.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(member.getByRole('link', { name: 'Ignite, beta' })).toHaveAttribute('href', '/explore')
      await expect(member.getByRole('button', { name: /^Your account/ })).toBeVisible()
      await expect(member.getByRole('button', { name: 'Create' }).filter({ visible: true })).toHaveCount(1)
      await expect(member.getByRole('searchbox', { name: 'Search notes' })).toBeVisible({
        visible: viewport!.width >= 768,
      })
    })
  }
})

test('the terms have six clauses, and print without the frame around them', async ({ page }) => {
  await page.goto('/terms')
  const clauses = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(clauses).toHaveText([/^1\. /, /^2\. /, /^3\. /, /^4\. /, /^5\. /, /^6\. /])
  await expect(page.getByText('The jurisdiction has not been chosen yet')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  await expect(clauses.first()).toBeVisible()
})
