import { readdir } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addSection } from '../factories/catalog.ts'
import { makeDocx, makePdf, makePng, makePptx } from '../factories/documents.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

/**
 * The main journey, complete: a visitor signs in and posts a PDF, a .docx, a .pptx and a .png; somebody else
 * finds each by text and by CRN, reads, jumps, zooms, closes and resumes; the view counts are right; the
 * owner deletes one and its objects are gone.
 */
test(
  'from a visitor’s first click to a deleted document',
  { tag: '@phone' },
  async ({ page, stack, openAs, expectAccessible }, { project }) => {
    test.setTimeout(480_000)
    // The database is the worker's: each width posts to its own CRN.
    const crn = project.name === 'phone' ? '20311' : '20312'
    await addSection(stack.db, { course: 'BIO 110', courseTitle: 'Cell Biology', crn, title: 'Cell Biology' })
    const author = `paula.${project.name}`

    await test.step('a visitor is sent to the sign-in page and back to where they were going', async () => {
      await page.goto('/')
      await expectAccessible(page)
      await page.goto('/search?text=cells&type=posts')
      await expect(page).toHaveURL(/\/login\?next=/)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page).toHaveURL(/\/local\/identity\/google\//)
      await expect(page.getByLabel('Name')).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Name').fill('Paula Poster')
      await page.getByLabel('Email').fill(`${author}@example.edu`)
      await page
        .getByRole('button', { name: /sign in|continue/i })
        .last()
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      const problem = 'Enter a valid month, day and year.'
      await expect(page.getByRole('alert')).toHaveText(problem)
      for (const part of ['Month', 'Day', 'Year']) {
        await expect(page.getByLabel(part)).toHaveAccessibleDescription(problem)
      }
      await page.getByLabel('Month').selectOption('May')
      await page.getByLabel('Day').fill('17')
      await page.getByLabel('Year').fill('2006')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(/\/search\?text=cells/)
    })

    const documents = [
      {
        title: `Mitosis step by step ${crn}`,
        file: 'mitosis.pdf',
        bytes: await makePdf({ pages: 30, text: 'Mitosis' }),
      },
      {
        title: `Essay on membranes ${crn}`,
        file: 'membranes.docx',
        bytes: await makeDocx({ text: 'Membranes' }),
      },
      {
        title: `Slides about ribosomes ${crn}`,
        file: 'ribosomes.pptx',
        bytes: await makePptx({ text: 'Ribosomes' }),
      },
      { title: `Drawing of a chloroplast ${crn}`, file: 'chloroplast.png', bytes: await makePng() },
    ]

    await test.step('as a newcomer, she is welcomed, and skips it', async () => {
      await page.goto('/explore')
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Paula' })).toBeVisible()
      await page.getByRole('button', { name: 'Skip setup' }).click()
      await expect(page).toHaveURL(/\/explore$/)
    })

    await test.step('she posts a PDF, a .docx, a .pptx and a .png', async () => {
      for (const { title, file, bytes } of documents) {
        const form = await openUpload(page)
        await form
          .locator('input[type=file][multiple]')
          .setInputFiles([{ name: file, mimeType: '', buffer: bytes }])
        await form.getByLabel('Topic').fill(title)
        await form.getByRole('combobox', { name: 'CRN' }).fill(crn.slice(0, 4))
        await page.getByRole('option', { name: new RegExp(crn) }).click()
        await form.getByLabel('Details').fill('For the second exam.')
        await form.getByRole('button', { name: 'Post', exact: true }).click()
        await expect(form).toBeHidden({ timeout: 90_000 })
        await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
      }
      await expectAccessible(page)
      const files = await stack.db
        .selectFrom('posts')
        .innerJoin('files', 'files.id', 'posts.document_id')
        .select(['files.name', 'files.type'])
        .where('title', 'in', [documents[1]!.title, documents[2]!.title])
        .orderBy('files.name')
        .execute()
      expect(files).toEqual([
        { name: 'membranes.pdf', type: 'application/pdf' },
        { name: 'ribosomes.pdf', type: 'application/pdf' },
      ])
    })

    const { page: reader } = await openAs(`rita.${project.name}`)

    await test.step('another person finds each by its text, despite a typo, and by its CRN', async () => {
      for (const { title } of documents) {
        await reader.goto(`/search?type=posts&text=${encodeURIComponent(title)}`)
        await expect(reader.getByRole('article').first()).toContainText(title)
      }
      await reader.goto('/search?type=posts&text=chloroplsat')
      await expect(
        reader.getByRole('article').filter({ hasText: 'Drawing of a chloroplast' }).first(),
      ).toBeVisible()
      await reader.goto(`/search?type=posts&crn=${crn}`)
      for (const { title } of documents) {
        await expect(reader.getByRole('article').filter({ hasText: title })).toBeVisible()
      }
      await expectAccessible(reader)
    })

    await test.step('reads it, jumps, zooms, closes, and resumes at the page', async () => {
      const card = reader.getByRole('article').filter({ hasText: documents[0]!.title })
      await card.getByRole('link', { name: /View Document/ }).click()
      await expect(reader.locator('[data-page="1"] canvas')).toBeVisible()
      await expectAccessible(reader)
      const pageNumber = reader.getByLabel('Page number')
      await pageNumber.fill('17')
      await pageNumber.press('Enter')
      await expect(reader.getByText('Navigated to page 17')).toBeVisible()
      // For a few seconds, perhaps before a busy machine has drawn the page.
      await expect(reader.getByText('Progress saved at page 17')).toBeVisible()
      await expect(reader.locator('[data-page="17"] canvas')).toBeVisible()
      await reader.getByRole('button', { name: 'Zoom in' }).click()
      await expect(reader.getByRole('button', { name: /120% zoom/ })).toBeVisible()
      await reader.getByRole('button', { name: 'Close' }).click()
      await expect(reader).toHaveURL(/\/search/)
      await card.getByRole('link', { name: /View Document/ }).click()
      await expect(reader.getByText('Resumed from page 17')).toBeVisible()
      await expect(pageNumber).toHaveValue('17')
    })

    await test.step('the views count one reader', async () => {
      await expect(reader.getByTitle('1 view by 1 person')).toBeVisible()
    })

    await test.step('the author deletes one, and its objects are gone', async () => {
      await stack.jobsDone()
      const before = await storedObjects(stack)
      await page.goto(`/search?type=posts&crn=${crn}`)
      const card = page.getByRole('article').filter({ hasText: documents[0]!.title })
      await card.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('dialog')
      await expect(question).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(card).toBeHidden()
      await stack.jobsDone()
      await expect.poll(async () => (await storedObjects(stack)).length).toBe(before.length - 3)
      await reader.reload()
      await expect(reader.getByText('This document isn’t available')).toBeVisible()
    })
  },
)

