import { createFileRoute } from '@tanstack/react-router'
import { BoardsPage } from '#web/features/boards/boards-page.tsx'
import { boardsQuery } from '#web/features/boards/queries.ts'

export const Route = createFileRoute('/_signed-in/whiteboard/')({
  // Not awaited: the page shows a placeholder, and reports its own failures.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(boardsQuery)
  },
  head: () => ({ meta: [{ title: 'Boards' }] }),
  component: BoardsPage,
})
