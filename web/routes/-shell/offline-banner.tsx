import { lazy, Suspense } from 'react'
import { loginQuery } from '#web/features/logins/queries.ts'
import { useStoredSince } from '#web/lib/offline-answers.ts'
import { useOnline } from '#web/lib/use-online.ts'

// Precached with the app, since everything else needs a network.
const StoredSince = lazy(async () => ({ default: (await import('./stored-since.tsx')).StoredSince }))

/** Says that the network is down, and how old the content is; loaded content stays usable. */
export function OfflineBanner() {
  const online = useOnline()
  const since = useStoredSince(loginQuery.queryKey)
  return (
    <div role="status" className="sticky top-0 z-30">
      {(!online || since !== null) && (
        <p data-offline className="bg-caution-wash px-4 py-2 text-center text-14 font-medium text-caution">
          {online ? 'We can’t reach Ignite right now.' : 'You’re offline.'}{' '}
          {since === null ? (
            'You can still read what you’ve opened. The rest will load when you’re back online.'
          ) : (
            <Suspense>
              <StoredSince moment={since} />
            </Suspense>
          )}
        </p>
      )}
    </div>
  )
}
