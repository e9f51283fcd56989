import { createFileRoute } from '@tanstack/react-router'
import { BoardsPage } from '#web/features/boards/boards-page.tsx'
import { boardsQuery } from '#web/features/boards/queries.ts'

export const Route = createFileRoute('/_signed-in/whiteboard/')({
  // Not waited for: the page shows the shape of what is coming, and says itself what failed.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(boardsQuery)
  },
  head: () => ({ meta: [{ title: 'Whiteboard' }] }),
  component: BoardsPage,
})
