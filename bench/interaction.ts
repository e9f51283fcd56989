import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { type Demo, onDemo } from './lib/demo.ts'
import { median } from './lib/ratio.ts'
import { slowPage } from './lib/slow-page.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'

export const interactionTargets: Record<string, Measured> = {
  W3: {
    asks: 'Opening a post, switching a tab, typing in the search, opening the reader: INP < 100 ms at a quarter of the processor’s speed',
    reference: 'a button that changes a word, in an empty page at the same speed',
    run: run => onDemo(demo => interactions(demo, run)),
  },
}

type Act = { path: string; ready: string; act: (page: Page) => Promise<void> }

const acts: Record<string, Act> = {
  'opening a post': {
    path: '/explore',
    ready: 'article',
    act: async page => {
      await page.locator('article h2 a').first().click()
      await page.waitForURL(/\/ignite\//)
    },
  },
  'switching a tab': {
    path: '/explore',
    ready: 'article',
    act: async page => {
      await page.getByRole('link', { name: 'Following' }).click()
      await page.waitForURL(/type=following/)
    },
  },
  'typing in the search': {
    path: '/search?type=posts',
    ready: 'article',
    act: page => page.getByLabel('Search posts').pressSequentially('linear', { delay: 120 }),
  },
  'opening the reader': {
    path: '/explore',
    ready: 'article',
    act: async page => {
      await page.getByRole('link', { name: 'View Document' }).first().click()
      await page.waitForURL(/\/read\//)
    },
  },
}

async function interactions({ url, person }: Demo, run: Run): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  try {
    await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url })))
    const runs = run.count(5)
    const nothing = await inp(
      runs,
      () => slowPage(context),
      async page => {
        await page.setContent('<button onclick="this.textContent = \'done\'">do</button>')
        await page.evaluate(watch)
        await page.getByRole('button').click()
      },
    )
    for (const [what, { path, ready, act }] of Object.entries(acts)) {
      const slowest = await inp(
        runs,
        () => slowPage(context),
        async page => {
          await page.goto(path)
          await page.locator(ready).first().waitFor()
          await page.waitForLoadState('networkidle')
          await page.evaluate(watch)
          await act(page)
        },
      )
      bounded(run, `${what}, ms`, slowest, '< 100', `a button in an empty page ${nothing}`)
    }
  } finally {
    await browser.close()
  }
}

/** The slowest interaction of what is done, the median of some times. */
async function inp(
  runs: number,
  open: () => Promise<Page>,
  work: (page: Page) => Promise<void>,
): Promise<number> {
  const found: number[] = []
  for (let n = 0; n < runs; n++) {
    const page = await open()
    await work(page)
    await page.waitForTimeout(1_000)
    const durations = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations)
    // What takes less than 16 ms isn't told.
    found.push(Math.max(16, ...durations))
    await page.close()
  }
  return median(found)
}

/** In the page: notes how long each interaction takes until what it changes is painted. */
function watch(): void {
  const durations: number[] = []
  Object.assign(globalThis, { durations })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as unknown as { interactionId: number; duration: number }
      if (interactionId) durations.push(duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as never)
}
