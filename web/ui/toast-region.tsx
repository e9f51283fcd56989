import { lazy, Suspense } from 'react'
import { toaster } from './toaster-store.ts'

// Without a network the code can't load; then a toast stays unseen, but the page must still work.
const ToastList = lazy(async () => ({
  default: await import('./toast-list.tsx').then(
    ({ ToastList }) => ToastList,
    () => () => null,
  ),
}))

/** Where toasts appear. Mounted once, in the root. */
export function ToastRegion() {
  const wanted = toaster.useWanted()
  return (
    wanted && (
      <Suspense>
        <ToastList />
      </Suspense>
    )
  )
}
