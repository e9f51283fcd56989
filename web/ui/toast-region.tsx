import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toaster } from './toaster-store.ts'

// Without a network the code can't come; then a toast goes unseen, but the page it speaks of must stay.
const ToastList = lazy(async () => ({
  default: await import('./toast-list.tsx').then(
    ({ ToastList }) => ToastList,
    () => () => null,
  ),
}))

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
