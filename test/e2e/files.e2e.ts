import { rename, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { PDFDocument, PDFName } from 'pdf-lib'
import sharp from 'sharp'
import { files } from '#shared/api/files.ts'
import { logins } from '#shared/api/logins.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { addSection } from '../factories/catalog.ts'
import {
  makeDocx,
  makeEncryptedPdf,
  makeImageBomb,
  makeJpeg,
  makePdf,
  makePng,
  makeScriptedPdf,
  truncated,
} from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import type { Stack } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { held } from './held.ts'
import { tellTime } from './own-clock.ts'
import { warns } from './warns.ts'

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

/** Fills in everything except the file; the course comes with the CRN. */
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

async function readDocument(page: Page, name: string) {
  await page
    .getByRole('article', { name })
    .getByRole('link', { name: /View Document/ })
    .click()
  await expect(page).toHaveURL(/\/read\//)
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

test('a PDF is posted, and is at the top of the feed', { tag: '@phone' }, async ({
  openAs,
  stack,
  expectAccessible,
}) => {
  const { page } = await openAs('ada')
  const form = await openForm(page)
  await expectAccessible(page)
  await post(form).click()
  for (const problem of ['Choose a file.', 'Topic is required.', 'Choose a course.', 'Choose a CRN.']) {
    await expect(form.getByText(problem)).toBeVisible()
  }
  const document = await PDFDocument.load(await makePdf())
  document.addPage([960, 540])
  // Handwriting of many apps is an annotation.
  const { context } = document
  const stroke = context.flateStream('0 0 1 rg 0 0 60 60 re f', { Subtype: 'Form', BBox: [0, 0, 60, 60] })
  const handwriting = {
    Type: 'Annot',
    Subtype: 'Ink',
    Rect: [20, 762, 80, 822],
    InkList: [[20, 762, 80, 822]],
    AP: { N: context.register(stroke) },
  }
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj([handwriting]))
  await choose(form, file('notes.pdf', Buffer.from(await document.save())))
  await writeAbout(form, '  A PDF about trees ')
  await expectAccessible(page)
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  await expect(form).toBeHidden()
  const card = page.getByRole('article').first()
  await expect(card).toContainText('A PDF about trees')
  const thumbnail = card.locator('img[src*="/thumbnail/"]')
  const shape = await thumbnail.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  // Half of its first page's 595 by 842 points.
  expect(shape).toEqual([298, 421])
  const shown = await page.request.get((await thumbnail.getAttribute('src'))!)
  const written = await sharp(await shown.body())
    .extract({ left: 20, top: 20, width: 10, height: 10 })
    .toBuffer()
  const { dominant } = await sharp(written).stats()
  expect([dominant.r < 60, dominant.b > 200]).toEqual([true, true])
  const row = await stack.db
    .selectFrom('posts')
    .innerJoin('files', 'files.id', 'posts.document_id')
    .select(['files.name', 'files.pages', 'posts.thumbnail_id'])
    .where('title', '=', 'A PDF about trees')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'notes.pdf', pages: 2, thumbnail_id: expect.any(String) })
  // The form is empty the next time.
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  await expect(form.getByLabel('Topic')).toHaveValue('')
  await expect(form.getByLabel('Details')).toHaveValue('')
})

test('a post by someone else from just before the person’s own is offered', async ({ openAs, stack }) => {
  const author = await stack.signIn('earlier.author')
  const section = await addSection(stack.db)
  await addPost(author, section, { name: 'Posted long before' })
  const { page } = await openAs('opal')
  const form = await openForm(page)
  // Not by its role, which what is under a dialog doesn't have.
  const cards = page.locator('article')
  await expect(cards.first()).toContainText('Posted long before')
  await addPost(author, section, { name: 'Posted just before' })
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'My own notes')
  await post(form).click()
  await expect(form).toBeHidden()
  const offer = page.getByRole('button', { name: '1 new post' })
  await expect(offer).toBeVisible()
  await expect(cards.first()).toContainText('My own notes')
  await expect(cards.nth(1)).toContainText('Posted long before')
  await offer.click()
  await expect(cards.first()).toContainText('My own notes')
  await expect(cards.nth(1)).toContainText('Posted just before')
  await expect(offer).toHaveCount(0)
})

test('a search that found nothing finds what is posted over it', async ({ openAs }) => {
  const { page } = await openAs('zoe.searches')
  await page.goto('/search?text=zebrafish')
  await expect(page.getByRole('heading', { name: 'Nothing found for “zebrafish”' })).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload Content' }).click()
  const form = page.getByRole('dialog', { name: 'Upload Content' })
  await choose(form, file('zebrafish.pdf', await makePdf()))
  await writeAbout(form)
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  await expect(page.getByRole('article', { name: 'zebrafish' })).toBeVisible()
})

