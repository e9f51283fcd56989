import { queryOptions } from '@tanstack/react-query'
import { alerts } from '#shared/api/alerts.ts'
import { within } from '#shared/domain/within.ts'
import { call } from '#web/lib/api.ts'
import { startAppWorker } from '#web/lib/app-worker.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { deviceOf } from '#web/lib/push-device.ts'

/** Whether this browser shows notifications, or why it can't. */
export type PushState = 'on' | 'off' | 'blocked' | 'needs install' | 'unsupported'

/** The state in this browser, which it knows without a network. */
export const pushQuery = queryOptions({
  queryKey: ['push on this device'],
  queryFn: readPush,
  networkMode: 'always',
  staleTime: 0,
})

async function readPush(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // There, only apps on the home screen may (webkit.org/blog/13878).
    return /iPhone|iPad/.test(navigator.userAgent) ? 'needs install' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  const subscribed = await findSubscription()
  return subscribed && Notification.permission === 'granted' ? 'on' : 'off'
}

async function findSubscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription()
}

/** The first start downloads the app, which goes on after that. */
const longestStartMs = 60_000

/** Asks the person, subscribes the browser and tells the server. Answers the state after that. */
export async function turnPushOn(): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { key } = await call(alerts.pushKey)
  const registration = await within(longestStartMs, startAppWorker())
  if (!registration) {
    const detail = 'Notifications couldn’t be turned on. Try again in a moment.'
    throw new ProblemError({ code: 'unavailable', status: 0, detail })
  }
  const { pushManager } = registration
  // The server's key may have changed since, and a browser refuses a second one beside the first.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscribed = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    await call(alerts.addDevice, { body: deviceOf(subscribed) })
  } catch (error) {
    await subscribed.unsubscribe()
    throw error
  }
  return 'on'
}

/**
 * Tells the server and then unsubscribes the browser, so that a failed call leaves it on. Answers the state
 * after that.
 */
export async function turnPushOff(): Promise<PushState> {
  const subscribed = await findSubscription()
  if (!subscribed) return 'off'
  await call(alerts.removeDevice, { body: { endpoint: subscribed.endpoint } }).catch(unlessUnknown)
  await subscribed.unsubscribe()
  return 'off'
}

/**
 * After signing in again, the browser shows alerts of the same person as before, and of nobody else. Also tells the server of a
 * subscription that the browser replaced while the worker couldn't (web/worker/worker.ts).
 */
export async function renewPush(subscribed: PushSubscription): Promise<void> {
  try {
    const { key } = await call(alerts.renewDevice, { body: deviceOf(subscribed) })
    // The push service refuses what is signed with another key than the browser subscribed with.
    if (keyIn(subscribed.options) !== key) await turnPushOn()
  } catch (error) {
    unlessUnknown(error)
    await subscribed.unsubscribe()
  }
}

/** The server's key that a browser subscribed with, as the server writes it: in base64url. */
function keyIn({ applicationServerKey }: PushSubscriptionOptions): string {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey!))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function unlessUnknown(error: unknown): void {
  if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
}
