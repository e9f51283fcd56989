/**
 * `npm run shots`: takes a screenshot of every page at three widths in both themes, into shots/, from its own
 * Ignite with the demo world. `npm run shots -- explore search` takes only the pages whose names begin with
 * these words; `npm run shots -- --docs` the pictures of README.md and docs/design.md.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import sharp from 'sharp'
import { operator } from '../local/identity/people.ts'
import { openProduct } from '../local/npm-start.ts'
import { people } from '../local/seed/people.ts'
import { findBrowser } from './browser.ts'
import { type Shot, shotPages } from './shot-pages.ts'
import { findSubjects } from './shot-subjects.ts'
import { sideBySide } from './side-by-side.ts'

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

/** Runs in the page: it shows no placeholder, and all pictures in view. */
const hasLoaded = `!document.querySelector('.animate-pulse') && [...document.images].every(
  image => image.complete || image.getBoundingClientRect().top > innerHeight
)`

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
  const subjects = await findSubjects(address)
  const shots = chosen(shotPages(subjects))
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
      for (const shot of shots) {
        const { visitor: out, operator: runs, tutor: teaches } = shot
        const context = out ? visitor : runs ? operating : teaches ? teaching : member
        await save(await take(context, shot), `${shot.name}-${width}-${colorScheme}.png`)
      }
      await Promise.all([visitor, member, operating, teaching].map(one => one.close()))
    }
    if (forDocs) await takeForReadme(await login.storageState(), subjects.bookableId, colorScheme)
  }
} finally {
  await browser.close()
  await ignite.stop()
}

type Login = Awaited<ReturnType<BrowserContext['storageState']>>

/** The pages that were asked for. */
function chosen(all: Shot[]): Shot[] {
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
  await page.waitForFunction(hasLoaded, undefined, { timeout: 10_000 }).catch(() => {})
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
