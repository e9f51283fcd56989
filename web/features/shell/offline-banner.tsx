import { useSyncExternalStore } from 'react'

/** Says that the network is away; what has loaded stays usable. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p data-offline className="bg-caution-wash px-4 py-2 text-center text-14 font-medium text-caution">
          You’re offline. What you’ve opened stays here; the rest comes back with your connection.
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