test('several files at once become a post each', async ({ openAs, stack }) => {
  const { page } = await openAs('bea')
  const form = await openForm(page)
  const renderer = await held(page, '**/assets/*.js')
  const processing = form.getByRole('status').filter({ hasText: 'Processing files' })
  await choose(form, file('week_1.pdf', await makePdf()))
  await expect(processing).toHaveText('Processing files (1)')
  await choose(
    form,
    file('essay.pdf', await makePdf({ text: 'An essay' })),
    // As another app may share it: its name doesn't tell what it is, and its type is wrong.
    { name: 'board', mimeType: 'image/png', buffer: await makeJpeg() },
  )
  await expect(processing).toHaveText('Processing files (3)')
  renderer.release()
  await expect(processing).toHaveCount(0)
  await writeAbout(form)
  await choose(form, file('week_1.pdf', await makePdf({ text: 'A newer version' })))
  await expect(page.getByText(/week_1.pdf is different from the one already here/)).toBeVisible()
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
    { title: 'board', name: 'board.jpg', type: 'image/jpeg' },
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
    ['setup.exe', Buffer.from('MZ'), /doesn’t support files like setup\.exe\. Choose a PDF, an Office file/],
    ['empty.pdf', Buffer.alloc(0), /This file is empty\. Open it, save it again/],
    ['locked.pdf', await makeEncryptedPdf(), /has a password\. Save a copy without a password/],
    ['half.pdf', Buffer.from('%PDF-1.7 and nothing more'), /damaged, so we can’t open it/],
    ['half.png', truncated(await makePng()).subarray(0, 40), /damaged or far too large/],
    ['poster.png', makeImageBomb(7000), /more than 40 million pixels/],
    ['bomb.png', makeImageBomb(), /damaged or far too large/],
  ]
  for (const [name, bytes, text] of bad) {
    await choose(form, file(name, bytes))
    await expect(form.getByText(name, { exact: true })).toBeVisible()
    await expect(form.getByRole('alert').filter({ hasText: text })).toBeVisible({ timeout: 60_000 })
  }
  await test.step('A file that was moved since it was chosen can’t be sent', async () => {
    const path = test.info().outputPath('moved.pdf')
    await writeFile(path, await makePdf())
    await form.locator('input[type=file][multiple]').setInputFiles(path)
    await expect(form.getByText('moved.pdf')).toBeVisible()
    await expect(form.getByText('Processing files')).toHaveCount(0)
    await rename(path, `${path}.old`)
    await post(form).click()
    await expect(form.getByRole('alert')).toHaveText('This file was changed or moved. Choose it again.')
  })
  await post(form).click()
  await expect(form).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Nothing of this gets lost')
  await expect(form.getByRole('combobox', { name: 'CRN' })).toHaveValue('10432-Data Structures I')
})

test('an error that only the server finds shows at the file too, and leaves nothing behind', async ({
  openAs,
  stack,
}) => {
  const { page } = await openAs('dan')
  const form = await openForm(page)
  await writeAbout(form, 'Not what it says')
  const bad: [string, Buffer, RegExp][] = [
    // A GIF: browsers draw it, whatever its name says.
    [
      'photo.jpg',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      /isn’t the type its name says/,
    ],
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

test('an upload shows its percentage and can be canceled; posting again posts once', async ({
  openAs,
  stack,
}) => {
  const { page } = await openAs('eve')
  const form = await openForm(page)
  await choose(form, file('noise.png', await largePng()))
  await writeAbout(form, 'Canceled at first')
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  const address = await held(page, '**/api/bucket')
  await post(form).click()
  await expect(form.getByText('Preparring to upload file.')).toBeVisible()
  address.release()
  await expect(form.getByText(/^Uploading, [1-9]\d?%$/)).toBeVisible({ timeout: 30_000 })
  await expect(form.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', /[1-9]/)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload canceled. Your form is still here.')).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Canceled at first')
  expect(await postsTitled(stack, 'Canceled at first')).toBe(0)
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await post(form).dblclick()
  await expect(page.getByText(done)).toBeVisible({ timeout: 30_000 })
  expect(await postsTitled(stack, 'Canceled at first')).toBe(1)
})

test('an upload goes on while a document is read, and failing there opens its form again', async ({
  openAs,
  stack,
}) => {
  const { page, person } = await openAs('erna.reader')
  await addPost(person, await addSection(stack.db), { name: 'Read meanwhile' })
  const form = await openForm(page)
  await choose(form, file('background.pdf', await makePdf({ pages: 1 })))
  await writeAbout(form, 'Sent meanwhile')
  let refuse = true
  const read = Promise.withResolvers<void>()
  await page.route('**/api/bucket', async route => {
    await read.promise
    await (refuse ? route.fulfill({ status: 500, json: {} }) : route.fallback())
  })
  const sending = page.waitForRequest('**/api/bucket')
  await post(form).click()
  await sending
  await form.getByRole('button', { name: 'Close' }).click()
  await readDocument(page, 'Read meanwhile')
  read.resolve()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(form.getByLabel('Topic')).toHaveValue('Sent meanwhile')
  refuse = false
  await form.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(done)).toBeVisible()
  expect(await postsTitled(stack, 'Sent meanwhile')).toBe(1)
})

test('a lost network loses nothing, and the upload continues when it is back, also with its form closed', async ({
  openAs,
  stack,
}) => {
  const { page } = await openAs('fay')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Written in a train')
  // A network that is gone says so late to what is on its way.
  const lost = Promise.withResolvers<void>()
  await page.route('**/storage/**', async route => {
    if (route.request().method() !== 'PUT') return route.continue()
    await lost.promise
    await route.abort('internetdisconnected')
  })
  const begun = page.waitForRequest(request => request.method() === 'PUT')
  await post(form).click()
  await begun
  await page.context().setOffline(true)
  await expect(
    form.getByText('You’re offline. Your upload will start when you’re back online.'),
  ).toBeVisible()
  lost.resolve()
  await expect(page.getByText(oops)).toBeVisible()
  await expect(form.getByText(/You were offline/)).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Written in a train')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Your upload continues when you’re back online.')).toBeVisible()
  await page.unroute('**/storage/**')
  await page.context().setOffline(false)
  await expect(page.getByText(done)).toBeVisible()
  expect(await postsTitled(stack, 'Written in a train')).toBe(1)
})

