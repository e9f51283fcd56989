import type { CDPSession, Page, Worker } from '@playwright/test'
import { alerts } from '#shared/api/alerts.ts'
import { follows } from '#shared/api/follows.ts'
import { makeBoard } from '../factories/boards.ts'
import { startPushService } from '../harness/push-service.ts'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

type Service = Awaited<ReturnType<typeof startPushService>>

/** The tests’ browser has neither notifications nor a push service: it is asked here, and subscribes to ours. */
async function subscribeTo(service: Service, page: Page) {
  const browsers: ReturnType<Service['subscribe']>[] = []
  await page.exposeFunction('subscribed', (key: string) => {
    browsers.push(service.subscribe(key))
    return browsers.at(-1)!.device
  })
  await page.addInitScript(() => {
    const { subscribed } = window as unknown as {
      subscribed: (key: string) => Promise<{ endpoint: string; p256dh: string; auth: string }>
    }
    const read = () => JSON.parse(localStorage.getItem('subscription') ?? 'null')
    const asSubscription = (kept: { endpoint: string; key: string } | null) =>
      kept && {
        ...kept,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(kept.key.replaceAll('-', '+').replaceAll('_', '/')),
            letter => letter.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => kept,
        async unsubscribe() {
          localStorage.removeItem('subscription')
          return true
        },
      }
    const permission = () => (read() ? 'granted' : 'default')
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => 'granted'
    Object.assign(PushManager.prototype, {
      getSubscription: async () => asSubscription(read()),
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const { endpoint, p256dh, auth } = await subscribed(applicationServerKey)
        const keys = { p256dh, auth }
        localStorage.setItem('subscription', JSON.stringify({ endpoint, keys, key: applicationServerKey }))
        return asSubscription(read())
      },
    })
  })
  return browsers
}

/** What hands a message to the app’s worker, as a browser does when it comes. */
async function delivering(cdp: CDPSession, origin: string) {
  // The session tells of the registrations that are there only once.
  const registered = new Promise<string>(resolve => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { scopeURL, registrationId } of registrations) {
        if (scopeURL.startsWith(origin)) resolve(registrationId)
      }
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })
}

type Shown = {
  title: string
  tag: string
  renotify: boolean
  silent: boolean
  data: { link: string }
  isClosed: boolean
}

/** The app’s worker, whose notifications are noted and not shown. */
async function watchShown(worker: Worker) {
  await worker.evaluate(() => {
    const { registration, clients } = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: { matchAll: (query: object) => Promise<object[]> }
    }
    const watched = { shown: [] as Shown[], isClosed: false }
    const matchAll = clients.matchAll.bind(clients)
    clients.matchAll = async query => (watched.isClosed ? [] : matchAll(query))
    registration.showNotification = async (title, options) => {
      watched.shown.push({ title, ...options, isClosed: false } as Shown)
    }
    registration.getNotifications = async filter => {
      const found = watched.shown.filter(({ tag }) => tag === filter?.tag)
      return found.map(shown => ({ close: () => Object.assign(shown, { isClosed: true }) }) as never)
    }
    Object.assign(self, { watched })
  })
  type Watched = { watched: { shown: Shown[]; isClosed: boolean } }
  return {
    shown: () => worker.evaluate(() => (self as unknown as Watched).watched.shown),
    /** From now on it finds no page of ours. */
    closePages: () =>
      worker.evaluate(() => {
        ;(self as unknown as Watched).watched.isClosed = true
      }),
  }
}

/** Clicks a notification in the app’s worker; returns the address that it opens. */
function click(worker: Worker, { id, link }: Record<'id' | 'link', string>): Promise<string> {
  return worker.evaluate(
    notification =>
      new Promise<string>(resolve => {
        const { clients } = self as unknown as { clients: { openWindow: (url: string) => Promise<null> } }
        clients.openWindow = async url => {
          resolve(url)
          return null
        }
        const parts = { notification: { ...notification, close() {} }, waitUntil() {} }
        self.dispatchEvent(Object.assign(new Event('notificationclick'), parts))
      }),
    { tag: id, data: { link } },
  )
}

