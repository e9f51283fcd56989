import { createFileRoute } from '@tanstack/react-router'
import { BoardPage } from '#web/features/boards/board-page.tsx'
import { boardQuery, boardsQuery } from '#web/features/boards/queries.ts'

export const Route = createFileRoute('/_signed-in/whiteboard/$id')({
  // It stands in a browser alone: no server draws it.
  ssr: false,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // The page shows a refusal.
    const board = await queryClient.ensureQueryData(boardQuery(id)).catch(() => null)
    return { title: board?.title ?? 'Board' }
  },
  // So that a person who returns to the list finds this board first.
  onLeave: ({ context: { queryClient } }) =>
    void queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey }),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Board' }] }),
  // The board fills the window, and has its own back button.
  staticData: { withoutFrame: true },
  component: BoardRoute,
})

function BoardRoute() {
  const { id } = Route.useParams()
  return <BoardPage key={id} id={id} />
}
