/**
 * `npm run shots`: takes a screenshot of every page at three widths in both themes, into shots/, from its own
 * Ignite with the demo world. `npm run shots -- explore search` takes only the pages whose names begin with
 * these words; `npm run shots -- --docs` the pictures of README.md and docs/design.md.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { operator } from '../local/identity/people.ts'
import { openProduct } from '../local/npm-start.ts'
import { people } from '../local/seed/people.ts'
import { findBrowser } from './browser.ts'
import { sideBySide } from './side-by-side.ts'

type Shot = {
  name: string
  path: string
  visitor?: boolean
  /** As the local Ignite's operator. */
  operator?: boolean
  /** As somebody who teaches, and has earned. */
  tutor?: boolean
  /** The whole page, not only the visible part, except for lists that draw only what is near. */
  whole?: boolean
  prepare?: (page: Page) => Promise<void>
}

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'shots')
const docsFolder = join(root, 'docs/pictures')
const widths = [390, 820, 1440]
const forDocs = process.argv[2] === '--docs'
const wanted = forDocs ? [] : process.argv.slice(2)
/** The pages in docs/design.md: in light at a desk, in the dark on a phone. */
const inDocs = [
  'explore',
  'post',
  'read',
  'book-time',
  'book-summary',
  'schedule',
  'messages',
  'meetings',
  'wallet',
]

const ignite = await openProduct(join(root, '.tmp/shots-data'))
process.stdout.write('Starting Ignite …\n')
await ignite.start()
const address = ignite.url

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
try {
  if (wanted.length === 0 && !forDocs) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const login = await signIn(await browser.newContext(), people[0]!.email)
  const operatorLogin = await signIn(await browser.newContext(), operator.email)
  const tutorLogin = await signIn(await browser.newContext(), named('samuel').email)
  const postId = await newestPost(login)
  const reportedId = await reportPost(login)
  const bookableId = await bookablePost(login)
  const courseId = await courseOf(login, bookableId)
  const bookingId = await ownBooking(login)
  const sessionId = await ownSession(login)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of forDocs ? [colorScheme === 'light' ? 1440 : 390] : widths) {
      const settings = settingsOf(width, colorScheme)
      const visitor = await browser.newContext(settings)
      const member = await browser.newContext({ ...settings, storageState: await login.storageState() })
      const operating = await browser.newContext({
        ...settings,
        storageState: await operatorLogin.storageState(),
      })
      const teaching = await browser.newContext({
        ...settings,
        storageState: await tutorLogin.storageState(),
      })
      for (const shot of pages({ postId, reportedId, bookableId, courseId, bookingId, sessionId })) {
        const { visitor: out, operator: runs, tutor: teaches } = shot
        const context = out ? visitor : runs ? operating : teaches ? teaching : member
        await save(await take(context, shot), `${shot.name}-${width}-${colorScheme}.png`)
      }
      await Promise.all([visitor, member, operating, teaching].map(one => one.close()))
    }
    if (forDocs) await takeForReadme(await login.storageState(), bookableId, colorScheme)
  }
} finally {
  await browser.close()
  await ignite.stop()
}

type Login = Awaited<ReturnType<BrowserContext['storageState']>>
type Ids = Record<'postId' | 'reportedId' | 'bookableId' | 'courseId' | 'bookingId' | 'sessionId', string>

