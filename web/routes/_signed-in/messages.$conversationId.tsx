import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage } from '#web/features/chat/messages-page.tsx'
import { MessagesSkeleton } from '#web/features/chat/messages-skeleton.tsx'
import { conversationQuery, messagesQuery } from '#web/features/chat/queries.ts'
import { requireLogin } from '#web/features/logins/require-login.ts'

type Search = {
  folder?: 'requests' | undefined
  /** The message at which it opens. */
  at?: number | undefined
}

export const Route = createFileRoute('/_signed-in/messages/$conversationId')({
  validateSearch: ({ folder, at }): Search => ({
    folder: folder === 'requests' ? folder : undefined,
    at: placeOf(at),
  }),
  beforeLoad: requireLogin,
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: async ({ context: { queryClient, login }, params: { conversationId: id }, deps: { at } }) => {
    void queryClient.prefetchInfiniteQuery(messagesQuery(login, id, at))
    // The page shows a refusal.
    const conversation = await queryClient.ensureQueryData(conversationQuery(login, id)).catch(() => null)
    return { title: conversation?.person.name ?? 'Messages' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Messages' }] }),
  pendingComponent: MessagesSkeleton,
  component: Messages,
})

function Messages() {
  const { conversationId } = Route.useParams()
  const { folder = 'inbox', at } = Route.useSearch()
  return <MessagesPage folder={folder} conversationId={conversationId} at={at} />
}

function placeOf(text: unknown): number | undefined {
  const place = Number(text)
  return Number.isInteger(place) && place >= 1 && place <= 2_147_483_647 ? place : undefined
}
