import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { logins } from '#shared/api/logins.ts'
import { posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import { sharePath } from '#shared/domain/page-paths.ts'
import { addSection } from '../factories/catalog.ts'
import { makePdf } from '../factories/documents.ts'
import { addPost } from '../factories/posts.ts'
import type { Person } from '../harness/person.ts'
import { type Stack, startStackOn } from '../harness/stack.ts'
import { expect, test } from './fixtures.ts'
import { listen } from './told.ts'

test.use({ serviceWorkers: 'allow' })

const offline = (page: Page) => page.locator('[data-offline]')
const card = (page: Page, name: string) => page.getByRole('link', { name }).first()
const canvasOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas`)

async function shareNotes(stack: Stack, name: string, pages = 4) {
  const author = await stack.signIn('offline.author')
  const file = await makePdf({ pages, text: page => `Lesson ${page}.` })
  return { author, post: await addPost(author, await addSection(stack.db), { name, file }) }
}

/** Resolves once the app itself is kept, some seconds after the first page. */
async function appKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise(resolve => serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** The keys of what this browser keeps of what was read. */
function keptKeys(page: Page, store: 'answers' | 'documents'): Promise<string[]> {
  return page.evaluate(async name => {
    // To open one that isn't there would make it.
    if (!(await indexedDB.databases()).some(one => one.name === 'kept')) return []
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kept')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const request = database.transaction(name).objectStore(name).getAllKeys()
    return new Promise<string[]>(resolve => {
      request.onsuccess = () => {
        database.close()
        resolve(request.result as string[])
      }
    })
  }, store)
}

/** Reads a document, until it and the feed are kept. */
async function readAndKeep(page: Page, post: { id: string; doc_url: string; post_name: string }) {
  await page.goto('/explore')
  await expect(card(page, post.post_name)).toBeVisible()
  await appKept(page)
  const keys = () => keptKeys(page, 'answers')
  await expect.poll(keys).toContain(JSON.stringify([posts.list.path, 'recent']))
  await page.goto(`/read/${post.id}`)
  await expect(canvasOf(page, 1)).toBeVisible()
  await expect.poll(() => keptKeys(page, 'documents')).toEqual([post.doc_url])
  await expect.poll(keys).toContain(JSON.stringify([posts.get.path, post.id]))
}

async function becomes(context: BrowserContext, person: Person, url: string): Promise<void> {
  await context.clearCookies()
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url })))
}

test('coming back fetches nothing of the app, and the page still brings its first answers', async ({
  openAs,
}) => {
  const { page } = await openAs('regular')
  await page.goto('/explore')
  await appKept(page)
  const kept: string[] = []
  const fetched: string[] = []
  page.context().on('response', response => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css|woff2)$/.test(pathname)) (response.fromServiceWorker() ? kept : fetched).push(pathname)
  })
  const connected = page.waitForEvent('websocket')
  await page.goto('/explore')
  await connected
  await page.waitForLoadState('networkidle')
  expect(await page.locator('#page-answers').count()).toBe(1)
  expect(kept.length).toBeGreaterThan(10)
  expect(fetched).toEqual([])
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

test('without a network the feed, posts and read documents open as they were, and say so', {
  tag: '@phone',
}, async ({ stack, openAs, expectAccessible }) => {
  const { post } = await shareNotes(stack, 'Read in a tunnel')
  const { page, person } = await openAs('tunnel')
  await readAndKeep(page, post)

  await page.context().setOffline(true)
  await page.goto('/explore')
  await expect(card(page, 'Read in a tunnel')).toBeVisible()
  await expect(offline(page)).toContainText(/^You’re offline\. Last updated (on .+ )?at \d+:\d\d [AP]M\.$/)
  await expectAccessible(page)
  await page.goto(`/ignite/${post.id}`)
  await expect(page.getByRole('heading', { name: 'Read in a tunnel' })).toBeVisible()
  const told = await listen(page)
  await page.getByRole('link', { name: 'View Document' }).click()
  await expect(canvasOf(page, 1)).toBeVisible()
  await expect(page.getByText('Saved on this device')).toBeVisible()
  expect(await told()).toContainEqual(expect.stringContaining('Saved on this device'))
  await page.getByLabel('Page number').fill('4')
  await page.getByLabel('Page number').press('Enter')
  await expect(page.locator('[data-page="4"]')).toContainText('Lesson 4.')
  // Reloaded as well: the address alone says where one was.
  await expect(page).toHaveURL(/\?page=4$/)
  await page.reload()
  await expect(canvasOf(page, 4)).toBeVisible()
  await expect(page.getByLabel('Page number')).toHaveValue('4')

  await page.goto('/explore')
  await expect(offline(page)).toContainText('Last updated')
  // A phone says that it is online before it gets through.
  const sends = `**${reading.keepPosition.path}`
  await page.route(sends, route => route.abort('internetdisconnected'))
  const asked = page.waitForResponse(answer => answer.url().endsWith(reading.unfinished.path))
  await page.context().setOffline(false)
  await expect(offline(page)).toHaveCount(0)
  await expect(card(page, 'Read in a tunnel')).toBeVisible()
  await asked
  // Where one read to is sent then.
  await page.unroute(sends)
  await expect
    .poll(
      async () =>
        (await person.call(reading.position, { query: { fileKey: post.doc_url } })).body.data.page_number,
    )
    .toBe(4)
})

test('a server that can’t be reached counts as no network, until it is back', async ({ browser }) => {
  const stack = await startStackOn(process.env.E2E_POSTGRES_URL!)
  const { post } = await shareNotes(stack, 'Read before the storm')
  const context = await browser.newContext({ baseURL: stack.url })
  await becomes(context, await stack.signIn('storm'), stack.url)
  const page = await context.newPage()
  await readAndKeep(page, post)

  await stack.restart(async () => {
    await page.goto('/explore')
    await expect(card(page, post.post_name)).toBeVisible()
    await expect(offline(page)).toContainText(/^We can’t reach Ignite right now\. Last updated at /)
  })
  await expect(offline(page)).toHaveCount(0)
  await expect(card(page, post.post_name)).toBeVisible()

  await context.close()
  await stack.close()
})

test('signing out leaves nothing of what was read, and neither does someone else who signs in', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 'For my eyes')
  const { page } = await openAs('first.here')
  await readAndKeep(page, post)
  await becomes(page.context(), await stack.signIn('second.here'), stack.url)
  await page.goto('/profile')
  await expect.poll(() => keptKeys(page, 'documents')).toEqual([])
  await expect.poll(() => keptKeys(page, 'answers')).not.toContain(JSON.stringify([posts.get.path, post.id]))
  await page.context().setOffline(true)
  await page.goto(`/read/${post.id}`)
  await expect(page.getByRole('alert')).toContainText('Not connected')
  await page.context().setOffline(false)

  await readAndKeep(page, post)
  await page.goto('/explore')
  await page.getByRole('button', { name: 'Your account, ' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => keptKeys(page, 'documents')).toEqual([])
  await expect.poll(() => keptKeys(page, 'answers')).toEqual([])
})

test('what was read stays stored when the release before named its owner by the address', async ({
  stack,
  openAs,
}) => {
  const { post } = await shareNotes(stack, 'Read before the update')
  const { page, person } = await openAs('offline.updated')
  await readAndKeep(page, post)
  const { email } = (await person.call(logins.read)).body.login!
  const owner = (name?: string) =>
    page.evaluate(async name => {
      const open = indexedDB.open('kept')
      const settled = (request: IDBRequest) => new Promise(resolve => (request.onsuccess = resolve))
      await settled(open)
      const store = open.result.transaction('owner', 'readwrite').objectStore('owner')
      const request = name === undefined ? store.get('owner') : store.put(name, 'owner')
      await settled(request)
      open.result.close()
      return request.result
    }, name)
  await owner(email)
  await page.goto('/profile')
  await expect.poll(() => owner()).not.toBe(email)
  expect(await keptKeys(page, 'documents')).toEqual([post.doc_url])
})

test('a document opens though the browser’s storage never answers', async ({ stack, openAs }) => {
  const { post } = await shareNotes(stack, 'Lessons from the server')
  const { page } = await openAs('offline.stuck')
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.goto(`/read/${post.id}`)
  await expect(canvasOf(page, 1)).toBeVisible()
})

test('a document that was taken down isn’t kept any longer', async ({ stack, openAs }) => {
  const { author, post } = await shareNotes(stack, 'Taken down')
  const { page } = await openAs('late.reader')
  await readAndKeep(page, post)
  await author.call(posts.remove, { query: { id: post.id } })
  await page.goto(`/read/${post.id}`)
  await expect(page.getByRole('alert')).toContainText('This document isn’t available')
  await expect.poll(() => keptKeys(page, 'documents')).toEqual([])
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Not connected')
})

test('what another app shares waits in the form, even if the person must sign in first', async ({
  stack,
  openAs,
}) => {
  const { page } = await openAs('sharing')
  await page.goto('/explore')
  await appKept(page)
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest.share_target).toMatchObject({ action: sharePath, params: { files: [{ name: 'files' }] } })
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const src of [...manifest.icons.map(({ src }: { src: string }) => src), touchIcon]) {
    const icon = await page.request.get(src)
    expect(icon.status()).toBe(200)
    expect(icon.headers()['content-type']).toMatch(/^image\//)
  }
  const pdf = await makePdf()
  const share = (names: string[]) =>
    page.evaluate(
      async ([action, bytes, ...all]) => {
        const form = document.createElement('form')
        Object.assign(form, { method: 'POST', action, enctype: 'multipart/form-data' })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
        input.multiple = true
        const transfer = new DataTransfer()
        for (const name of all) {
          const type = name.endsWith('.pdf') ? 'application/pdf' : 'text/html'
          transfer.items.add(new File([Uint8Array.fromBase64(bytes!)], name, { type }))
        }
        input.files = transfer.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      [sharePath, pdf.toString('base64'), ...names],
    )
  await share(['Week 3 – proofs.pdf', 'page.html'])
  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL('/explore?create=upload')
  await expect(page.getByText('We left out 1 of the 2 files you shared.')).toBeVisible()
  await expect(dialog.getByText('Week 3 – proofs.pdf')).toBeVisible()
  await expect(dialog.getByText('page.html')).toHaveCount(0)

  await page.goto('/explore')
  await share(Array.from({ length: 12 }, (_, index) => `Photo ${index}.pdf`))
  await expect(page.getByText('We left out 2 of the 12 files you shared.')).toBeVisible()
  await expect(dialog.getByText('Photo 9.pdf')).toBeVisible()

  await page.goto('/explore')
  await page.context().clearCookies()
  await share(['Later.pdf'])
  await expect(page).toHaveURL(/\/login\?next=/)
  await becomes(page.context(), await stack.signIn('sharing'), stack.url)
  await page.goto('/explore?create=upload')
  await expect(dialog.getByText('Later.pdf')).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Later.pdf')).toHaveCount(0)
})

test('an update is offered, and taken with a click; a tab of the last version goes on', async ({
  browser,
}) => {
  const webDir = await mkdtemp(join(tmpdir(), 'ignite-web-'))
  await cp(process.env.WEB_DIR ?? 'dist/web', webDir, { recursive: true })
  const stack = await startStackOn(process.env.E2E_POSTGRES_URL!, { WEB_DIR: webDir })
  const context = await browser.newContext({ baseURL: stack.url })
  await becomes(context, await stack.signIn('updated'), stack.url)
  const [page, other] = [await context.newPage(), await context.newPage()]
  const script = () => page.locator('script[type=module][src]').getAttribute('src')
  const update = page.getByText('An update is ready.')

  await page.goto('/explore')
  await appKept(page)
  await other.goto('/explore')
  const before = await script()
  const release = async (version: string) => {
    await deploy(webDir, version)
    await stack.restart()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(update).toBeVisible()
  }
  const take = () => page.getByRole('button', { name: 'Update', exact: true }).click()
  // What a version between leaves whose files didn't all come.
  await page.evaluate(async () => (await caches.open('app broken')).put('/icon.svg', new Response()))
  await release('NEXT0000')
  expect(await script()).toBe(before)

  await take()
  await expect.poll(script).not.toBe(before)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(update).toHaveCount(0)
  expect(await page.evaluate(() => caches.has('app broken'))).toBe(false)
  // The server has the file of the last version no more.
  expect(await other.evaluate(async path => (await fetch(path!)).status, before)).toBe(200)
  await other.getByRole('link', { name: 'Profile' }).first().click()
  await expect(other).toHaveURL('/profile')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('also while the version before is still answering something, which keeps it running', async () => {
    const answers = () =>
      addEventListener('message', event => {
        const { waitUntil } = event as unknown as { waitUntil: (answer: Promise<void>) => void }
        waitUntil.call(event, new Promise(() => {}))
      })
    await Promise.all(context.serviceWorkers().map(worker => worker.evaluate(answers)))
    await page.evaluate(() => navigator.serviceWorker.controller!.postMessage({}))
    await release('NEXT0001')
    await take()
    await expect.poll(script).toBe('/assets/index-NEXT0001.js')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(update).toHaveCount(0)
  })

  await context.close()
  await stack.close()
  await rm(webDir, { recursive: true })
})

/** Gives all of the client's scripts other names, as a build does that changed what they share. */
async function deploy(webDir: string, version: string): Promise<void> {
  const read = (file: string) => readFile(join(webDir, file), 'utf8')
  const files = await readdir(webDir, { recursive: true })
  const scripts = files.filter(file => /^assets\/.*\.js$/.test(file))
  const rename = (text: string) =>
    text.replace(/([\w-]+-)[\w-]{8}(?=\.js)/g, (name, start: string) =>
      scripts.includes(`assets/${name}.js`) ? `${start}${version}` : name,
    )
  const [page, worker] = [await read('index.html'), await read('sw.js')]
  for (const script of scripts) {
    await writeFile(join(webDir, rename(script)), rename(await read(script)))
  }
  const integrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const renamed = rename(page)
  await writeFile(join(webDir, 'index.html'), renamed)
  await writeFile(
    join(webDir, 'sw.js'),
    rename(worker)
      .replace(integrity(page), integrity(renamed))
      .replace(/version:`\w+`/, `version:\`${version}\``),
  )
  const old = /\.js(\.|$)|^index\.html\.|^pages\.json$/
  await Promise.all(
    files.filter(file => old.test(file) && file !== 'sw.js').map(file => rm(join(webDir, file))),
  )
}

test.describe('before the app is kept', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose code can’t be fetched leaves the frame, and comes by itself with the network', {
    tag: '@phone',
  }, async ({ openAs }) => {
    const { page } = await openAs('lost')
    await page.goto('/explore')
    const frame = page.getByRole('navigation').filter({ visible: true }).first()
    await expect(frame).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Meetings' }).filter({ visible: true }).first().click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(frame).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Meetings' })).toBeVisible()
  })
})
