import { isPagePath, sharedPage, sharePath } from '#shared/domain/page-paths.ts'
import { deviceOf } from '../lib/push-device.ts'
import { keepShared } from '../lib/shared-files.ts'
import { asksForAlerts, type ToWorker, updateIsReady } from './messages.ts'

/** What the build writes in (scripts/build/app-worker.ts). */
declare const builtApp: {
  version: string
  /** The hash of the page, as another version's must not come with these files. */
  integrity: string
  files: string[]
}

const app = builtApp
const worker = self as unknown as ServiceWorkerGlobalScope

/**
 * Keeps the app, and nothing that anybody read: its page as it is for everybody, without answers, and its files. What a person
 * read is stored by the page, which knows who that is (web/lib/offline-store.ts).
 */
const current = `app ${app.version}`
const shell = '/index.html'

/** A network that takes longer has no page for us. */
const longestWaitMs = 3_000
/** A page in front of the person that shows alerts answers sooner. */
const longestAnswerMs = 1_000

worker.addEventListener('install', event => event.waitUntil(keepApp()))
worker.addEventListener('activate', event => event.waitUntil(begin()))
worker.addEventListener('fetch', answer)
worker.addEventListener('message', listen)
worker.addEventListener('push', event => event.waitUntil(showAlert(event)))
worker.addEventListener('pushsubscriptionchange', event => event.waitUntil(goOnPushing()))
worker.addEventListener('notificationclick', event => event.waitUntil(openAlert(event)))

async function keepApp(): Promise<void> {
  const cache = await caches.open(current)
  const { integrity } = app
  const page = await fetched(shell, { credentials: 'omit', cache: 'no-cache', integrity })
  const left = [...app.files]
  const keepNext = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const known = isForEver(file) ? await caches.match(file, { ignoreVary: true }) : undefined
      await cache.put(file, known ?? (await fetched(file, { priority: 'low' })))
    }
  }
  // Two at a time, as what the person is doing comes first.
  await Promise.all([keepNext(), keepNext()])
  // Last: an installation that broke off left no page.
  await cache.put(shell, page)
}

async function fetched(file: string, init: RequestInit): Promise<Response> {
  const response = await fetch(file, init)
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response
}

async function begin(): Promise<void> {
  const others = (await caches.keys()).filter(name => name.startsWith('app ') && name !== current)
  const pages = await Promise.all(
    others.map(name => caches.match(shell, { cacheName: name, ignoreVary: true })),
  )
  // Tabs that were open before still ask for files of the last whole version, which the server may not have anymore.
  const last = others.findLast((_, place) => pages[place])
  await Promise.all(others.filter(name => name !== last).map(name => caches.delete(name)))
  await worker.registration.navigationPreload?.enable()
  // The first page, too, may lose its network.
  await worker.clients.claim()
}

function answer(event: FetchEvent): void {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== worker.location.origin) return
  if (mode === 'navigate' && method === 'POST' && pathname === sharePath) {
    event.respondWith(takeShared(event.request))
  } else if (mode === 'navigate' && method === 'GET' && isPagePath(pathname)) {
    event.respondWith(page(event))
  } else if (method === 'GET' && (isForEver(pathname) || app.files.includes(pathname))) {
    event.respondWith(file(event))
  }
}

/** The page as the server writes it, with its first answers, or else as it is kept. */
async function page(event: FetchEvent): Promise<Response> {
  const network = fromNetwork(event)
  const kept = await caches.match(shell, { cacheName: current, ignoreVary: true })
  if (!kept) return network
  const late = new Promise<undefined>(resolve => setTimeout(resolve, longestWaitMs))
  const response = await Promise.race([network, late]).catch(() => undefined)
  // A proxy's page that says that nobody is there says less than ours.
  return response && response.status < 500 ? response : kept
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

async function file(event: FetchEvent): Promise<Response> {
  const { request } = event
  const own = await caches.match(request, { cacheName: current, ignoreVary: true })
  const kept = own ?? (await caches.match(request, { ignoreVary: true }))
  if (kept) return kept
  const response = await fetch(request)
  if (response.status === 200) {
    const copy = response.clone()
    event.waitUntil(caches.open(current).then(cache => cache.put(request, copy)))
  }
  return response
}

/** Whether a file has a hash or a version in its name. */
const isForEver = (path: string) => path.startsWith('/assets/')

/** Keeps what another app shares until the form for posts takes it. */
async function takeShared(request: Request): Promise<Response> {
  await keepShared((await request.formData()).getAll('files'))
  return Response.redirect(sharedPage, 303)
}

function listen({ data, source }: ExtendableMessageEvent): void {
  const message = data as ToWorker
  if (message.says === 'runs' && !app.files.includes(message.script)) source?.postMessage(updateIsReady)
  else void worker.skipWaiting()
}

/** An alert that the server sends while no page of ours may be open (server/product/alerts/push-devices.ts). */
type Pushed = { id: string; title: string; about: string; link: string; isUrgent: boolean }

async function showAlert({ data }: PushEvent): Promise<void> {
  const { id, title, about, link, isUrgent } = data!.json() as Pushed
  const { registration } = worker
  // A page that the person is looking at shows it itself, but only as a number.
  const isShown = !isUrgent && (await isShownByPage())
  // It is a notification even then: WebKit ends the subscription of a worker that three times showed none.
  // TypeScript leaves out `renotify`, which not every browser knows.
  const options: NotificationOptions & { renotify: boolean } = {
    body: about,
    tag: id,
    // One that later messages joined would otherwise change without a sound, and nobody would look.
    renotify: !isShown,
    icon: '/icons/icon-192.png',
    silent: isShown,
    data: { link },
  }
  await registration.showNotification(title, options)
  if (isShown) for (const shown of await registration.getNotifications({ tag: id })) shown.close()
}

/**
 * The browser replaced its subscription, or ended it. A server that sends it nothing of whoever is signed in refuses, and without a
 * network the next page does this (web/features/alerts/push.ts).
 */
async function goOnPushing(): Promise<void> {
  const { pushManager } = worker.registration
  const response = await fetch('/api/alerts/push-key')
  if (!response.ok) return
  const { key } = (await response.json()) as { key: string }
  const subscribed =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const renewed = await post('/api/alerts/devices/renew', deviceOf(subscribed))
  if (renewed.status === 404) await subscribed.unsubscribe()
}

/** Asks, as the reader, calls and boards show no alerts, and the address that a worker sees can be the one a page was opened at. */
async function isShownByPage(): Promise<boolean> {
  const visible = (await openPages()).filter(page => page.visibilityState === 'visible')
  return (await Promise.all(visible.map(showsAlerts))).includes(true)
}

function showsAlerts(page: WindowClient): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, longestAnswerMs, false)
    page.postMessage(asksForAlerts, [port2])
  })
}

/** Leaves open pages as they are, since one of them may hold a call or a half-written text. */
async function openAlert({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { link } = notification.data as Pick<Pushed, 'link'>
  const { href } = new URL(link, worker.location.origin)
  const open = (await openPages()).find(({ url }) => url === href)
  const opened = open ? open.focus() : worker.clients.openWindow(href)
  await Promise.all([opened, markRead(notification.tag)])
}

/** Marks an alert as read, if it is of whoever is signed in by now; every open page hears of it. Offline, it stays unread. */
async function markRead(id: string): Promise<void> {
  await post('/api/alerts/read', { ids: [id], read: true }).catch(() => undefined)
}

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

function openPages(): Promise<readonly WindowClient[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
