import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

type Device = {
  context: BrowserContext
  /** A page that stays: the site's process lives with it, and so does the code that was compiled there. */
  keeper: Page
  /** Whether something was put into it that no one can take out again. */
  spent: boolean
}

/**
 * The browsers of a worker's tests. A new context fetches and compiles the whole client anew, which costs more than most
 * tests do. So one that was used is emptied and serves again, with nothing left of whoever was there but the files of the site.
 */
export class Devices {
  readonly #browser: Browser
  readonly #url: string
  readonly #free = new Map<string, Device[]>()
  readonly #taken: { device: Device; kind: string }[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const kind = JSON.stringify(options)
    const device = this.#free.get(kind)?.pop() ?? (await this.#make(options))
    this.#taken.push({ device, kind })
    return device.context
  }

  /** After a test that failed, nothing is kept; the browser takes a picture of each page as it closes. */
  async giveAllBack({ keep }: { keep: boolean }): Promise<void> {
    await Promise.all(
      this.#taken.splice(0).map(async ({ device, kind }) => {
        if (device.spent || !keep) {
          await device.keeper.close()
          return device.context.close()
        }
        await empty(device, this.#url)
        this.#free.set(kind, [...(this.#free.get(kind) ?? []), device])
      }),
    )
  }

  async #make(options: BrowserContextOptions): Promise<Device> {
    const context = await this.#browser.newContext({ ...options, baseURL: this.#url })
    const keeper = await context.newPage()
    await keeper.goto('/robots.txt')
    const device: Device = { context, keeper, spent: false }
    const spending = <A extends unknown[], R>(act: (...args: A) => R) => {
      return (...args: A) => {
        device.spent = true
        return act(...args)
      }
    }
    context.addInitScript = spending(context.addInitScript.bind(context))
    context.clock.install = spending(context.clock.install.bind(context.clock))
    return device
  }
}

async function empty({ context, keeper }: Device, origin: string): Promise<void> {
  const others = context.pages().filter(page => page !== keeper)
  await Promise.all(others.map(page => page.close()))
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
