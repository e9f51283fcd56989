/** Registers the service worker (web/worker/worker.ts), or finds it registered. */
export function registerAppWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/**
 * Registers the service worker and waits until it runs: the first time, once it has stored the app. Null if it couldn't;
 * `serviceWorker.ready` would then wait for ever.
 */
export async function startAppWorker(): Promise<ServiceWorkerRegistration | null> {
  const registration = await registerAppWorker()
  if (registration.active) return registration
  const coming = registration.installing ?? registration.waiting
  return new Promise(resolve => {
    const look = () => {
      if (registration.active) resolve(registration)
      else if (!coming || coming.state === 'redundant') resolve(null)
    }
    coming?.addEventListener('statechange', look)
    look()
  })
}
