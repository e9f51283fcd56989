import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage } from '#web/features/chat/messages-page.tsx'
import { MessagesSkeleton } from '#web/features/chat/messages-skeleton.tsx'
import { conversationsQuery, type Folder } from '#web/features/chat/queries.ts'
import { requireLogin } from '#web/features/logins/require-login.ts'

/** Requests are separate from the person's conversations. */
type Search = { folder?: 'requests' | undefined }

export const Route = createFileRoute('/_signed-in/messages/')({
  validateSearch: ({ folder }): Search => ({ folder: folder === 'requests' ? folder : undefined }),
  beforeLoad: requireLogin,
  loaderDeps: ({ search: { folder } }): { folder: Folder } => ({ folder: folder ?? 'inbox' }),
  loader: ({ context: { queryClient, login }, deps: { folder } }) => {
    // Not awaited: the page shows a placeholder.
    void queryClient.prefetchInfiniteQuery(conversationsQuery(login, folder))
  },
  head: () => ({ meta: [{ title: 'Messages' }] }),
  pendingComponent: MessagesSkeleton,
  component: Messages,
})

function Messages() {
  return <MessagesPage folder={Route.useLoaderDeps().folder} conversationId={null} at={undefined} />
}
