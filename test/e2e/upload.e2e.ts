import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { addSection } from '../factories/catalog.ts'
import {
  makeEncryptedPdf,
  makeImageBomb,
  makePdf,
  makePng,
  makeScriptedPdf,
  truncated,
} from '../factories/documents.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'

const done = 'Done! Your post was added successfully.'
const oops = 'Oops! Something went wrong. Please try again in a bit.'

test.beforeEach(({ stack }) => addSection(stack.db))

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/explore')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  const form = page.getByRole('dialog', { name: 'Upload Content' })
  await expect(form).toBeVisible()
  return form
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })

async function choose(form: Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await form.locator('input[type=file][multiple]').setInputFiles(files)
}

/** Fills in everything but the file; the course comes with the CRN. */
async function writeAbout(form: Locator, topic?: string) {
  if (topic) await form.getByLabel('Topic').fill(topic)
  await form.getByRole('combobox', { name: 'CRN' }).fill('104')
  await form.page().getByRole('option', { name: /10432/ }).click()
  await expect(form.getByRole('combobox', { name: 'Course' })).toHaveValue('CS 201 Data Structures')
  await form.getByLabel('Details').fill('What the exam was about.')
}

const post = (form: Locator) => form.getByRole('button', { name: 'Post', exact: true })

async function postsTitled(stack: Stack, title: string): Promise<number> {
  const rows = await stack.db.selectFrom('posts').select('id').where('title', '=', title).execute()
  return rows.length
}

/** A picture that doesn't compress, so that sending it takes a while on a slow line. */
const largePng = () =>
  sharp({
    create: {
      width: 1100,
      height: 1100,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()

test('a PDF is posted, and stands at the top of the feed', { tag: '@phone' }, async ({
  openAs,
  stack,
  expectAccessible,
}) => {
  const { page } = await openAs('ada')
  const form = await openForm(page)
  await expectAccessible(page)
  await post(form).click()
  for (const problem of [
    'File is required.',
    'Topic is required.',
    'Course is required.',
    'CRN is required.',
  ]) {
    await expect(form.getByText(problem)).toBeVisible()
  }
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, '  A PDF about trees ')
  await expectAccessible(page)
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByRole('article').first()).toContainText('A PDF about trees')
  const row = await stack.db
    .selectFrom('posts')
    .innerJoin('files', 'files.id', 'posts.document_id')
    .select(['files.name', 'files.pages', 'posts.thumbnail_id'])
    .where('title', '=', 'A PDF about trees')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'notes.pdf', pages: 1, thumbnail_id: expect.any(String) })
  // The form starts empty the next time.
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  await expect(form.getByLabel('Topic')).toHaveValue('')
  await expect(form.getByLabel('Details')).toHaveValue('')
})

test('several files at once become a post each', async ({ openAs, stack }) => {
  const { page } = await openAs('bea')
  const form = await openForm(page)
  await choose(
    form,
    file('week_1.pdf', await makePdf()),
    file('essay.pdf', await makePdf({ text: 'An essay' })),
    file('board.png', await makePng()),
  )
  await writeAbout(form)
  await choose(form, file('week_1.pdf', await makePdf({ text: 'A newer version' })))
  await expect(page.getByText(/week_1.pdf differs from the one already here/)).toBeVisible()
  await form.getByRole('button', { name: 'Remove week_1.pdf' }).last().click()
  await expect(form.getByLabel('Topic')).toHaveCount(3)
  await form.getByLabel('Topic').nth(1).fill('About trees')
  await post(form).click()
  await expect(page.getByText('Done! Your 3 posts were added successfully.')).toBeVisible({ timeout: 80_000 })
  const rows = await stack.db
    .selectFrom('posts')
    .innerJoin('files', 'files.id', 'posts.document_id')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['title', 'files.name', 'files.type'])
    .where('users.email', '=', 'bea@example.edu')
    .orderBy('title')
    .execute()
  expect(rows).toEqual([
    { title: 'About trees', name: 'essay.pdf', type: 'application/pdf' },
    { title: 'board', name: 'board.png', type: 'image/png' },
    { title: 'week 1', name: 'week_1.pdf', type: 'application/pdf' },
  ])
})

test('a bad file says what is wrong with it and what to do, and the form keeps the rest', async ({
  openAs,
}) => {
  const { page } = await openAs('cyd')
  const form = await openForm(page)
  await writeAbout(form, 'Nothing of this gets lost')
  const bad: [string, Buffer, RegExp][] = [
    ['setup.exe', Buffer.from('MZ'), /can’t take files like setup\.exe\. Choose a PDF, an office document/],
    ['empty.pdf', Buffer.alloc(0), /This file is empty\. Open it, save it again/],
    ['locked.pdf', await makeEncryptedPdf(), /locked with a password\. Save a copy without a password/],
    ['half.pdf', Buffer.from('%PDF-1.7 and nothing more'), /damaged and can’t be opened/],
    ['half.png', truncated(await makePng()).subarray(0, 40), /damaged or far too large/],
    ['poster.png', makeImageBomb(7000), /more than 40 million pixels/],
    ['bomb.png', makeImageBomb(), /damaged or far too large/],
  ]
  for (const [name, bytes, text] of bad) {
    await choose(form, file(name, bytes))
    await expect(form.getByText(name, { exact: true })).toBeVisible()
    await expect(form.getByRole('alert').filter({ hasText: text })).toBeVisible({ timeout: 60_000 })
  }
  await post(form).click()
  await expect(form).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Nothing of this gets lost')
  await expect(form.getByRole('combobox', { name: 'CRN' })).toHaveValue('10432-Data Structures I')
})