test('a form that somebody types in after the network was lost is sent only once they say so', async ({
  openAs,
}) => {
  const { page, person } = await openAs('fern')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Written in a tunnel')
  let attempts = 0
  await page.route('**/api/bucket', route => {
    attempts++
    return route.abort('internetdisconnected')
  })
  await post(form).click()
  await expect(page.getByText(oops)).toBeVisible()
  expect(attempts).toBe(1)
  const networkIsBack = () => page.evaluate(() => dispatchEvent(new Event('online')))
  const topic = form.getByLabel('Topic')
  await topic.focus()
  await networkIsBack()
  await page.keyboard.press('End')
  await page.keyboard.type(', and')
  await expect(topic).toHaveValue('Written in a tunnel, and')
  await topic.blur()
  await networkIsBack()
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Draft kept while this page is open.')).toBeVisible()
  const resume = page.getByRole('button', { name: 'Resume' })
  await resume.hover()
  await networkIsBack()
  await resume.click()
  await topic.fill('Written in a tunnel, and after it')
  expect(attempts).toBe(1)
  await page.unroute('**/api/bucket')
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  const { body } = await person.call(posts.ofPerson, { query: { username: 'fern' } })
  expect(body.posts.map(({ post_name }) => post_name)).toEqual(['Written in a tunnel, and after it'])
})

test('an upload that recovered by itself still reports when it fails in the background', async ({
  openAs,
}) => {
  const { page } = await openAs('fay')
  const form = await openForm(page)
  let offline = true
  const body = await makePdf()
  await page.route('**/api/convertor/new', route =>
    offline ? route.abort('internetdisconnected') : route.fulfill({ contentType: 'application/pdf', body }),
  )
  await page.context().setOffline(true)
  await choose(form, file('notes.docx', await makeDocx()))
  const problem = form.getByRole('alert').filter({ hasText: 'You were offline' })
  await expect(problem).toBeVisible()
  offline = false
  await page.context().setOffline(false)
  await expect(problem).toHaveCount(0)
  await writeAbout(form, 'Refused in the background')
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/bucket', async route => {
    await asked.promise
    await route.abort('connectionrefused')
  })
  await post(form).click()
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Your upload continues in the background.')).toBeVisible()
  asked.resolve()
  await expect(page.getByText(oops)).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(form.getByLabel('Topic')).toHaveValue('Refused in the background')
})

test('a person whose upload continues in the background is asked before they log out', async ({
  openAs,
  expectAccessible,
}) => {
  const { page } = await openAs('fox')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Still on its way')
  await held(page, '**/api/bucket')
  await post(form).click()
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Your upload continues in the background.')).toBeVisible()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(question).toContainText('Something on this page isn’t saved yet, and logging out discards it.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
})