test('notifications are turned on and off for a device, and show what happens while no page is open, which is read once opened', async ({
  stack,
  openAs,
  expectAccessible,
}) => {
  const service = await startPushService()
  const { page } = await openAs('ana.notified')
  const context = page.context()
  const browsers = await subscribeTo(service, page)
  await page.goto('/profile/settings?tab=notifications')
  await expect(page.getByText('Get your alerts on this device, even when Ignite is closed.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This device shows your alerts, even when Ignite is closed.')).toBeVisible()
  await expectAccessible(page)

  const ben = await stack.signIn('ben.notifies')
  await ben.call(follows.follow, { body: { username: 'ana.notified' } })
  await stack.jobsDone()
  const { got } = browsers[0]!
  const data = got[0]!.data as Record<'id' | 'title' | 'link', string>
  expect(data.title).toBe('Ben Notifies started following you')

  const { shown, closePages } = await watchShown(context.serviceWorkers()[0]!)
  const deliver = await delivering(await context.newCDPSession(page), stack.url)
  // The first comes to a page that the person sees, which shows it itself.
  await deliver({ ...data, id: 'seen' })
  const seen = { tag: 'seen', renotify: false, silent: true, isClosed: true }
  await expect.poll(shown).toMatchObject([seen])
  const notified = { renotify: true, silent: false, isClosed: false }
  await deliver({ ...data, id: 'urgent', isUrgent: true })
  const urgent = { tag: 'urgent', ...notified }
  await expect.poll(shown).toMatchObject([seen, urgent])
  // A board has no place for it.
  const board = await makeBoard(await stack.signIn('ana.notified'))
  await page.goto(`/whiteboard/${board}`)
  await deliver({ ...data, id: 'unseen' })
  const unseen = { tag: 'unseen', ...notified }
  await expect.poll(shown).toMatchObject([seen, urgent, unseen])
  await page.goto('/profile/settings?tab=notifications')
  await closePages()
  await deliver(data)
  const { title, id: tag } = data
  await expect
    .poll(shown)
    .toMatchObject([
      seen,
      urgent,
      unseen,
      { title, tag, ...notified, data: { link: '/profile/ben.notifies' } },
    ])

  const person = await stack.signIn('ana.notified')
  const unread = async () => (await person.call(alerts.unread)).body.unread
  expect(await unread()).toBe(1)
  expect(await click(context.serviceWorkers()[0]!, data)).toBe(`${stack.url}/profile/ben.notifies`)
  await expect.poll(unread).toBe(0)

  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  const eve = await stack.signIn('eve.notifies')
  await eve.call(follows.follow, { body: { username: 'ana.notified' } })
  await stack.jobsDone()
  expect(got).toHaveLength(1)
  await service.close()
})

test('a device that subscribed with another key of the server subscribes again by itself', async ({
  openAs,
}) => {
  const service = await startPushService()
  const { page } = await openAs('kim.notified')
  const browsers = await subscribeTo(service, page)
  await page.goto('/profile/settings?tab=notifications')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This device shows your alerts, even when Ignite is closed.')).toBeVisible()
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('subscription')!)
    localStorage.setItem('subscription', JSON.stringify({ ...kept, key: 'AAAA' }))
  })
  await page.reload()
  await expect.poll(() => browsers.length).toBe(2)
  await expect(page.getByText('This device shows your alerts, even when Ignite is closed.')).toBeVisible()
  await service.close()
})

test('a device whose browser replaces its subscription goes on, also without an open page', async ({
  stack,
  openAs,
}) => {
  const service = await startPushService()
  const { page } = await openAs('ria.notified')
  const browsers = await subscribeTo(service, page)
  await page.goto('/profile/settings?tab=notifications')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This device shows your alerts, even when Ignite is closed.')).toBeVisible()

  const endpoints = async () =>
    (await stack.db.selectFrom('push_devices').select('endpoint').execute()).map(({ endpoint }) => endpoint)
  // The page may say that it is on before the server knows, which then renews nothing.
  await expect.poll(endpoints).toContain(browsers[0]!.device.endpoint)

  const person = await stack.signIn('ria.notified')
  const { key } = (await person.call(alerts.pushKey)).body
  const replaced = service.subscribe(key)
  const asked = await page
    .context()
    .serviceWorkers()[0]!
    .evaluate(
      ({ endpoint, p256dh, auth }) =>
        new Promise<string>(resolve => {
          const subscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }
          Object.assign(PushManager.prototype, {
            getSubscription: async () => null,
            async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
              resolve(applicationServerKey)
              return subscription
            },
          })
          self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil() {} }))
        }),
      replaced.device,
    )
  expect(asked).toBe(key)
  await expect.poll(endpoints).toContain(replaced.device.endpoint)
  expect(await endpoints()).not.toContain(browsers[0]!.device.endpoint)
  await service.close()
})

test('a device that can’t load the app says that notifications aren’t on, and can try again', async ({
  openAs,
}) => {
  const service = await startPushService()
  const { page } = await openAs('lea.notified')
  const context = page.context()
  await subscribeTo(service, page)
  const scripts = '**/assets/*.js'
  await context.route(scripts, route =>
    route.request().serviceWorker() ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await page.goto('/profile/settings?tab=notifications')
  const turnOn = page.getByRole('button', { name: 'Turn on' })
  await turnOn.click()
  await expect(page.getByText('Notifications couldn’t be turned on. Try again in a moment.')).toBeVisible()
  await context.unroute(scripts)
  await turnOn.click()
  await expect(page.getByText('This device shows your alerts, even when Ignite is closed.')).toBeVisible()
  await service.close()
})

test('a browser that blocks notifications says so', async ({ openAs }) => {
  const { page } = await openAs('bea.blocked')
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto('/profile/settings?tab=notifications')
  await expect(page.getByText('Your browser blocks notifications from Ignite.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
})
