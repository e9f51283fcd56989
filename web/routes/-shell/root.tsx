import { Outlet } from '@tanstack/react-router'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageTitle } from './page-title.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

/** The frame of every page. */
export function Root() {
  useFocusOnNavigation()
  return (
    <>
      <a
        href="#main"
        data-print="hidden"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-10 bg-ink px-4 py-2 text-14 font-medium text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <PageTitle />
      <OfflineBanner />
      <Outlet />
      <ToastRegion />
    </>
  )
}
