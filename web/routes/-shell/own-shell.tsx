import { Outlet, useMatch, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { useLiveAlerts } from '#web/features/alerts/use-live-alerts.ts'
import { useOpenedAlert } from '#web/features/alerts/use-opened-alert.ts'
import { useLiveBookings } from '#web/features/bookings/use-live-bookings.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { SaveDialogHost } from '#web/features/posts/save-dialog-host.tsx'
import { useOwnTheme } from '#web/features/theme/use-own-theme.ts'
import { ShowOverPages } from '#web/lib/over-pages.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { OwnForms } from './own-forms.tsx'
import { PageInFrame } from './page-in-frame.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useAppWorker, useShowsAlerts } from './use-app-worker.ts'
import { useLiveFollowers } from './use-live-followers.ts'

const ChatHost = lazy(async () => ({
  default: (await import('#web/features/chat/behind-pages.ts')).ChatHost,
}))
const QuickSearch = lazyDialog(async () => (await import('./quick-search.tsx')).QuickSearch)

/** What stands around the pages of a signed-in person. */
export function OwnShell() {
  useOwnTheme()
  useAppWorker()
  useOpenedAlert()
  const alone = useMatches({ select: matches => matches.some(match => match.staticData.withoutFrame) })
  return alone ? <Outlet /> : <Frame />
}

function Frame() {
  useLiveAlerts()
  useShowsAlerts()
  useLiveBookings()
  useLiveFollowers()
  const router = useRouter()
  const searching = useMatch({ from: '/_signed-in/search', shouldThrow: false, select: () => true })
  const searchInput = useRef<HTMLInputElement>(null)
  const [quick, setQuick] = useState(false)
  const owner = ownerKey(useLogin())
  const showOverPages = useContext(ShowOverPages)
  useEffect(() => showOverPages(<OwnForms owner={owner} />), [showOverPages, owner])
  useShortcuts({
    '/': () => {
      // On a phone the box isn't in the bar; the search page has its own.
      if (searchInput.current?.checkVisibility()) return searchInput.current.focus()
      if (searching) return focusSearchPage()
      // It is another page if the person stayed here for unsaved changes, and went on later.
      const stop = router.subscribe('onRendered', ({ toLocation }) => {
        stop()
        if (toLocation.pathname === '/search') focusSearchPage()
      })
      void router.navigate({ to: '/search', search: { type: 'posts' } })
    },
    'Ctrl k': () => setQuick(true),
  })
  return (
    <>
      <TopBar searchInput={searchInput} />
      <div className="flex">
        <SideMenu />
        <main id="main" className="min-w-0 flex-1 px-4 pt-6 pb-28 outline-none sm:px-6 md:pb-12 lg:px-8">
          <div className="mx-auto max-w-content">
            <PageInFrame />
          </div>
        </main>
      </div>
      <TabBar />
      <SaveDialogHost />
      <Suspense>
        <ChatHost />
      </Suspense>
      <QuickSearch open={quick} onClose={() => setQuick(false)} />
      <Shortcuts />
    </>
  )
}

function focusSearchPage() {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
