import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import type { Person } from '../test/harness/person.ts'
import { openSignedIn } from './signed-in.ts'
import type { Cluster } from './start.ts'

/** What people saw who went from page to page in browsers. */
export type Visits = {
  pages: number
  longestMs: number
  /** Where they were, and what stood there in place of the page. */
  failed: string[]
}

export type Visiting = {
  /** Ends the visits. The tab that stayed open goes to the pages that it hasn't opened yet. */
  end(): Promise<Visits>
}

/** Links of the side menu, by what they lead to. */
const pages = {
  Search: '/search',
  Tutors: '/tutors',
  Meetings: '/meeting',
  Whiteboard: '/whiteboard',
  Wallet: '/profile/wallet',
}

/** The title of a page whose code or content couldn't be fetched: it may still come by itself. */
const failure = /didn’t load|No connection|right back/

/** People wait for a page so long at most, and stay on one so long. */
const patienceMs = 30_000
const readingMs = 2_000

/**
 * Three people in browsers: one comes for the first time, again and again; one comes back to the app that the browser keeps
 * (web/worker/worker.ts); and one has a tab open from before, whose scripts no server may have anymore.
 */
export async function openVisits({ url, stack }: Cluster): Promise<Visiting> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    // A service worker needs a certificate that the browser trusts, whatever Playwright's contexts ignore.
    args: ['--no-sandbox', '--ignore-certificate-errors'],
  })
  const visits: Visits = { pages: 0, longestMs: 0, failed: [] }
  let ended = false
  const open = (person: Person, serviceWorkers: 'allow' | 'block') =>
    openSignedIn(browser, url, person, { serviceWorkers, viewport: { width: 1280, height: 800 } })

  async function see(page: Page, what: string, go: () => Promise<unknown>): Promise<void> {
    const began = performance.now()
    visits.pages++
    try {
      await go()
      const title = page.getByRole('heading', { level: 1 }).filter({ hasNotText: failure })
      await title.first().waitFor({ timeout: patienceMs })
      visits.longestMs = Math.max(visits.longestMs, performance.now() - began)
      await wait(readingMs)
    } catch (error) {
      const root = page.locator('#root')
      const shown = await root.textContent({ timeout: 1_000 }).catch(() => null)
      visits.failed.push(`${what}: ${(shown?.trim() || String(error)).slice(0, 200)}`)
    }
  }

  const address = (page: Page, what: string, path: string) =>
    see(page, `${what}, ${path}`, () => page.goto(path, { timeout: patienceMs }))

  const follow = (page: Page, what: string, name: keyof typeof pages) =>
    see(page, `${what}, the link “${name}”`, async () => {
      await page.getByRole('link', { name, exact: true }).first().click({ timeout: patienceMs })
      await page.waitForURL(url => url.pathname === pages[name], { timeout: patienceMs })
    })

  async function comeAnew(): Promise<void> {
    const person = await stack.signIn('nell.new')
    while (!ended) {
      const context = await open(person, 'block')
      const page = await context.newPage()
      await address(page, 'for the first time', '/explore')
      await follow(page, 'for the first time', 'Tutors')
      await context.close()
    }
  }

  async function comeBack(page: Page): Promise<void> {
    while (!ended) {
      await address(page, 'coming back', '/explore')
      await follow(page, 'coming back', 'Meetings')
    }
  }

  const returning = await withApp(await open(await stack.signIn('rita.returns'), 'allow'))
  const staying = await withApp(await open(await stack.signIn('theo.tab'), 'allow'))
  const going = Promise.all([comeAnew(), comeBack(returning)])
  return {
    async end() {
      ended = true
      await going
      for (const name of Object.keys(pages))
        await follow(staying, 'in an old tab', name as keyof typeof pages)
      await browser.close()
      return visits
    },
  }
}

/** A page in a browser that keeps all files of the app. */
async function withApp(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/explore')
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  return page
}