function pages({ postId, reportedId, bookableId, courseId, bookingId, sessionId }: Ids): Shot[] {
  const all: Shot[] = [
    { name: 'landing', path: '/', visitor: true, whole: true },
    { name: 'login', path: '/login', visitor: true },
    { name: 'sign-in-page', path: '/login', visitor: true, prepare: openProvider },
    { name: 'explore', path: '/explore' },
    { name: 'explore-list', path: '/explore', prepare: page => rememberView(page, 'list') },
    { name: 'search', path: '/search?text=notes&type=posts' },
    { name: 'search-pages', path: '/search?text=function&type=pages' },
    { name: 'search-nothing', path: '/search?text=zzzzzz&type=posts' },
    { name: 'post', path: `/ignite/${postId}` },
    { name: 'course', path: `/courses/${courseId}`, whole: true },
    { name: 'course-visitor', path: `/courses/${courseId}`, visitor: true, whole: true },
    { name: 'read', path: `/read/${postId}` },
    { name: 'study-panel', path: `/read/${postId}?panel=open` },
    { name: 'study-answer', path: `/read/${postId}?panel=open`, prepare: askSomething },
    { name: 'study-materials', path: `/ignite/${postId}`, prepare: openMaterials },
    { name: 'book-time', path: `/ignite/${bookableId}?book=time`, prepare: pickSlot },
    { name: 'book-summary', path: `/ignite/${bookableId}?book=time`, prepare: openSummary },
    { name: 'book-nothing', path: `/ignite/${bookableId}?book=summary`, prepare: seeDialog },
    { name: 'booking', path: `/booking/${bookingId}`, whole: true },
    { name: 'upload', path: '/explore', prepare: openUpload },
    { name: 'search-people', path: '/search?type=people' },
    { name: 'profile', path: '/profile' },
    { name: 'profile-saved', path: '/profile?tab=saved' },
    { name: 'profile-other', path: '/profile/grace.kim' },
    { name: 'profile-followers', path: '/profile/grace.kim?list=followers' },
    { name: 'followers', path: '/profile/grace.kim/followers' },
    { name: 'schedule', path: '/schedule', tutor: true, whole: true },
    { name: 'schedule-dialog', path: '/profile', prepare: openHours },
    { name: 'tutors', path: '/tutors', whole: true },
    { name: 'tutors-course', path: `/tutors?course=${courseId}&when=tomorrow` },
    { name: 'tutors-nobody', path: '/tutors?when=weekend&most=1' },
    { name: 'tutors-summary', path: '/tutors', prepare: openSlot },
    { name: 'sessions', path: '/profile?tab=sessions' },
    { name: 'session', path: `/sessions/${sessionId}`, whole: true },
    { name: 'session-invite', path: `/sessions/${sessionId}?show=invite`, prepare: seeDialog },
    { name: 'session-edit', path: `/sessions/${sessionId}/edit`, whole: true },
    { name: 'session-create', path: '/sessions/create', whole: true },
    { name: 'settings-profile', path: '/profile/settings?tab=profile', whole: true },
    { name: 'settings-schedule', path: '/profile/settings?tab=schedule', whole: true },
    { name: 'settings-account', path: '/profile/settings?tab=account', whole: true },
    { name: 'settings-privacy', path: '/profile/settings?tab=privacy', whole: true },
    { name: 'welcome-you', path: '/welcome', whole: true },
    { name: 'welcome-classes', path: '/welcome?step=classes', whole: true },
    { name: 'welcome-people', path: '/welcome?step=people', whole: true },
    { name: 'faq', path: '/faq', visitor: true },
    { name: 'faq-search', path: '/faq?text=refund', visitor: true },
    { name: 'faq-contact', path: '/faq?contact=1', visitor: true, prepare: seeDialog },
    { name: 'terms', path: '/terms', visitor: true, whole: true },
    { name: 'privacy', path: '/privacy', visitor: true, whole: true },
    { name: 'honor-code', path: '/honor-code', visitor: true, whole: true },
    { name: 'copyright', path: '/copyright', visitor: true, whole: true },
    { name: 'delete-account', path: '/profile/settings?tab=privacy', prepare: openDeletion },
    { name: 'goodbye', path: `/goodbye?deletion=${postId}`, visitor: true },
    { name: 'report', path: `/ignite/${reportedId}`, prepare: page => openMore(page, 'Report post') },
    { name: 'block', path: `/ignite/${reportedId}`, prepare: page => openMore(page, 'Block author') },
    { name: 'admin-reports', path: '/admin', operator: true },
    { name: 'admin-hide', path: '/admin', operator: true, prepare: openHide },
    { name: 'admin-people', path: '/admin?tab=people&text=a', operator: true },
    { name: 'admin-audit', path: '/admin?tab=audit', operator: true },
    { name: 'admin-support', path: '/admin?tab=support', operator: true },
    { name: 'alerts', path: '/notifications' },
    { name: 'alerts-unread', path: '/notifications?tab=unread' },
    { name: 'settings-notifications', path: '/profile/settings?tab=notifications', whole: true },
    { name: 'unsubscribe', path: '/unsubscribe?token=old', visitor: true },
    { name: 'meetings', path: '/meeting' },
    { name: 'messages', path: '/messages' },
    { name: 'meetings-passed', path: '/meeting?tab=passed' },
    { name: 'wallet', path: '/profile/wallet', tutor: true, whole: true },
    { name: 'wallet-transactions', path: '/profile/wallet?tab=transactions', tutor: true, whole: true },
    { name: 'room-closed', path: `/meeting/live/${postId}` },
    { name: 'not-found', path: '/nowhere' },
    { name: 'mailbox', path: '/local/mail' },
    { name: 'reference', path: '/api/reference' },
  ]
  if (forDocs) return all.filter(({ name }) => inDocs.includes(name)).map(shot => ({ ...shot, whole: false }))
  return wanted.length === 0 ? all : all.filter(({ name }) => wanted.some(start => name.startsWith(start)))
}

