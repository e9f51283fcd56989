import { useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { mediaHook } from '#web/lib/media-hook.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { useStore } from '#web/lib/store.ts'
import { attachingOf } from './attaching.ts'
import { dockRoom, dockStore } from './dock-store.ts'
import { draftOf } from './drafts.ts'
import { useLiveChat } from './live.ts'

const useWide = mediaHook(dockRoom)

const Dock = lazy(async () => ({ default: (await import('./dock.tsx')).Dock }))

/**
 * Keeps the chat running behind every page, and docks it beside those that have room. Mounted once, in their
 * frame.
 */
export function ChatHost() {
  const me = useLogin()
  useLiveChat(me)
  useClosedOnNavigation(ownerKey(me))
  const { open, conversationId } = useStore(dockStore)
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

/** The dock belongs to the page on which it was opened; what is being written in it goes along. */
function useClosedOnNavigation(owner: string) {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const { conversationId } = dockStore.read()
        const isWriting =
          conversationId !== null &&
          (draftOf(owner, conversationId) || attachingOf(conversationId).length > 0)
        if (!isWriting) dockStore.set({ open: false })
      }),
    [router, owner],
  )
}
