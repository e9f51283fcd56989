import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { posts } from '#shared/api/posts.ts'
import { findBrowser } from '../scripts/browser.ts'
import { type Demo, onDemo } from './lib/demo.ts'
import { latencies } from './lib/load.ts'
import { median } from './lib/ratio.ts'
import { slowLineTo } from './lib/slow-network.ts'
import { slowPage } from './lib/slow-page.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'

export const firstSightTargets: Record<string, Measured> = {
  W6: {
    asks: 'Content is seen at 1.6 Mbit/s with a round trip of 300 ms and a quarter of the processor’s speed: `/explore` ≤ 3 s, a post ≤ 2.5 s, the reader’s first page ≤ 2 s after nothing was kept; `/explore` once more ≤ 0.8 s with ≤ 10 requests',
    reference: 'none: seconds',
    run: run => onDemo(demo => pages(demo, run)),
  },
}

const slowPhone = { roundTripMs: 300, bytesPerSecond: 200_000 }

async function pages({ url, person, cookie }: Demo, run: Run): Promise<void> {
  const { port } = new URL(url)
  const line = await slowLineTo(Number(port), slowPhone)
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP localhost:${port} 127.0.0.1:${line.port}`],
  })
  const { body } = await person.call(posts.list, { query: { type: 'recent', offset: 0 } })
  const { id } = body.posts.find(post => !post.is_owner)!
  // Node compiles the code of a server that has just started while that answers: its first pages take four times as long.
  for (const path of ['/explore', `/ignite/${id}`, `/read/${id}`]) {
    await latencies(url + path, { accept: 'text/html', cookie }, 100)
  }
  const runs = run.count(5)
  const open = async () => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    })
    await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url })))
    return context
  }
  const cold = async (path: string) => {
    const found: number[] = []
    for (let n = 0; n < runs; n++) {
      const context = await open()
      found.push((await sight(context, path)).seconds)
      await context.close()
    }
    return median(found)
  }
  try {
    bounded(run, '/explore, s', await cold('/explore'), '≤ 3')
    bounded(run, 'a post, s', await cold(`/ignite/${id}`), '≤ 2.5')
    bounded(run, 'the reader, s', await cold(`/read/${id}`), '≤ 2')
    const context = await open()
    await sight(context, '/explore', kept)
    const again = []
    for (let n = 0; n < runs; n++) again.push(await sight(context, '/explore'))
    bounded(run, '/explore once more, s', median(again.map(({ seconds }) => seconds)), '≤ 0.8')
    bounded(run, '/explore once more, requests', median(again.map(({ requests }) => requests)), '≤ 10')
  } finally {
    await browser.close()
    line.close()
  }
}

/** When the largest content of a page was painted, and how many requests of the page reached the network. */
async function sight(context: BrowserContext, path: string, until = async (_: Page) => {}) {
  const page = await slowPage(context)
  await page.addInitScript(() => {
    new PerformanceObserver(list => {
      Object.assign(globalThis, { painted: list.getEntries().at(-1)!.startTime })
    }).observe({ type: 'largest-contentful-paint', buffered: true } as never)
  })
  await page.goto(path, { timeout: 120_000 })
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  await until(page)
  const found = await page.evaluate(() => ({
    seconds: (globalThis as unknown as { painted: number }).painted / 1000,
    requests: performance
      .getEntries()
      .filter(entry => 'transferSize' in entry && Number(entry.transferSize) > 0).length,
  }))
  await page.close()
  return found
}

/** Until the service worker is installed, and so has all files of the app. */
async function kept(page: Page) {
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
}
