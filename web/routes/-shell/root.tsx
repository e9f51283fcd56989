import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { LucideProvider } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { ShowOverPages } from '#web/lib/over-pages.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { ViewerZone } from '#web/lib/viewer-zone.ts'
import { OpeningStatus } from '#web/ui/opening-status.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageTitle } from './page-title.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

/** The frame of every page. */
export function Root() {
  useFocusOnNavigation()
  const [overPages, showOverPages] = useState<ReactNode>(null)
  return (
    <ViewerZone value={useZone()}>
      <LucideProvider strokeWidth={1.5}>
        <a
          href="#main"
          data-print="hidden"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-10 bg-ink px-4 py-2 text-14 font-medium text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        <PageTitle />
        <OfflineBanner />
        <ShowOverPages value={showOverPages}>
          <Outlet />
          {overPages}
        </ShowOverPages>
        <ToastRegion />
        <OpeningStatus />
      </LucideProvider>
    </ViewerZone>
  )
}

function useZone(): string {
  // Only reads the cache: the pages fetch it.
  const { data: profile } = useQuery({ ...ownProfileQuery, enabled: false })
  return shownZone(profile?.time_zone)
}
