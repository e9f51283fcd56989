import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

type Options = BrowserContextOptions & { baseURL: string }

type Device = {
  origin: string
  context: BrowserContext
  /** A page that stays open: it keeps the site's process alive, and with it the compiled code. */
  keeper: Page
  /** Whether something was added to it that nobody can remove again. */
  spent: boolean
}

/**
 * The browsers of a worker's tests. A new context fetches and compiles the whole client again, which takes
 * longer than most tests. So a used one is cleared and reused; it keeps only the site's files.
 */
export class Devices {
  readonly #browser: Browser
  readonly #free = new Map<string, Device[]>()
  readonly #taken: { device: Device; kind: string }[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async take(options: Options): Promise<BrowserContext> {
    const kind = JSON.stringify(options)
    const device = this.#free.get(kind)?.pop() ?? (await this.#make(options))
    this.#taken.push({ device, kind })
    return device.context
  }

  /** After a failed test, nothing is reused; the browser takes a picture of each page as it closes. */
  async giveAllBack({ keep }: { keep: boolean }): Promise<void> {
    await Promise.all(
      this.#taken.splice(0).map(async ({ device, kind }) => {
        if (device.spent || !keep) return close(device)
        await empty(device)
        this.#free.set(kind, [...(this.#free.get(kind) ?? []), device])
      }),
    )
  }

  /** Closes the devices of a server that ends. */
  async forget(origin: string): Promise<void> {
    const all = [...this.#free.values()].flat()
    for (const [kind, devices] of this.#free)
      this.#free.set(
        kind,
        devices.filter(device => device.origin !== origin),
      )
    await Promise.all(all.filter(device => device.origin === origin).map(close))
  }

  async #make(options: Options): Promise<Device> {
    const context = await this.#browser.newContext(options)
    const keeper = await context.newPage()
    await keeper.goto('/robots.txt')
    const device: Device = { origin: options.baseURL, context, keeper, spent: false }
    const spending = <A extends unknown[], R>(act: (...args: A) => R) => {
      return (...args: A) => {
        device.spent = true
        return act(...args)
      }
    }
    const newPage = context.newPage.bind(context)
    context.newPage = async () => goingToLivePages(await newPage())
    context.addInitScript = spending(context.addInitScript.bind(context))
    context.clock.install = spending(context.clock.install.bind(context.clock))
    return device
  }
}

/**
 * A drawn page is inert until the app replaces it. People can't use it before that, but a test can still put a file or a text into one
 * of its fields, which would be lost.
 */
function goingToLivePages(page: Page): Page {
  const alive = async () => {
    // If the page never comes alive, or is left meanwhile, the test's own checks say so.
    await page.waitForSelector('#root > [inert]', { state: 'detached', timeout: 10_000 }).catch(() => {})
  }
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await alive()
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async options => {
    const response = await reload(options)
    await alive()
    return response
  }
  return page
}

async function close({ context, keeper }: Device): Promise<void> {
  await keeper.close()
  await context.close()
}

async function empty({ origin, context, keeper }: Device): Promise<void> {
  await closeOthers(context, keeper)
  const storage = await context.newCDPSession(keeper)
  await Promise.all([
    context.setOffline(false),
    context.unrouteAll(),
    context.clearCookies(),
    context.clearPermissions(),
    storage.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    }),
  ])
  await storage.detach()
}

/**
 * Closes all pages but `keeper`. Chromium may confirm the close of a page that is just going to another one, and leave it open
 * (https://issues.chromium.org/issues/536385539). So it is told again until they are closed.
 */
async function closeOthers(context: BrowserContext, keeper: Page): Promise<void> {
  const others = context.pages().filter(page => page !== keeper)
  const closed = Promise.all(others.map(page => page.close())).then(() => true)
  while (!(await Promise.race([closed, setTimeout(1000, false, { ref: false })]))) {
    const devtools = await context.browser()!.newBrowserCDPSession()
    const ofKeeper = await context.newCDPSession(keeper)
    const { targetInfo: kept } = await ofKeeper.send('Target.getTargetInfo')
    const { targetInfos } = await devtools.send('Target.getTargets')
    const left = targetInfos.filter(
      ({ type, browserContextId, targetId }) =>
        type === 'page' && browserContextId === kept.browserContextId && targetId !== kept.targetId,
    )
    // One that has closed meanwhile is unknown.
    await Promise.allSettled(left.map(({ targetId }) => devtools.send('Target.closeTarget', { targetId })))
    await Promise.all([devtools.detach(), ofKeeper.detach()])
  }
}