function settingsOf(width: number, colorScheme: 'light' | 'dark') {
  return { baseURL: address, colorScheme, viewport: { width, height: width < 800 ? 844 : 900 } }
}

async function take(context: BrowserContext, { path, prepare, whole = false }: Shot): Promise<Buffer> {
  const page = await context.newPage()
  await page.goto(path)
  await prepare?.(page)
  // Live regions and polling can keep the network busy forever; then it takes the picture as it is.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const picture = await page.screenshot({ fullPage: whole, animations: 'disabled' })
  await page.close()
  return picture
}

async function save(picture: Buffer, file: string): Promise<void> {
  if (forDocs) {
    const [name] = file.split(/-\d/)
    const small = join(docsFolder, `${name}-${file.includes('-390-') ? 'phone' : 'desk'}.webp`)
    await sharp(picture).resize({ width: 720, withoutEnlargement: true }).webp({ quality: 75 }).toFile(small)
    return void process.stdout.write(`${small}\n`)
  }
  await writeFile(join(folder, file), picture)
  process.stdout.write(`shots/${file}\n`)
}

/** Explore at a desk, and beside it a document on a phone. */
async function takeForReadme(login: Login, postId: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const takeAt = async (width: number, path: string) => {
    const context = await browser.newContext({ ...settingsOf(width, colorScheme), storageState: login })
    const picture = await take(context, { name: path, path })
    await context.close()
    return picture
  }
  const both = await sideBySide(
    await takeAt(1440, '/explore'),
    await takeAt(390, `/read/${postId}`),
    colorScheme,
  )
  await writeFile(join(docsFolder, `explore-${colorScheme}.webp`), both)
}

function named(key: string) {
  return people.find(person => person.key === key)!
}

async function signIn(context: BrowserContext, email: string): Promise<BrowserContext> {
  await context.request.post(`${address}/api/login/age`, {
    data: { born: '2000-01-01' },
    headers: { origin: address },
  })
  const answer = await context.request.post(`${address}/api/auth/sign-in/social`, {
    data: { provider: 'google', callbackURL: '/explore' },
    headers: { origin: address },
  })
  const { url }: { url: string } = await answer.json()
  await context.request.get(`${url}&login_hint=${encodeURIComponent(email)}`)
  return context
}

/**
 * Puts something into the operators' queue: a post of Grace's, whose id it returns. Reporting it again keeps
 * one report.
 */
