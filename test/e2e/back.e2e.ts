import type { Page } from '@playwright/test'
import { support } from '#shared/api/support.ts'
import { addSection } from '../factories/catalog.ts'
import { addPost } from '../factories/posts.ts'
import { makeSession } from '../factories/sessions.ts'
import { makeTutor } from '../factories/tutors.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

async function sharePost(stack: Stack, author: string, name: string) {
  const person = await stack.signIn(author)
  return addPost(person, await addSection(stack.db), { name, details: `All about ${name}.` })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const nothingOpen = (page: Page) => expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0)
/** Back closes what is open, the page stays, and the focus is somewhere on it. */
async function backCloses(page: Page, address: RegExp) {
  await page.goBack()
  await nothingOpen(page)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(page).toHaveURL(address)
}

test('Back closes what is open over a page, keeps the typed text, and then leaves the page', {
  tag: '@phone',
}, async ({ stack, openAs }) => {
  const post = await sharePost(stack, 'back.author', 'Walked back from')
  const { page } = await openAs('back.reader')
  const here = new RegExp(`/ignite/${post.id}$`)
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Walked back from' }).first().click()
  // The address changes before the page does.
  await expect(heading(page, 'Walked back from')).toBeVisible()
  await expect(page).toHaveURL(here)
  const more = page.getByRole('button', { name: /^More: / })

  await test.step('a menu', async () => {
    await more.click()
    await expect(page.getByRole('menuitem', { name: 'Report post' })).toBeVisible()
    await backCloses(page, here)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await backCloses(page, here)
  })

  await test.step('a dialog, in which the text stays', async () => {
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    const details = dialog.getByRole('textbox', { name: 'Details' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Report post' }).click()
    await dialog.getByRole('radio').first().check()
    await details.fill('Page 3 is the midterm.')
    await backCloses(page, here)
    await more.click()
    await page.getByRole('menuitem', { name: 'Report post' }).click()
    await expect(details).toHaveValue('Page 3 is the midterm.')
  })

  await test.step('what was open before a reload leaves no entry', async () => {
    await page.reload()
    await nothingOpen(page)
    await more.click()
    await page.getByRole('menuitem', { name: 'Report post' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await nothingOpen(page)
  })

  await test.step('Forward opens nothing again', async () => {
    await more.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await backCloses(page, here)
    await page.goForward()
    await nothingOpen(page)
    await expect(page).toHaveURL(here)
  })

  await test.step('then Back leaves', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/explore$/)
  })

  await test.step('a page that a menu leads to replaces the menu', async () => {
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Wallet' }).click()
    await expect(page).toHaveURL(/\/profile\/wallet/)
    await page.goBack()
    await nothingOpen(page)
    await expect(page).toHaveURL(/\/explore$/)
  })
})

test('Back leaves the page when it comes in the very moment in which a dialog closes', {
  tag: '@phone',
}, async ({ stack, openAs }) => {
  await sharePost(stack, 'back.author', 'Left at once')
  const { page } = await openAs('back.hurried')
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Left at once' }).first().click()
  await expect(heading(page, 'Left at once')).toBeVisible()
  await page.getByRole('button', { name: /^More: / }).click()
  await page.getByRole('menuitem', { name: 'Report post' }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect(close).toBeVisible()
  // The menu's entry gives way to the dialog's.
  await page.waitForFunction(() => history.state?.layers === 1)
  await close.evaluate((button: HTMLElement) => {
    button.click()
    history.back()
  })
  await expect(page).toHaveURL(/\/explore$/)
  await nothingOpen(page)

  await test.step('a link that follows another before a frame leads to its page, with the first below it', async () => {
    await page.getByRole('link', { name: 'Following' }).evaluate(async (tab: HTMLElement) => {
      const post = document.querySelector<HTMLElement>('article h2 a')!
      tab.click()
      await new Promise(resolve => setTimeout(resolve))
      post.click()
    })
    await expect(heading(page, 'Left at once')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/type=following$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/explore$/)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('Back closes what an address opens, and no page is there twice', { tag: '@phone' }, async ({
  openAs,
}) => {
  const { page } = await openAs('back.uploader')
  await page.goto('/meeting')
  await page
    .getByRole('link', { name: 'Explore' })
    .or(page.getByRole('link', { name: 'Dashboard' }))
    .click()
  await expect(page).toHaveURL(/\/explore$/)
  const dialog = page.getByRole('dialog', { name: 'Upload Content' })
  const open = async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  }
  await open()
  await dialog.getByLabel('Topic').fill('Half a topic')
  await backCloses(page, /\/explore$/)
  await open()
  await expect(dialog.getByLabel('Topic')).toHaveValue('Half a topic')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await nothingOpen(page)
  await expect(page).toHaveURL(/\/explore$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/meeting$/)

  await test.step('the form to support, which a link on another page opened, and then the button of its own page', async () => {
    await page.goto('/terms')
    await page.getByRole('article').getByRole('link', { name: 'contact support' }).click()
    const contact = page.getByRole('dialog', { name: 'Contact Support' })
    await contact.getByRole('button', { name: 'Close' }).click()
    await nothingOpen(page)
    await expect(page).toHaveURL(/\/faq$/)
    await page.getByRole('button', { name: 'Contact Support' }).click()
    await contact.getByRole('button', { name: 'Close' }).click()
    await nothingOpen(page)
    await expect(page).toHaveURL(/\/faq$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/terms$/)
  })

  await test.step('the form to support keeps its text, and stays open while it is sent', async () => {
    await page.getByRole('article').getByRole('link', { name: 'contact support' }).click()
    const contact = page.getByRole('dialog', { name: 'Contact Support' })
    const message = contact.getByRole('textbox', { name: 'Message' })
    await message.fill('My upload stops halfway.')
    await backCloses(page, /\/faq$/)
    await page.getByRole('button', { name: 'Contact Support' }).click()
    await expect(message).toHaveValue('My upload stops halfway.')
    const line = Promise.withResolvers<void>()
    await page.route(`**${support.send.path}`, async route => {
      await line.promise
      await route.continue()
    })
    await contact.getByRole('button', { name: 'Send' }).click()
    await page.goBack()
    line.resolve()
    const sent = page.getByRole('dialog', { name: 'Message sent' })
    await expect(sent).toBeVisible()
    await backCloses(page, /\/faq$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/terms$/)
  })
})

test('Back asks before it leaves typed text, and keeps it until the person has said', {
  tag: '@phone',
}, async ({ openAs }) => {
  const { page } = await openAs('back.hasty')
  await page.goto('/explore')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const designation = page.getByLabel(/^Year and major/)
  await designation.fill('Half a thought')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(/settings/)
  await backCloses(page, /settings/)
  await expect(designation).toHaveValue('Half a thought')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/explore$/)
  await nothingOpen(page)
  await expect(heading(page, 'Explore').or(page.locator('main h1')).first()).toBeVisible()
})

test('Back goes one step back in each journey at a phone’s width', async ({ stack, openAs }) => {
  const tutor = await stack.signIn('back.tutor')
  const post = await makeTutor(stack, tutor)
  const { page, person } = await openAs('back.walker')
  const session = await makeSession(stack, person, { rate: '' })
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const seen = (name: string) => expect(dialog(name)).toBeVisible()

  await test.step('wanting help: a time, its summary, and out again', async () => {
    await page.goto(`/ignite/${post}`)
    await page.getByRole('link', { name: /^Book Session with/ }).click()
    await page
      .getByRole('button', { name: /, free$/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('checkbox', { name: /I agree to the terms/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await backCloses(page, new RegExp(`/ignite/${post}$`))
  })

  await test.step('reading: the notes, the assistant, and the post again', async () => {
    await page.getByRole('button', { name: /^Save: / }).click()
    await page.getByRole('button', { name: 'Add notes' }).click()
    await seen('Saved post')
    await backCloses(page, new RegExp(`/ignite/${post}$`))
    await page.getByRole('link', { name: 'View Document' }).click()
    await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
    await page.getByRole('button', { name: 'Study Pal AI' }).click()
    await expect(page.getByLabel('Ask about this document')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Ask about this document')).toBeHidden()
    await expect(page).toHaveURL(/\/read\//)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/ignite/${post}$`))
  })

  await test.step('teaching: the hours, the invitations, the students', async () => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Edit hours' }).click()
    await seen('Edit hours')
    await backCloses(page, /\/profile$/)
    await page.goto(`/sessions/${session.id}`)
    await page.getByRole('link', { name: 'Invite Followers' }).click()
    await seen('Invite Followers')
    await backCloses(page, new RegExp(`/sessions/${session.id}$`))
    await page.getByRole('link', { name: /Enrolled students/ }).click()
    await seen('Enrolled students')
    await backCloses(page, new RegExp(`/sessions/${session.id}$`))
    const remove = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    // While its code loads, the menu’s entry goes, and its own comes after that: quicker than people, but not than a test.
    await remove()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await nothingOpen(page)
    await page.waitForFunction(() => !history.state.layers)
    await remove()
    await backCloses(page, new RegExp(`/sessions/${session.id}$`))
    // Nothing on the page opened it.
    await page.goto(`/sessions/${session.id}?show=enrolled`)
    await seen('Enrolled students')
    await page.keyboard.press('Escape')
    await nothingOpen(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('leaving: the question before an account is deleted', async () => {
    await page.goto('/profile/settings?tab=privacy')
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await backCloses(page, /tab=privacy$/)
  })
})