test('what only the server can see is shown at the file too, and leaves nothing behind', async ({
  openAs,
  stack,
}) => {
  const { page } = await openAs('dan')
  const form = await openForm(page)
  await writeAbout(form, 'Not what it says')
  const bad: [string, Buffer, RegExp][] = [
    ['photo.jpg', await makePng(), /isn’t of the type its name says/],
    ['cut-off.pdf', truncated(await makePdf({ pages: 20 })), /damaged/],
  ]
  for (const [name, bytes, text] of bad) {
    await choose(form, file(name, bytes))
    await expect(form.getByText(name, { exact: true })).toBeVisible()
    await post(form).click()
    await expect(form.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(form.getByLabel('Topic')).toHaveValue('Not what it says')
  }
  expect(await postsTitled(stack, 'Not what it says')).toBe(0)
  const left = await stack.db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select('files.id')
    .where('users.email', '=', 'dan@example.edu')
    .where('purpose', '=', 'document')
    .execute()
  expect(left).toEqual([])
})

test('a PDF with a script is posted without it, and its owner is told', async ({ openAs, stack }) => {
  const { page } = await openAs('dan')
  const form = await openForm(page)
  await writeAbout(form, 'Worksheet')
  await choose(form, file('scripted.pdf', await makeScriptedPdf()))
  await post(form).click()
  await expect(page.getByText('We removed a script from this PDF. It looks the same.')).toBeVisible()
  expect(await postsTitled(stack, 'Worksheet')).toBe(1)
})

test('an upload shows its percent and can be cancelled; posting again posts once', async ({
  openAs,
  stack,
}) => {
  const { page } = await openAs('eve')
  const form = await openForm(page)
  await choose(form, file('noise.png', await largePng()))
  await writeAbout(form, 'Cancelled at first')
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await post(form).click()
  await expect(form.getByText('Preparring to upload file.')).toBeVisible()
  await expect(form.getByText(/^Uploading, [1-9]\d?%$/)).toBeVisible({ timeout: 30_000 })
  await expect(form.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', /[1-9]/)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload cancelled. Your form is as you left it.')).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Cancelled at first')
  expect(await postsTitled(stack, 'Cancelled at first')).toBe(0)
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await post(form).dblclick()
  await expect(page.getByText(done)).toBeVisible({ timeout: 30_000 })
  expect(await postsTitled(stack, 'Cancelled at first')).toBe(1)
})

test('a network that goes away keeps everything, and Retry goes on', async ({ openAs, stack }) => {
  const { page } = await openAs('fay')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Written in a train')
  await page.context().setOffline(true)
  await post(form).click()
  await expect(page.getByText(oops)).toBeVisible()
  await expect(form.getByText(/You’re offline/)).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Written in a train')
  await page.context().setOffline(false)
  await form.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(done)).toBeVisible()
  expect(await postsTitled(stack, 'Written in a train')).toBe(1)
})

test('closing keeps the draft, a reload keeps its text, and Discard forgets both', async ({ openAs }) => {
  const { page } = await openAs('gus')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'To be continued')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Your draft is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(form.getByText('notes.pdf')).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('To be continued')
  await page.reload()
  await expect(form.getByLabel('Topic')).toHaveValue('To be continued')
  await expect(form.getByRole('combobox', { name: 'CRN' })).toHaveValue('10432-Data Structures I')
  await form.getByRole('button', { name: 'Discard draft' }).click()
  await expect(form.getByLabel('Topic')).toHaveValue('')
  await page.reload()
  await expect(form.getByLabel('Topic')).toHaveValue('')
})

test('files dropped on the feed open the form with them; the same file twice is skipped', async ({
  openAs,
}) => {
  const { page } = await openAs('hal')
  await page.goto('/explore')
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
  const bytes = [...(await makePdf())]
  const drop = () =>
    page.evaluate(content => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(content)], 'dropped.pdf'))
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      }
    }, bytes)
  await drop()
  const form = page.getByRole('dialog', { name: 'Upload Content' })
  await expect(form.getByText('dropped.pdf')).toBeVisible()
  await drop()
  await expect(page.getByText('dropped.pdf is here already, so it was skipped.')).toBeVisible()
  await expect(form.getByText('dropped.pdf')).toHaveCount(1)
})