async function reportPost(context: BrowserContext): Promise<string> {
  const answer = await context.request.get(`${address}/api/post/user?username=grace.kim&offset=0`)
  const { posts }: { posts: { id: string }[] } = await answer.json()
  const id = posts[0]!.id
  await context.request.post(`${address}/api/report`, {
    data: { post_id: id, reason: 'copyright', details: 'Page 2 is from the textbook.' },
    headers: { origin: address },
  })
  return id
}

async function bookablePost(context: BrowserContext): Promise<string> {
  const answer = await context.request.get(`${address}/api/post?type=recent&offset=0`)
  const { posts }: { posts: { id: string; name: string; is_owner: boolean }[] } = await answer.json()
  const tutor = named('grace').name
  const post = posts.find(({ name, is_owner }) => name === tutor && !is_owner)
  if (!post) throw new Error('The named world has no post whose author can be booked.')
  return post.id
}

async function ownBooking(context: BrowserContext): Promise<string> {
  const answer = await context.request.get(`${address}/api/meeting/bookings?offset=0`)
  const { bookings }: { bookings: { id: string }[] } = await answer.json()
  if (!bookings[0]) throw new Error('The named world has no booking.')
  return bookings[0].id
}

async function ownSession(context: BrowserContext): Promise<string> {
  const known = await context.request.get(`${address}/api/sessions/user`)
  const { sessions }: { sessions: { id: string }[] } = await known.json()
  if (sessions[0]) return sessions[0].id
  const answer = await context.request.post(`${address}/api/sessions/create`, {
    headers: { origin: address },
    data: {
      title: 'Heaps and trees before the midterm',
      description: 'We go through last week’s problem sheet together.\n\nBring your own attempts.',
      starts_on: Temporal.Now.plainDateISO('America/New_York').add({ days: 2 }).toString(),
      start_time: '06:00',
      end_time: '07:30',
      timezone: 'America/New_York',
      rate: '24.00',
      repeat: true,
      repeat_days: ['mon', 'wed'],
    },
  })
  const { session }: { session: { id: string } } = await answer.json()
  return session.id
}

async function newestPost(context: BrowserContext): Promise<string> {
  const answer = await context.request.get(`${address}/api/post?type=recent&offset=0`)
  const { posts }: { posts: { id: string }[] } = await answer.json()
  if (!posts[0]) throw new Error('The named world has no posts: npm start could not fill it in.')
  return posts[0].id
}

async function courseOf(context: BrowserContext, postId: string): Promise<string> {
  const answer = await context.request.get(`${address}/api/post/${postId}`)
  const { post }: { post: { course_id: number } } = await answer.json()
  return String(post.course_id)
}

async function openProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Google/ }).click()
  await page.waitForURL(/\/local\/identity\//)
}

/** As somebody sees the page who chose this view before; only this page, not the ones after it in its browser. */
async function rememberView(page: Page, view: string): Promise<void> {
  await page.addInitScript(choice => {
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      return key === 'feed-view' ? choice : read.call(this, key)
    }
  }, view)
  await page.reload()
}

async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).filter({ visible: true }).click()
  await page.getByText('Upload Content').click()
}

async function seeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor()
}

async function openSlot(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /, with / })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Order Summary' }).getByText('Total amount').waitFor()
}

async function openHours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit hours' }).click()
  await seeDialog(page)
}

async function openDeletion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await seeDialog(page)
}

async function askSomething(page: Page): Promise<void> {
  await page.getByLabel('Ask about this document').fill('What are these notes about?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy answer' }).waitFor()
}

async function openMaterials(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Study materials for/ }).click()
  await page.getByRole('heading', { name: 'Choose a document' }).waitFor()
}

async function openMore(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^More(:|$)/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await seeDialog(page)
}

async function openHide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hide post' }).first().click()
  await seeDialog(page)
}

async function pickSlot(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /, free$/ })
    .first()
    .click()
}

async function openSummary(page: Page): Promise<void> {
  await pickSlot(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox').waitFor()
}
