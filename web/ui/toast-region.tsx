import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toaster } from './toaster-store.ts'

const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))

/** Where toasts appear. Stands once, in the root. */
export function ToastRegion() {
  const wanted = useSyncExternalStore(toaster.subscribe, toaster.wanted)
  return (
    wanted && (
      <Suspense>
        <ToastList />
      </Suspense>
    )
  )
}
