import { Link } from '@tanstack/react-router'
import { Maximize2, Minus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { IconButton, iconButtonClass } from '#web/ui/icon-button.tsx'
import { type ChatPlace, ChatPlaceContext, type ChatView } from './chat-place.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { dockStore } from './dock-store.ts'

/** The chat beside another page. It opens at the requested conversation, or at the one that it showed last. */
export function Dock({ conversationId }: { conversationId: string | null }) {
  const me = useLogin()
  const [shown, setShown] = useState<Pick<ChatView, 'folder' | 'at'>>({ folder: 'inbox', at: undefined })
  const region = useRef<HTMLElement>(null)
  // Restores the focus from before it opened.
  const [from] = useState(() => document.activeElement)
  useEffect(() => {
    const opened = region.current
    return () => {
      const lost = document.activeElement === document.body || opened?.contains(document.activeElement)
      if (lost && from instanceof HTMLElement && from.isConnected) from.focus()
    }
  }, [from])
  const view: ChatView = { ...shown, conversationId }
  const place: ChatPlace = {
    docked: true,
    view,
    show(changes) {
      const next = { ...view, ...changes }
      setShown({ folder: next.folder, at: next.at })
      dockStore.set({ conversationId: next.conversationId })
    },
  }
  const tools = (
    <>
      <Link
        {...(conversationId === null
          ? { to: '/messages' as const }
          : { to: '/messages/$conversationId' as const, params: { conversationId } })}
        aria-label="Open full page"
        data-tip="Open full page"
        className={iconButtonClass}
      >
        <Maximize2 aria-hidden="true" className="size-4" />
      </Link>
      <IconButton label="Close" shortcut="Escape" onClick={() => dockStore.set({ open: false })}>
        <Minus aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  )
  return (
    <ChatPlaceContext value={place}>
      <aside
        ref={region}
        aria-label="Messages"
        data-print="hidden"
        onKeyDown={event => {
          // A conversation's menu or dialog is elsewhere in the document, and has its own Escape.
          const within = event.target instanceof Node && event.currentTarget.contains(event.target)
          if (event.key === 'Escape' && within && !event.defaultPrevented) dockStore.set({ open: false })
        }}
        className="fixed right-6 bottom-0 z-30 flex h-[min(36rem,calc(100dvh-5rem))] w-96 animate-rise flex-col rounded-t-16 border border-b-0 border-line bg-paper shadow-floating"
      >
        {conversationId === null ? (
          <>
            <header className="flex items-center border-b border-line px-2 py-1.5">
              <h2 className="flex-1 px-2 text-18">Messages</h2>
              {tools}
            </header>
            <ConversationList me={me} />
          </>
        ) : (
          <ConversationPane key={conversationId} me={me} id={conversationId} at={view.at} tools={tools} />
        )}
      </aside>
    </ChatPlaceContext>
  )
}
