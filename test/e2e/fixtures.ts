import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { inspector } from '../harness/inspector.ts'
import type { Person } from '../harness/person.ts'
import { type Stack, startStackOn } from '../harness/stack.ts'
import { Devices } from './devices.ts'

type WorkerFixtures = { sharedStack: Stack; devices: Devices }
/** `timezoneId`: the zone of the browser’s device. */
type OpenOptions = { newcomer?: boolean; timezoneId?: string }
/** A browser in which `name@example.edu` is signed in, and the same person as a plain HTTP client. */
export type OpenAs = (name: string, options?: OpenOptions) => Promise<{ page: Page; person: Person }>
type TestFixtures = {
  stack: Stack
  /** A browser in which nobody is signed in. */
  openDevice: (options?: Pick<OpenOptions, 'timezoneId'>) => Promise<BrowserContext>
  openAs: OpenAs
  /** Fails with axe's findings, if there are any, in the light and in the dark theme. */
  expectAccessible: (page: Page) => Promise<void>
}

/** Everything that a theme changes. */
const rulesOfColor = ['color-contrast', 'link-in-text-block']

/**
 * Browser tests on the real stack: one server and database per worker, real documents, the built client. Files that
 * need another server start their own (`withOwnStack`): a worker with other worker fixtures would start everything anew.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const stack = await startStackOn(process.env.E2E_POSTGRES_URL!, {}, inspector)
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  devices: [async ({ browser }, use) => use(new Devices(browser)), { scope: 'worker' }],
  stack: async ({ sharedStack }, use) => use(sharedStack),
  openDevice: async ({ devices, stack, viewport, serviceWorkers, contextOptions }, use, testInfo) => {
    await use(({ timezoneId } = {}) =>
      devices.take({ ...contextOptions, viewport, serviceWorkers, timezoneId, baseURL: stack.url }),
    )
    await devices.giveAllBack({ keep: testInfo.status === testInfo.expectedStatus })
  },
  page: async ({ openDevice }, use) => use(await (await openDevice()).newPage()),
  openAs: async ({ stack, openDevice }, use) => {
    await use(async (name, { timezoneId, ...options } = {}) => {
      const person = await stack.signIn(name, options)
      const context = await openDevice({ timezoneId })
      const cookies = [...person.cookies].map(([key, value]) => ({ name: key, value, url: stack.url }))
      await context.addCookies(cookies)
      return { page: await context.newPage(), person }
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
  expectAccessible: async ({}, use) => {
    await use(async page => {
      // Halfway through a transition between themes, no contrast is right.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // A page that the server drew is inert until the app replaces it, which hides all of it from axe.
      await expect(page.locator('#root > [inert]')).toHaveCount(0)
      // A list whose next answer is on its way is dimmed, for a moment.
      await expect(page.locator('.opacity-60')).toHaveCount(0)
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
      expect(await page.evaluate(findings, rulesOfColor)).toEqual([])
    })
  },
})

/**
 * What axe finds in a page: with all its rules in the light theme, with the color rules in the dark one. Also finds rows
 * of links with several current ones, for which axe has no rule.
 */
async function findings(colorRules: string[]) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const found: { theme: string; id: string; where: string[] }[] = []
  for (const theme of ['light', 'dark']) {
    document.documentElement.setAttribute('data-theme', theme)
    // A transition that ends may start another, on an element that inherits from it. Without a frame in
    // between, a finished one stays in the list forever.
    const running = () => document.getAnimations().filter(one => one instanceof CSSTransition)
    do {
      await Promise.allSettled(running().map(one => one.finished))
      await new Promise(requestAnimationFrame)
    } while (running().length > 0)
    const rules = theme === 'dark' ? { runOnly: { type: 'rule' as const, values: colorRules } } : {}
    const { violations } = await axe.run({ resultTypes: ['violations'], ...rules })
    found.push(...violations.map(({ id, nodes }) => ({ theme, id, where: nodes.map(({ html }) => html) })))
  }
  for (const nav of document.querySelectorAll('nav')) {
    const current = [...nav.querySelectorAll('[aria-current]')].map(({ outerHTML }) => outerHTML)
    if (current.length > 1) found.push({ theme: 'any', id: 'one current link', where: current })
  }
  return found
}

export { expect }