test('a page whose code fails to load says so, and comes once it can', async ({
  openAs,
  expectAccessible,
}) => {
  const { page } = await openAs('cora.code')
  await page.goto('/explore')
  const meetings = page.getByRole('main').getByRole('link', { name: 'Meetings' })
  await expect(meetings).toBeVisible()
  // What has loaded stays: the new page needs it, too.
  const there = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await page.route('**/assets/*.js', route =>
    there.includes(route.request().url()) ? route.continue() : route.abort(),
  )
  // An update would have new scripts, which only a new page names: the app loads it once before it gives up.
  await Promise.all([page.waitForEvent('load'), meetings.click()])
  await page.waitForSelector('#root > [inert]', { state: 'detached' })
  await expect(page.getByRole('alert')).toContainText('This page didn’t load.')
  await expectAccessible(page)
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Meetings', level: 1 })).toBeVisible()
})

test('a page whose first script doesn’t come says so, and its links work', async ({
  page,
  expectAccessible,
}) => {
  const scripts = '**/assets/index-*.js'
  await page.route(scripts, route => route.abort())
  await page.goto('/login')
  const missing = page.getByRole('alert').filter({ hasText: 'This page didn’t load completely.' })
  await expect(missing).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'About Ignite' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(missing).toBeVisible()
  await page.unroute(scripts)
  await missing.getByRole('button', { name: 'Retry' }).click()
  await expect(missing).toHaveCount(0)
  await page.waitForSelector('#root > [inert]', { state: 'detached' })
})

async function openUpload(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  return page.getByRole('dialog', { name: 'Upload Content' })
}

async function storedObjects({ storageDir }: Stack): Promise<string[]> {
  const entries = await readdir(storageDir, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}
