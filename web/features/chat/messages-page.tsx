import { useNavigate } from '@tanstack/react-router'
import { useLogin } from '#web/features/logins/use-login.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { type ChatPlace, ChatPlaceContext, type ChatView } from './chat-place.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'

/** The person’s conversations and the open one; on a phone one or the other. */
export function MessagesPage(view: ChatView) {
  const me = useLogin()
  const navigate = useNavigate()
  const { folder, conversationId, at } = view
  const place: ChatPlace = {
    docked: false,
    view,
    show(changes) {
      const next = { ...view, ...changes }
      const search = { folder: next.folder === 'requests' ? next.folder : undefined } as const
      void (next.conversationId === null
        ? navigate({ to: '/messages', search })
        : navigate({
            to: '/messages/$conversationId',
            params: { conversationId: next.conversationId },
            search: { ...search, at: next.at },
            replace: next.conversationId === conversationId,
            resetScroll: false,
          }))
    },
  }
  const Title = conversationId === null ? 'h1' : 'h2'
  return (
    <ChatPlaceContext value={place}>
      {/* As tall as the page between its bars, and below the offline notice; each part scrolls separately. Where a keyboard leaves
          little room, a conversation has all of it. */}
      <div
        data-conversation={conversationId === null ? undefined : ''}
        className="-mx-4 -mt-6 -mb-28 flex h-[calc(100dvh-7.5rem-env(safe-area-inset-bottom))] min-h-80 border-line bg-paper sm:-mx-6 md:mx-0 md:-mb-6 md:mt-0 md:h-[calc(100dvh-6.5rem)] [:root:has([data-offline])_&]:h-[calc(100dvh-11rem-env(safe-area-inset-bottom))] md:[:root:has([data-offline])_&]:h-[calc(100dvh-8.75rem)] md:overflow-hidden md:rounded-16 md:border lg:bg-sheet coarse:short:data-conversation:-mt-6 coarse:short:data-conversation:h-dvh! coarse:short:data-conversation:min-h-0 coarse:short:data-conversation:pb-[env(safe-area-inset-bottom)] coarse:short:data-conversation:md:-mb-12"
      >
        <section
          aria-label="Conversations"
          className={cx(
            'peer min-h-0 w-full flex-col bg-sheet lg:flex lg:w-88 lg:shrink-0 lg:border-r lg:border-line',
            conversationId === null ? 'flex' : 'hidden',
          )}
        >
          <Title className="px-4 pt-4 text-28">Messages</Title>
          <ConversationList me={me} />
        </section>
        <section
          aria-label="Conversation"
          className={cx(
            'min-h-0 min-w-0 flex-1 flex-col bg-paper lg:flex',
            conversationId === null ? 'hidden peer-has-data-empty:invisible' : 'flex',
          )}
        >
          {conversationId === null ? (
            <div className="m-auto">
              <EmptyState title={folder === 'requests' ? 'Choose a request' : 'Choose a conversation'}>
                Its messages will show up here.
              </EmptyState>
            </div>
          ) : (
            <ConversationPane key={conversationId} me={me} id={conversationId} at={at} />
          )}
        </section>
      </div>
    </ChatPlaceContext>
  )
}
