import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLiveAlerts } from '#web/features/alerts/use-live-alerts.ts'
import { SaveDialogHost } from '#web/features/posts/save-dialog-host.tsx'
import { UploadHost } from '#web/features/upload/upload-host.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useOwnTheme } from './use-own-theme.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ChatHost = lazy(async () => ({ default: (await import('#web/features/chat/chat-host.tsx')).ChatHost }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** The frame of every signed-in page. */
export function Shell() {
  useOwnTheme()
  const alone = useMatches({ select: matches => matches.some(match => match.staticData.withoutFrame) })
  return alone ? <Outlet /> : <Frame />
}

function Frame() {
  useLiveAlerts()
  const navigate = useNavigate()
  const searchInput = useRef<HTMLInputElement>(null)
  const [help, setHelp] = useState<'unseen' | 'open' | 'closed'>('unseen')
  useShortcuts({
    '/': () => {
      // On a phone the box isn't in the bar; the search page has its own.
      if (searchInput.current?.checkVisibility()) searchInput.current.focus()
      else void navigate({ to: '/search', search: { type: 'posts' } })
    },
    '?': () => setHelp('open'),
  })
  return (
    <>
      <TopBar searchInput={searchInput} />
      <div className="flex">
        <SideMenu />
        <main id="main" className="min-w-0 flex-1 px-4 pt-6 pb-28 outline-none sm:px-6 md:pb-12 lg:px-8">
          <div className="mx-auto max-w-content">
            <Outlet />
          </div>
        </main>
      </div>
      <TabBar />
      <UploadHost />
      <SaveDialogHost />
      <Suspense>
        <ChatHost />
      </Suspense>
      {help !== 'unseen' && (
        <Suspense>
          <ShortcutsDialog open={help === 'open'} onClose={() => setHelp('closed')} />
        </Suspense>
      )}
    </>
  )
}
