/** Registers what keeps the app in this browser (web/worker/worker.ts), or finds it as it is. */
export function registerAppWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}