test('an unreachable server loses nothing, and Retry continues', async ({ openAs, stack }) => {
  const { page } = await openAs('flo')
  // A device whose clock is an hour ahead.
  await tellTime(stack, page, 60)
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Written by a river')
  await page.route('**/api/bucket', route => route.abort('connectionrefused'))
  await post(form).click()
  await expect(page.getByText(oops)).toBeVisible()
  await expect(form.getByText(/can’t reach Ignite/)).toBeVisible()
  await expect(form.getByLabel('Topic')).toHaveValue('Written by a river')
  const retry = form.getByRole('button', { name: 'Retry' })
  await test.step('However often a file is tried, it counts once toward what a person may upload', async () => {
    let attempts = 0
    await page.route('**/storage/**', route => {
      if (route.request().method() === 'PUT') attempts++
      return route.fulfill({ status: 500, body: '' })
    })
    await page.unroute('**/api/bucket')
    for (const nth of [1, 2, 3]) {
      await retry.click()
      await expect.poll(() => attempts).toBeGreaterThanOrEqual(nth)
    }
    const charges = await stack.db
      .selectFrom('upload_charges')
      .innerJoin('users', 'users.id', 'person_id')
      .select('bytes')
      .where('users.email', '=', 'flo@example.edu')
      .execute()
    expect(charges).toHaveLength(1)
    await page.unroute('**/storage/**')
  })
  await retry.click()
  await expect(page.getByText(done)).toBeVisible()
  expect(await postsTitled(stack, 'Written by a river')).toBe(1)
})

test('a file that arrived though the answer was lost isn’t sent again', async ({ openAs, stack }) => {
  const { page } = await openAs('lars.lost')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Sent in a train')
  await page.route(
    '**/storage/**',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  let announced = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === files.upload.path) announced++
  })
  await post(form).click()
  await expect(page.getByText(oops)).toBeVisible()
  // It goes on by itself.
  await expect(page.getByText(done)).toBeVisible()
  expect(announced).toBe(1)
  expect(await postsTitled(stack, 'Sent in a train')).toBe(1)
})

test('a post whose answer never comes is sent again, and is there once', async ({ openAs, stack }) => {
  const { page } = await openAs('nora.never')
  await page.clock.install()
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Waited for in a train')
  const made = Promise.withResolvers<void>()
  await page.route(
    '**/api/post',
    async route => {
      await route.fetch()
      made.resolve()
    },
    { times: 1 },
  )
  await post(form).click()
  await made.promise
  await expect(form.getByText('Checking and posting…').first()).toBeVisible()
  await page.clock.fastForward('02:31')
  await expect(page.getByText(done)).toBeVisible()
  expect(await postsTitled(stack, 'Waited for in a train')).toBe(1)
})

test('what is corrected after the answer to a post was lost is in the post', async ({ openAs, stack }) => {
  const { page, person } = await openAs('liv')
  const madePosts = async () => (await person.call(posts.ofPerson, { query: { username: 'liv' } })).body.posts
  await addSection(stack.db, { course: 'HIST 40', courseTitle: 'Greece', crn: '40404', title: 'Greece' })
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Posted in a train')
  await page.route('**/api/post', async route => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await post(form).click()
  await expect(page.getByText(oops)).toBeVisible()
  const madeBefore = await madePosts()
  expect(madeBefore).toMatchObject([{ post_name: 'Posted in a train', crn: '10432' }])
  await page.unroute('**/api/post')
  await form.getByLabel('Details').fill('About Athens.')
  await form.getByRole('combobox', { name: 'Course' }).fill('HIST 40')
  await page.getByRole('option', { name: /HIST 40/ }).click()
  await form.getByRole('combobox', { name: 'CRN' }).click()
  await page.getByRole('option', { name: /40404/ }).click()
  await form.getByLabel(/^Thumbnail for /).setInputFiles(file('athens.png', await makePng()))
  await expect(form.getByRole('button', { name: 'Remove thumbnail' })).toBeVisible()
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  const made = await madePosts()
  expect(made).toMatchObject([
    {
      post_name: 'Posted in a train',
      details: 'About Athens.',
      crn: '40404',
      course_subject: 'HIST 40 Greece',
    },
  ])
  expect(made[0]!.thumb_url).not.toBe(madeBefore[0]!.thumb_url)
})

test('Enter in a field keeps the focus in the form, on its button, while it is sent and after that failed', async ({
  openAs,
  stack,
}) => {
  const { page, person } = await openAs('enid.enter')
  await addPost(person, await addSection(stack.db), { name: 'Notes on heaps' })
  /** Sends the form by a field, and lets the call to this address fail after the focus was looked at. */
  const sendByKey = async (form: Locator, button: Locator, address: string, failed: Locator) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(address, async route => {
      await promise
      await route.abort('connectionrefused')
    })
    await form.getByLabel('Topic').press('Enter')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(form.getByLabel('Topic')).toBeDisabled()
    await expect(button).toBeFocused()
    resolve()
    await expect(failed).toBeVisible()
    await expect(form.getByLabel('Topic')).toBeEnabled()
    await expect(button).toBeFocused()
  }

  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf({ pages: 1 })))
  await writeAbout(form, 'Sent by a key')
  await sendByKey(form, post(form), '**/api/bucket', page.getByText(oops))
  await form.getByRole('button', { name: 'Discard draft' }).click()
  await form.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('article', { name: 'Notes on heaps' }).getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit post' })
  await editor.getByLabel('Topic').fill('Notes on stacks')
  const save = editor.getByRole('button', { name: 'Save' })
  await sendByKey(editor, save, '**/api/post/*', editor.getByText(/can’t reach Ignite/))
})

