import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useLogin } from '#web/features/login/use-login.ts'
import { dockStore } from './dock-store.ts'
import { useLiveChat } from './live.ts'
import { useWide } from './use-wide.ts'

const Dock = lazy(async () => ({ default: (await import('./dock.tsx')).Dock }))

/** Keeps the chat going behind every page, and docks it beside those that have room. Stands once, in their frame. */
export function ChatHost() {
  useLiveChat(useLogin())
  const { open, conversationId } = useSyncExternalStore(dockStore.subscribe, dockStore.read)
  const onItsPage = useMatches({
    select: matches => matches.some(({ routeId }) => routeId.startsWith('/_signed-in/messages')),
  })
  if (!useWide() || !open || onItsPage) return null
  return (
    <Suspense>
      <Dock conversationId={conversationId} />
    </Suspense>
  )
}
