/** Registers the service worker (web/worker/worker.ts), or finds it registered. */
export function registerAppWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}