test('closing keeps the draft, a reload keeps its text, and Discard clears both', async ({ openAs }) => {
  const { page } = await openAs('gus')
  const form = await openForm(page)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'To be continued')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Draft kept while this page is open.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
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

test('chosen files stay in the form when the login ends, and are posted once the person has signed in again in another tab', async ({
  stack,
  openAs,
}) => {
  const { page, person } = await openAs('lana.lapsed')
  const form = await openForm(page)
  expect(await warns(page)).toBe(false)
  await choose(form, file('notes.pdf', await makePdf()))
  await writeAbout(form, 'Written before the login ended')
  await expect.poll(() => warns(page)).toBe(true)
  await person.call(logins.end)
  await post(form).click()
  await expect(page.getByText('then save your changes here.')).toBeVisible()
  await expect(form.getByText('notes.pdf')).toBeVisible()

  const { cookies } = await stack.signIn('lana.lapsed')
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: stack.url })))
  await (await page.context().newPage()).goto('/explore')
  await expect(page.getByText('You’re signed in again.', { exact: false })).toBeVisible()
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  await expect.poll(() => warns(page)).toBe(false)
})

async function drop(on: Locator, { name, buffer }: ReturnType<typeof file>) {
  await on.evaluate(
    (element, { name, bytes }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], name))
      for (const type of ['dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      }
    },
    { name, bytes: [...buffer] },
  )
}

