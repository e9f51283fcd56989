import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { registerAppWorker } from '#web/lib/app-worker.ts'
import { storeWhatIsHere } from '#web/lib/offline-answers.ts'
import { toast } from '#web/ui/toast.ts'
import { asksForAlerts, type ToWorker, updateIsReady } from '#web/worker/messages.ts'

/** The page's own files come first. */
const startAfterMs = 3_000
/** The worker of before stays for as long as it has something to answer, which may be minutes. */
const longestWaitMs = 3_000
const lookEveryMs = 60 * 60_000

let started = false

/**
 * Starts what keeps the app in this browser (web/worker/worker.ts), for people who come back: those who are signed in. A new
 * version is offered, and each tab changes to it when its person says so.
 */
export function useAppWorker(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    started = true
    const idle = window.requestIdleCallback ?? setTimeout
    // Some browsers refuse, as in private windows: then the app is as it was without.
    setTimeout(() => idle(() => start(queryClient).catch(() => {})), startAfterMs)
  }, [queryClient])
}

async function start(queryClient: QueryClient): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await registerAppWorker()
  const say = (message: ToWorker) => registration.waiting?.postMessage(message)
  const script = new URL(document.querySelector<HTMLScriptElement>('script[type=module][src]')!.src).pathname
  const compare = () => say({ says: 'runs', script })

  serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== updateIsReady) return
    toast.lasting('An update is ready.', {
      cancel: { label: 'Later', onClick: () => {} },
      action: { label: 'Update', onClick: update },
    })
  })
  function update() {
    // Another tab may have taken it before.
    if (!registration.waiting) return location.reload()
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    say({ says: 'take over' })
    // The page that the server sends brings the update, whichever worker hands it on.
    setTimeout(() => location.reload(), longestWaitMs)
  }

  // The first time, the pages before were read without it.
  if (!serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', () => storeWhatIsHere(queryClient), { once: true })
  }
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => coming.state === 'installed' && compare())
  })
  compare()
  lookForUpdates(registration)
  const subscribed = await registration.pushManager?.getSubscription()
  if (subscribed) await (await import('#web/features/alerts/push.ts')).renewPush(subscribed)
}

/** Tells the worker, whenever it asks, that this page shows alerts. */
export function useShowsAlerts(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const answer = ({ data, ports: [port] }: MessageEvent) => {
      if (data === asksForAlerts) port?.postMessage(true)
    }
    serviceWorker.addEventListener('message', answer)
    return () => serviceWorker.removeEventListener('message', answer)
  }, [])
}

/** A tab that stays open for days hears of updates too. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < lookEveryMs) return
    looked = Date.now()
    registration.update().catch(() => {})
  })
}