test('files dropped on the feed open the form with them; the same file twice is skipped', async ({
  openAs,
  stack,
}) => {
  const { page } = await openAs('hal')
  await page.goto('/explore')
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
  const body = page.locator('body')
  // Made once: each one names the second in which it was made, and would be another file.
  const pdf = await makePdf()
  const form = page.getByRole('dialog', { name: 'Upload Content' })
  // Over another dialog they go nowhere.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await drop(body, file('dropped.pdf', pdf))
  await expect(page.getByText('Drop to share')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await drop(body, file('dropped.pdf', pdf))
  await expect(form.getByText('dropped.pdf')).toBeVisible()
  await drop(body, file('dropped.pdf', pdf))
  await expect(page.getByText('dropped.pdf is already here, so we skipped it.')).toBeVisible()
  await expect(form.getByText('dropped.pdf')).toHaveCount(1)

  await test.step('Files dropped during an upload are added after it', async () => {
    await writeAbout(form)
    const posting = Promise.withResolvers<void>()
    await page.route('**/api/post', async route => {
      await posting.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/post')
    await post(form).click()
    await asked
    for (const name of ['second.pdf', 'third.pdf']) {
      await drop(body, file(name, pdf))
      await expect(page.getByText('We’ll add these files after this upload.').first()).toBeVisible()
    }
    posting.resolve()
    await expect(page.getByText(done)).toBeVisible()
    for (const name of ['second.pdf', 'third.pdf']) await expect(form.getByText(name)).toBeVisible()
    await expect(form.getByText('dropped.pdf')).toHaveCount(0)
    expect(await postsTitled(stack, 'dropped')).toBe(1)
  })
})

test('a file suggests its topic, and the person’s own classes fill in course and CRN', async ({
  openAs,
  stack,
}) => {
  const { sectionId, courseId } = await addSection(stack.db)
  const { sectionId: lab } = await addSection(stack.db, { crn: '20999', title: 'Data Structures Lab' })
  const { page, person } = await openAs('kai')
  await person.call(profiles.listClasses, { body: { section_ids: [sectionId] } })
  const form = await openForm(page)
  await choose(form, file('week_6 heaps.pdf', await makePdf()))
  await expect(form.getByLabel('Topic')).toHaveValue('week 6 heaps')
  await form.getByRole('button', { name: 'Remove week_6 heaps.pdf' }).click()
  await expect(form.getByLabel('Topic')).toHaveValue('')
  await choose(form, file('tries.pdf', await makePdf()))
  await expect(form.getByLabel('Topic')).toHaveValue('tries')

  const course = form.getByRole('combobox', { name: 'Course' })
  const crn = form.getByRole('combobox', { name: 'CRN' })
  // An open list of suggestions hides what is beside it from screen readers.
  const ownClass = form.locator('button', { hasText: '10432' })
  await course.fill('dat')
  await ownClass.click()
  await expect(ownClass).toHaveAttribute('aria-pressed', 'true')
  await expect(course).toHaveValue('CS 201 Data Structures')
  await expect(crn).toHaveValue('10432-Data Structures I')

  // The chosen course's sections are there before anything is typed.
  await crn.click()
  await page.getByRole('option', { name: /20999/ }).click()
  await expect(ownClass).toHaveAttribute('aria-pressed', 'false')
  await form.getByLabel('Details').fill('Prefix trees.')
  await post(form).click()
  await expect(page.getByText(done)).toBeVisible()
  await page.getByRole('button', { name: 'View post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'tries' })).toBeVisible()
  const row = await stack.db
    .selectFrom('posts')
    .select(['section_id', 'course_id'])
    .where('title', '=', 'tries')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ section_id: lab, course_id: courseId })
  await page.goto('/explore?type=classes')
  await expect(page.getByRole('article').first()).toContainText('tries')
})

test('the CRNs of a course that was changed for another aren’t offered', async ({ openAs, stack }) => {
  await addSection(stack.db, { course: 'HIST 40', courseTitle: 'Sumer', crn: '40404', title: 'Sumer' })
  await addSection(stack.db, { course: 'HIST 50', courseTitle: 'Egypt', crn: '50505', title: 'Egypt' })
  const { page } = await openAs('cara.chooser')
  const form = await openForm(page)
  const course = form.getByRole('combobox', { name: 'Course' })
  const crn = form.getByRole('combobox', { name: 'CRN' })
  const chooseCourse = async (code: string) => {
    await course.fill(code)
    await page.getByRole('option', { name: code }).click()
  }
  await chooseCourse('HIST 40')
  await crn.click()
  await page.getByRole('option', { name: /40404/ }).click()
  const sections = await held(page, '**/api/search/crn/contains**')
  await chooseCourse('HIST 50')
  await crn.click()
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  sections.release()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: /50505/ }).click()
  await expect(course).toHaveValue('HIST 50 Egypt')
})

test('Enter takes only a CRN that fits what is typed, however slow the answer', async ({ openAs, stack }) => {
  const course = { course: 'HIST 60', courseTitle: 'Minos', title: 'Minos' }
  await addSection(stack.db, { ...course, crn: '60111' })
  await addSection(stack.db, { ...course, crn: '60432' })
  const { page } = await openAs('fiona.fast')
  const form = await openForm(page)
  const crn = form.getByRole('combobox', { name: 'CRN' })
  await form.getByRole('combobox', { name: 'Course' }).fill('HIST 60')
  await page.getByRole('option', { name: 'HIST 60' }).click()
  await crn.click()
  await expect(page.getByRole('option').first()).toContainText('60111')
  const sections = await held(page, '**/api/search/crn/contains**')
  await crn.pressSequentially('60432')
  await crn.press('Enter')
  await expect(crn).toHaveValue('60432')
  await expect(page.getByRole('option')).toHaveCount(0)
  sections.release()
  await expect(page.getByRole('option', { name: /60432/ })).toHaveAttribute('data-highlighted')
  await crn.press('Enter')
  await expect(crn).toHaveValue('60432-Minos')
})

test('a post is filed under the term that its author picks, though a later term uses the CRN again', async ({
  openAs,
  stack,
}) => {
  const named = { course: 'HIST 30', courseTitle: 'Rome', crn: '30303', title: 'Rome' }
  const { sectionId } = await addSection(stack.db, named)
  await addSection(stack.db, { ...named, term: 'Spring 2027', startsOn: '2027-01-11' })
  const { page, person } = await openAs('tess.terms')
  await person.call(profiles.listClasses, { body: { section_ids: [sectionId] } })
  const form = await openForm(page)
  await choose(form, file('consuls.pdf', await makePdf()))
  await form.locator('button', { hasText: '30303' }).click()
  await form.getByLabel('Details').fill('Year by year.')
  await post(form).click()
  await page.getByRole('button', { name: 'View post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'consuls' })).toBeVisible()
  await expect(page.getByText('Fall 2026')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit post' })
  await editor.getByRole('combobox', { name: 'CRN' }).click()
  await page.getByRole('option', { name: 'Spring 2027' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  // The suggestions have the same words.
  await expect(editor).toHaveCount(0)
  await expect(page.getByText('Spring 2027')).toBeVisible()
})

test(
  'a post is edited in its own menu, and its document replaced at the same address',
  {
    tag: '@phone',
  },
  async ({ openAs, stack, expectAccessible }, { project }) => {
    const section = await addSection(stack.db)
    const { page, person } = await openAs('lea')
    const { id } = await addPost(person, section, { name: 'Graphs, first draft' })
    await page.goto(`/ignite/${id}`)
    const openEditor = async () => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    }
    const newest = await held(page, `**${posts.get.path.replace('{id}', id)}`)
    await openEditor()
    const form = page.getByRole('dialog', { name: 'Edit post' })
    const save = form.getByRole('button', { name: 'Save' })
    await expect(form).toBeFocused()
    newest.release()
    await expect(form.getByLabel('Topic')).toHaveValue('Graphs, first draft')
    await expect(form.getByRole('combobox', { name: 'CRN' })).toHaveValue('10432-Data Structures I')
    // The fields wait for the newest state of the post.
    await expect(form.getByLabel('Topic')).toBeEnabled()
    // Where the keyboard would rise over the form, the dialog keeps the focus.
    await expect(project.name === 'phone' ? form : form.getByLabel('Topic')).toBeFocused()
    await expect(save).toBeDisabled()
    await expectAccessible(page)

    await form.getByLabel('Topic').fill(' ')
    await save.click()
    await expect(form.getByText('Topic is required.')).toBeVisible()
    await form.getByLabel('Topic').fill('Graphs')
    const version = form.getByLabel('Upload a new version')
    await version.setInputFiles(file('broken.pdf', Buffer.from('not a document')))
    await expect(form.getByText(/broken.pdf/)).toBeVisible()
    await version.setInputFiles(file('graphs-2.pdf', await makePdf({ pages: 3 })))
    await expect(form.getByText(/replaces Graphs, first draft.pdf for everyone/)).toBeVisible()
    await expectAccessible(page)

    // Closing keeps what was changed.
    await form.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(form.getByLabel('Topic')).toHaveValue('Graphs')
    await save.click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/ignite/${id}`))
    await expect(page.getByRole('heading', { level: 1, name: 'Graphs' })).toBeVisible()
    await expect(page).toHaveTitle('Graphs · Ignite')
    await expect(page.getByText(/graphs-2.pdf · 3 pages/)).toBeVisible()
    await expect(page.getByText(/^2, from /)).toBeVisible()

    // The next edit begins with what is there now.
    await openEditor()
    await expect(form.getByText('graphs-2.pdf')).toBeVisible()
    await form.getByLabel('Details').fill('All of them.')
    await save.click()
    await expect(form).toBeHidden()
    await expect(page.getByText('All of them.')).toBeVisible()
    const { body } = await person.call(posts.get, { params: { id } })
    expect(body.post).toMatchObject({ post_name: 'Graphs', details: 'All of them.', pages: 3, version: 2 })
  },
)

test.describe('an edited post', () => {
  async function edit(page: Page, name: string): Promise<Locator> {
    await page.getByRole('article', { name }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit post' })
    await expect(form.getByLabel('Topic')).toHaveValue(name)
    return form
  }

  /** Saves a new version, and closes the form before it is sent; it is as soon as `sent` resolves. */
  async function saveInBackground(page: Page, form: Locator, sent: Promise<void>) {
    await page.route('**/api/bucket', async route => {
      await sent
      await route.fallback()
    })
    await form
      .getByLabel('Upload a new version')
      .setInputFiles(file('second.pdf', await makePdf({ pages: 3 })))
    const sending = page.waitForRequest('**/api/bucket')
    await form.getByRole('button', { name: 'Save' }).click()
    await sending
    await form.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Your upload continues in the background.')).toBeVisible()
  }

  test('gets its new version while another is edited, and each keeps its own changes', async ({
    openAs,
    stack,
  }) => {
    const section = await addSection(stack.db)
    const { page, person } = await openAs('edith.editor')
    const { id } = await addPost(person, section, { name: 'Notes on tries' })
    await addPost(person, section, { name: 'Notes on treaps' })
    await page.goto('/explore')
    const sent = Promise.withResolvers<void>()
    await saveInBackground(page, await edit(page, 'Notes on tries'), sent.promise)

    const other = await edit(page, 'Notes on treaps')
    await other.getByLabel('Details').fill('Trees and heaps at once.')
    sent.resolve()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    const { body } = await person.call(posts.get, { params: { id } })
    expect(body.post).toMatchObject({ pages: 3, version: 2 })
    await expect(other.getByLabel('Topic')).toHaveValue('Notes on treaps')
    await other.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Your changes aren’t saved yet.')).toBeVisible()

    const first = await edit(page, 'Notes on tries')
    await expect(first.getByText('second.pdf')).toBeVisible()
    await first.getByRole('button', { name: 'Cancel' }).click()
    await edit(page, 'Notes on treaps')
    await expect(other.getByLabel('Details')).toHaveValue('Trees and heaps at once.')
  })

  test('takes a file that is dropped on it as its new version, also over the feed', async ({
    openAs,
    stack,
  }) => {
    const section = await addSection(stack.db)
    const { page, person } = await openAs('dora.drops')
    const { id } = await addPost(person, section, { name: 'Dropped on' })
    await page.goto('/explore')
    const editor = await edit(page, 'Dropped on')
    await expect(editor.getByLabel('Topic')).toBeEnabled()
    await drop(editor.getByLabel('Topic'), file('second.pdf', await makePdf()))
    await expect(editor.getByText('second.pdf')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Upload Content' })).toHaveCount(0)
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    const { body } = await person.call(posts.get, { params: { id } })
    expect(body.post.doc_name).toBe('second.pdf')
  })

  test('leaves the page of the course that it was moved from', async ({ openAs, stack }) => {
    const section = await addSection(stack.db)
    await addSection(stack.db, { course: 'HIST 40', courseTitle: 'Sparta', crn: '40404', title: 'Sparta' })
    const { page, person } = await openAs('mona.moves')
    await addPost(person, section, { name: 'Moved notes' })
    await page.goto(`/courses/${section.courseId}`)
    const editor = await edit(page, 'Moved notes')
    await editor.getByRole('combobox', { name: 'Course' }).fill('HIST 40')
    await page.getByRole('option', { name: 'HIST 40' }).click()
    await editor.getByRole('combobox', { name: 'CRN' }).click()
    await page.getByRole('option', { name: /40404/ }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Moved notes' })).toHaveCount(0)
  })

  test('that couldn’t be saved in the background says so and opens again, and leaving the page before that asks first', async ({
    openAs,
    stack,
  }) => {
    const { page, person } = await openAs('edgar.editor')
    const section = await addSection(stack.db)
    for (const name of ['Notes on ropes', 'Notes on knots']) await addPost(person, section, { name })
    await page.route('**/api/bucket', route => route.abort('connectionrefused'))
    await page.goto('/explore')
    const form = await edit(page, 'Notes on ropes')
    expect(await warns(page)).toBe(false)
    await form.getByLabel('Details').fill('Strings in a tree.')
    await expect.poll(() => warns(page)).toBe(true)
    const sent = Promise.withResolvers<void>()
    await saveInBackground(page, form, sent.promise)

    const other = await edit(page, 'Notes on knots')
    await other.getByLabel('Details').fill('The hitch.')
    sent.resolve()
    await expect(page.getByText('We couldn’t save your changes to “Notes on ropes”.')).toBeVisible()
    // The other form covers it, but keys reach it.
    await page.getByRole('button', { name: 'Open' }).press('Enter')
    await expect(form.getByText(/can’t reach Ignite/)).toBeVisible()
    await expect(form.getByLabel('Details')).toHaveValue('Strings in a tree.')
    await page.unroute('**/api/bucket')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    await edit(page, 'Notes on knots')
    await expect(other.getByLabel('Details')).toHaveValue('The hitch.')
    await other.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => warns(page)).toBe(false)
  })

  test('keeps what isn’t saved while a document is read', async ({ openAs, stack }) => {
    const { page, person } = await openAs('edna.editor')
    const section = await addSection(stack.db)
    await addPost(person, section, { name: 'Notes on sieves' })
    await page.goto('/explore')
    const form = await edit(page, 'Notes on sieves')
    await form.getByLabel('Details').fill('Primes fall out.')
    await form.getByRole('button', { name: 'Close' }).click()
    await readDocument(page, 'Notes on sieves')
    await expect.poll(() => warns(page)).toBe(true)
    await page.goBack()
    await edit(page, 'Notes on sieves')
    await expect(form.getByLabel('Details')).toHaveValue('Primes fall out.')
  })

  test('keeps the thumbnail that was chosen before its new version', async ({ openAs, stack }) => {
    const { page, person } = await openAs('etta.editor')
    const section = await addSection(stack.db)
    const { id } = await addPost(person, section, { name: 'Notes on colors' })
    await page.goto('/explore')
    const form = await edit(page, 'Notes on colors')
    const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    await form.getByLabel(/^Thumbnail for /).setInputFiles(file('red.png', red))
    await expect(form.getByRole('button', { name: 'Remove thumbnail' })).toBeVisible()
    await form.getByLabel('Upload a new version').setInputFiles(file('second.pdf', await makePdf()))
    await expect(form.getByText('second.pdf')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Remove thumbnail' })).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    const { body } = await person.call(posts.get, { params: { id } })
    expect(body.post.version).toBe(2)
    const shown = await page.request.get(body.post.thumb_url!)
    const { dominant } = await sharp(await shown.body()).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.g).toBeLessThan(60)
  })

  test('begins with what was written on another device', async ({ openAs, stack }) => {
    const { page, person } = await openAs('ella.editor')
    const section = await addSection(stack.db)
    const { id } = await addPost(person, section, { name: 'Notes on stacks' })
    await page.goto('/explore')
    await expect(page.getByRole('article', { name: 'Notes on stacks' })).toBeVisible()
    await person.call(posts.update, { params: { id }, body: { details: 'From the laptop.' } })
    const form = await edit(page, 'Notes on stacks')
    await expect(form.getByLabel('Details')).toHaveValue('From the laptop.')
    await form.getByLabel('Topic').fill('Notes on queues')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    const { body } = await person.call(posts.get, { params: { id } })
    expect(body.post).toMatchObject({ post_name: 'Notes on queues', details: 'From the laptop.' })
  })
})
